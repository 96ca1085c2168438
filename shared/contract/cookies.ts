/** The cookies by which a visitor is known. Scripts of the page may read what is no secret of the session. */
export const visitorCookies = {
  session: { name: 'sid', isReadable: false },
  cart: { name: 'cart', isReadable: true },
} as const satisfies Record<string, { readonly name: string; readonly isReadable: boolean }>;

export type VisitorCookieName = keyof typeof visitorCookies;

/** Over https a name that browsers take from this very host only, so that no other one below the same domain can plant it. */
export function getCookieName(cookie: VisitorCookieName, isSecure: boolean): string {
  const { name } = visitorCookies[cookie];
  return isSecure ? `__Host-${name}` : name;
}
