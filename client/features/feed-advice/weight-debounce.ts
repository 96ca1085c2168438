/** Debounce delay of a weight that is typed, in milliseconds. */
export const WEIGHT_DEBOUNCE_MS = 400;
