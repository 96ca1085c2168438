interface CookieKind {
  readonly name: string;
  /** Whether scripts of the page may read it. */
  readonly isReadable: boolean;
  /**
   * Whether it has the `__Host-` prefix over https. Browsers then accept it only from this exact host, so
   * that no other subdomain can plant it.
   */
  readonly isPrefixed: boolean;
}

/** Cookies that identify a visitor. */
export const visitorCookies = {
  session: { name: 'sid', isReadable: false, isPrefixed: true },
  /** Id and token of the last order of this browser, until it has to be paid. */
  order: { name: 'order', isReadable: false, isPrefixed: true },
  /**
   * Flag that the order in `order` may be unpaid, so that other visitors cause no call; it grants no
   * permission.
   */
  openOrder: { name: 'openorder', isReadable: true, isPrefixed: false },
  cart: { name: 'cart', isReadable: true, isPrefixed: true },
  /** Preview of the shop at another time, for a staff member or a recipient of their link. */
  preview: { name: 'preview', isReadable: false, isPrefixed: true },
  /**
   * Flag that a customer has signed in with this browser before, which may then sign in while many others
   * wait. It identifies no account and grants no permission.
   */
  known: { name: 'known', isReadable: false, isPrefixed: true },
  /** Flag that there is a session, so that anonymous visitors cause no call; it grants no permission. */
  signedIn: { name: 'signedin', isReadable: true, isPrefixed: false },
} as const satisfies Record<string, CookieKind>;

export type VisitorCookieName = keyof typeof visitorCookies;

/** Returns the name of a cookie in browsers and at the backend. */
export function getCookieName(cookie: VisitorCookieName, isSecure: boolean): string {
  const { name, isPrefixed } = visitorCookies[cookie];
  return isSecure && isPrefixed ? `__Host-${name}` : name;
}
