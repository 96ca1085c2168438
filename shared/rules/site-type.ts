/** Site type of the corporate site, which sells nothing. */
export const CORPORATE = 2;
