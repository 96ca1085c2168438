import { CONSENT_COOKIE } from '../../shared/rules/consent.ts';
import { COMPARISON_STORAGE_KEY, parseStoredComparison } from '../../shared/rules/product-comparison.ts';

/**
 * Matches the part of a URL fragment with data stored by the host of another language. Fragments are not sent
 * to servers.
 */
const VISIT_FRAGMENT_PATTERN = /[#~]visit=([\d,]*)~([\w.-]*)(?:~([\w.-]+)~([\w.!*'()%-]*))?$/;

/** Data that a link to another language of the site contains. */
export interface TransferredVisit {
  readonly productIds: readonly number[];
  /** Value of the consent cookie; empty if the visitor has not answered. */
  readonly consent: string;
  /** Token from `handOverSession`; null if the visitor is not signed in. */
  readonly sessionToken: string | null;
  /**
   * Path of the target page, because the server may have redirected a visitor who is not signed in there yet.
   */
  readonly path: string | null;
  /** Fragment without the transferred data. */
  readonly rest: string;
}

/**
 * Returns the compared products, the consent and the session of this host as the end of a fragment; empty if
 * there are none.
 */
function createVisitFragment(session: { readonly token: string; readonly path: string } | null): string {
  const productIds = readComparedIds();
  const consent = new RegExp(`(?:^|; )${CONSENT_COOKIE}=([\\w.-]+)`).exec(document.cookie)?.[1] ?? '';
  if (productIds.length === 0 && consent === '' && session === null) return '';
  // A tilde separates the parts.
  const path = session && encodeURIComponent(session.path).replaceAll('~', '%7E');
  return `visit=${productIds.join(',')}~${consent}${session ? `~${session.token}~${path}` : ''}`;
}

/** Reads the compared products. A private window may have no storage. */
function readComparedIds(): readonly number[] {
  try {
    return parseStoredComparison(localStorage.getItem(COMPARISON_STORAGE_KEY));
  } catch {
    return [];
  }
}

/**
 * Returns the URL of another language of this site with compared products and consent in the fragment. Each
 * language has its own host with its own cookies and storage.
 *
 * @param url absolute URL, with or without a fragment
 * @param sessionToken token that signs the visitor in there
 */
export function addTransferredVisit(url: string, sessionToken: string | null = null): string {
  const { pathname, search } = new URL(url);
  const visit = createVisitFragment(
    sessionToken === null ? null : { token: sessionToken, path: pathname + search },
  );
  if (visit === '') return url;
  return `${url}${url.includes('#') ? '~' : '#'}${visit}`;
}

/** Reads the transferred data of a fragment; null if there is none. */
export function parseTransferredVisit(fragment: string): TransferredVisit | null {
  const found = VISIT_FRAGMENT_PATTERN.exec(fragment);
  if (!found) return null;
  const [, ids = '', consent = '', sessionToken = null, path = null] = found;
  const productIds = parseStoredComparison(`[${ids}]`);
  return {
    productIds,
    consent,
    sessionToken,
    path: path && new URLSearchParams(`path=${path}`).get('path'),
    rest: fragment.slice(0, found.index),
  };
}
