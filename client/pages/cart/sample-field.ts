/** Id of the form that holds the names of all samples of the cart. */
export const SAMPLE_FORM_ID = 'sample-names';

/** Name and id of the field for the name of a sample. */
export const getSampleField = (productVariantId: number, sequence: number): string =>
  `sample-${productVariantId}-${sequence}`;
