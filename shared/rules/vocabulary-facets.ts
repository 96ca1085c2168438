/**
 * Facets of the vocabularies: their key in URLs and in the API, and the name of the vocabulary in a shop's
 * files.
 */
export const vocabularyFacets = {
  'horse-type': 'horseTypes',
  'age-group': 'ageGroups',
  application: 'applications',
  ingredient: 'ingredientFlags',
  labour: 'labour',
  package: 'packaging',
  'weight-class': 'weightClass',
} as const;
export type VocabularyFacetKey = keyof typeof vocabularyFacets;

export const vocabularyFacetKeys = Object.keys(vocabularyFacets) as VocabularyFacetKey[];
