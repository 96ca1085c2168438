import { DAY_MS } from './durations.ts';
import { isCorporate } from './site-type.ts';
/** Categories that a visitor may allow in addition to the necessary ones. Each is off by default. */
export const optionalConsentCategories = ['preferences', 'statistics', 'marketing'] as const;
export type ConsentCategory = (typeof optionalConsentCategories)[number];

/** Name of the first-party cookie with the choice. */
export const CONSENT_COOKIE = 'consent';

/** Validity of a choice in days (text of the cookie page); afterwards the visitor is asked again. */
export const CONSENT_DAYS = 365;

/**
 * Version of the categories. If their meaning or format changes, it increases, and visitors with an older
 * choice are asked again.
 */
const version = 1;

const categoryLetters: Readonly<Record<ConsentCategory, string>> = {
  preferences: 'p',
  statistics: 's',
  marketing: 'm',
};

/** A visitor's choice: true or false per category that was offered. */
export interface ConsentChoice {
  /** ISO date of the choice. */
  readonly chosenOn: string;
  readonly answers: Readonly<Partial<Record<ConsentCategory, boolean>>>;
}

/**
 * Returns the categories that a site needs consent for; if there are none, no consent is requested.
 *
 * @param site type 2 is the corporate site, which has no products and so no viewed products to remember
 */
export function listCategoriesNeedingConsent(site: {
  readonly type: number;
  readonly gtmContainerId: string | null;
}): readonly ConsentCategory[] {
  const hasTagManager = getTagManagerUrl(site.gtmContainerId) !== null;
  return optionalConsentCategories.filter((category) =>
    category === 'preferences' ? !isCorporate(site) : hasTagManager,
  );
}

/**
 * Formats the value of the cookie: version, date, and a letter with 1 or 0 per category that was offered:
 * '1.2026-11-21.p1s0m0'.
 */
export function formatConsent({ chosenOn, answers }: ConsentChoice): string {
  const given = optionalConsentCategories.flatMap((category) => {
    const answer = answers[category];
    return answer === undefined ? [] : `${categoryLetters[category]}${answer ? 1 : 0}`;
  });
  return `${version}.${chosenOn}.${given.join('')}`;
}

/**
 * Parses the choice from all cookies of the page.
 *
 * @param cookies value of `document.cookie`
 * @returns null if there is none, or if it has another version, is malformed, older than a year or in the
 *   future: in doubt there is no consent
 */
export function parseConsent(cookies: string, now: Date): ConsentChoice | null {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`))
    ?.slice(CONSENT_COOKIE.length + 1);
  const [, chosenOn, given] =
    /^1\.(\d{4}-\d\d-\d\d)\.((?:p[01])?(?:s[01])?(?:m[01])?)$/.exec(value ?? '') ?? [];
  if (chosenOn === undefined || !given) return null;
  const age = (now.getTime() - Date.parse(chosenOn)) / DAY_MS;
  // One day of tolerance: clocks differ, and the date is in UTC.
  if (!(age >= -1 && age < CONSENT_DAYS)) return null;
  const answers: Partial<Record<ConsentCategory, boolean>> = {};
  for (const category of optionalConsentCategories) {
    const at = given.indexOf(categoryLetters[category]);
    if (at >= 0) answers[category] = given[at + 1] === '1';
  }
  return { chosenOn, answers };
}

/**
 * Returns the URL of the tag manager's script.
 *
 * @returns null if the site has no container, or an invalid id
 */
export function getTagManagerUrl(containerId: string | null): string | null {
  return containerId !== null && /^GTM-[A-Z0-9]{4,12}$/.test(containerId)
    ? `https://www.googletagmanager.com/gtm.js?id=${containerId}`
    : null;
}
