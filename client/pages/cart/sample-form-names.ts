/** Id of the form with the names of all samples of the cart. */
export const SAMPLE_FORM_ID = 'sample-names';

/** Returns name and id of the field for a sample's name. */
export const getSampleFieldName = (productVariantId: number, sequence: number): string =>
  `sample-${productVariantId}-${sequence}`;
