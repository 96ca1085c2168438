/**
 * What a form can change of what pages show. A page names in `changedBy` what it shows of it: kept pages of that kind are forgotten, and
 * the one on the screen is loaded anew.
 */
export type Changed = 'account' | 'advice' | 'cart' | 'returns' | 'reviews';
