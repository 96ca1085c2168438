/** Lines of one cart. */
export const MAX_LINES = 100;
/** Pieces of one line. */
export const MAX_LINE_QUANTITY = 999;
/** Characters of the name of a roughage sample. */
export const MAX_SAMPLE_NAME = 60;
