/**
 * Facets of the vocabularies: their key in URLs and in the API, and the name of the vocabulary in a shop's
 * files.
 */
export const maskFacets = {
  'horse-type': 'horseTypes',
  'age-group': 'ageGroups',
  application: 'applications',
  ingredient: 'ingredientFlags',
  labour: 'labour',
  package: 'packaging',
  'weight-class': 'weightClass',
} as const;
export type MaskFacetKey = keyof typeof maskFacets;

export const maskFacetKeys = Object.keys(maskFacets) as MaskFacetKey[];
