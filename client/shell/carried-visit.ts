import { COMPARISON_STORAGE_KEY, parseStoredComparison } from '../../shared/rules/comparison.ts';
import { CONSENT_COOKIE } from '../../shared/rules/consent.ts';

/** Marks, in the fragment of an address, what the browser has stored for the host of another language. No server sees a fragment. */
const VISIT_MARK = /[#~]visit=([\d,]*)~([\w.-]*)(?:~([\w.-]+)~([\w.!*'()%-]*))?$/;

/** What a link to another language of the site carries. */
export interface CarriedVisit {
  readonly productIds: readonly number[];
  /** Value of the consent cookie; empty if the visitor has not answered. */
  readonly consent: string;
  /** Of `handOverSession`; null if the visitor is not signed in. */
  readonly sessionToken: string | null;
  /** Path of the page that the link leads to: the server may have redirected a visitor who was not signed in there yet. */
  readonly path: string | null;
  /** The fragment without it. */
  readonly rest: string;
}

/** The compared products, the answer about consent and the session of this host, for the end of a fragment; empty if there are none. */
function writeVisit(session: { readonly token: string; readonly path: string } | null): string {
  const productIds = readCompared();
  const consent = new RegExp(`(?:^|; )${CONSENT_COOKIE}=([\\w.-]+)`).exec(document.cookie)?.[1] ?? '';
  if (productIds.length === 0 && consent === '' && session === null) return '';
  // A tilde separates the parts.
  const path = session && encodeURIComponent(session.path).replaceAll('~', '%7E');
  return `visit=${productIds.join(',')}~${consent}${session ? `~${session.token}~${path}` : ''}`;
}

/** A private window may have no storage. */
function readCompared(): readonly number[] {
  try {
    return parseStoredComparison(localStorage.getItem(COMPARISON_STORAGE_KEY));
  } catch {
    return [];
  }
}

/**
 * An address of another language of this site that also opens the compared products and the consent there: each language has a host of
 * its own, with its own cookies and storage.
 *
 * @param url absolute, with or without a fragment
 * @param sessionToken signs the visitor in there
 */
export function addVisit(url: string, sessionToken: string | null = null): string {
  const { pathname, search } = new URL(url);
  const visit = writeVisit(sessionToken === null ? null : { token: sessionToken, path: pathname + search });
  if (visit === '') return url;
  return `${url}${url.includes('#') ? '~' : '#'}${visit}`;
}

/** Reads what a fragment carries; null if it carries nothing. */
export function readVisit(fragment: string): CarriedVisit | null {
  const found = VISIT_MARK.exec(fragment);
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
