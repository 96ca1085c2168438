/** Name of the field with the name of a sample. */
export const getSampleField = (sequence: number): string => `sample-${sequence}`;
/** Id of its control. */
export const getSampleFieldId = (productVariantId: number, sequence: number): string =>
  `${productVariantId}-${getSampleField(sequence)}`;
