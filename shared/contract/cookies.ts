interface CookieKind {
  readonly name: string;
  /** Scripts of the page may read it. */
  readonly isReadable: boolean;
  /** Over https browsers take it from this very host only, so that no other host below the same domain can plant it. */
  readonly isPrefixed: boolean;
}

/** The cookies by which a visitor is known. */
export const visitorCookies = {
  session: { name: 'sid', isReadable: false, isPrefixed: true },
  /** The order that this browser has placed last: its id and token, until it has to be paid. */
  order: { name: 'order', isReadable: false, isPrefixed: true },
  /** Says that the order of `order` may be unpaid, so that other visitors cost no call; it gives no right. */
  openOrder: { name: 'openorder', isReadable: true, isPrefixed: false },
  cart: { name: 'cart', isReadable: true, isPrefixed: true },
  /** Shows the shop at another moment; its reader is an employee, or whom one has given the link. */
  preview: { name: 'preview', isReadable: false, isPrefixed: true },
  /** Says that a customer has signed in with this browser before: it may sign in while many others wait. Names no account, gives no right. */
  known: { name: 'known', isReadable: false, isPrefixed: true },
  /** Says that there is a session, so that strangers cost no call; it gives no right. */
  signedIn: { name: 'signedin', isReadable: true, isPrefixed: false },
} as const satisfies Record<string, CookieKind>;

export type VisitorCookieName = keyof typeof visitorCookies;

/** Name of a cookie, as browsers and the backend know it. */
export function getCookieName(cookie: VisitorCookieName, isSecure: boolean): string {
  const { name, isPrefixed } = visitorCookies[cookie];
  return isSecure && isPrefixed ? `__Host-${name}` : name;
}
