import { COMPARISON_STORAGE_KEY, parseStoredComparison } from '../../shared/rules/comparison.ts';
import { CONSENT_COOKIE } from '../../shared/rules/consent.ts';

/** Marks, in the fragment of an address, what the browser has stored for the host of another language. No server sees a fragment. */
const VISIT_MARK = /[#~]visit=([\d,]*)~([\w.-]*)(?:~([\w.-]+))?$/;

/** What a link to another language of the site carries. */
export interface CarriedVisit {
  readonly productIds: readonly number[];
  /** Value of the consent cookie; empty if the visitor has not answered. */
  readonly consent: string;
  /** Of `handOverSession`; null if the visitor is not signed in. */
  readonly sessionToken: string | null;
  /** The fragment without it. */
  readonly rest: string;
}

/** The compared products, the answer about consent and the session of this host, for the end of a fragment; empty if there are none. */
function writeVisit(sessionToken: string | null): string {
  const productIds = readCompared();
  const consent = new RegExp(`(?:^|; )${CONSENT_COOKIE}=([\\w.-]+)`).exec(document.cookie)?.[1] ?? '';
  if (productIds.length === 0 && consent === '' && sessionToken === null) return '';
  return `visit=${productIds.join(',')}~${consent}${sessionToken === null ? '' : `~${sessionToken}`}`;
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
  const visit = writeVisit(sessionToken);
  if (visit === '') return url;
  return `${url}${url.includes('#') ? '~' : '#'}${visit}`;
}

/** Reads what a fragment carries; null if it carries nothing. */
export function readVisit(fragment: string): CarriedVisit | null {
  const found = VISIT_MARK.exec(fragment);
  if (!found) return null;
  const [, ids = '', consent = '', sessionToken = null] = found;
  const productIds = parseStoredComparison(`[${ids}]`);
  return { productIds, consent, sessionToken, rest: fragment.slice(0, found.index) };
}
