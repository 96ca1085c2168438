/** Value of `data-brand` on `<html>`, and name of the locale overlay, by site type. */
export const brandKeys = { 0: 'havero', 1: 'hafero', 2: 'group' } as const;
