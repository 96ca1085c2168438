/** Maximum number of lines of a cart. */
export const MAX_LINES = 100;
/** Maximum number of pieces of a line. */
export const MAX_LINE_QUANTITY = 999;
/** Maximum length of the name of a roughage sample, in characters. */
export const MAX_ROUGHAGE_SAMPLE_NAME_LENGTH = 60;
