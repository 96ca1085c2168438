/** Name of the field with the name of a sample. */
export const getSampleField = (sequence: number): string => `sample-${sequence}`;
