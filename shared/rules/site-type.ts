/** Site type of the corporate site, which sells nothing. */
export const CORPORATE = 2;

/** Returns true for the corporate site, which has no shop: no cart, no accounts, no dealers. */
export const isCorporate = ({ type }: { readonly type: number }): boolean => type === CORPORATE;
