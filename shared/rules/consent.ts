import { isCorporate } from './site-type.ts';
/** What a visitor may allow beside what is needed. Each is off until they allow it. */
export const consentCategories = ['preferences', 'statistics', 'marketing'] as const;
export type ConsentCategory = (typeof consentCategories)[number];

/** Name of the first-party cookie that holds the choice. */
export const CONSENT_COOKIE = 'consent';

/** A choice counts this long (text of the page on cookies), then the visitor is asked again. */
export const CONSENT_DAYS = 365;

/** Another form or meaning of the categories has another number: whoever chose under an old one is asked again. */
const version = 1;

const letters: Readonly<Record<ConsentCategory, string>> = {
  preferences: 'p',
  statistics: 's',
  marketing: 'm',
};
const dayMs = 86_400_000;

/** What a visitor has said: true and false for what they were asked, nothing for what they were not. */
export interface ConsentChoice {
  /** ISO date of the choice. */
  readonly chosenOn: string;
  readonly answers: Readonly<Partial<Record<ConsentCategory, boolean>>>;
}

/**
 * What a site has that needs consent; where that is nothing, nobody is asked.
 *
 * @param site type 2 is the corporate site, which has no products to look at and so none to remember
 */
export function getConsentCategories(site: {
  readonly type: number;
  readonly gtmContainerId: string | null;
}): readonly ConsentCategory[] {
  const hasTagManager = getTagManagerUrl(site.gtmContainerId) !== null;
  return consentCategories.filter((category) =>
    category === 'preferences' ? !isCorporate(site) : hasTagManager,
  );
}

/** The cookie's value: version, date, and a letter with 1 or 0 for each category that was asked: '1.2026-11-21.p1s0m0'. */
export function formatConsent({ chosenOn, answers }: ConsentChoice): string {
  const given = consentCategories.flatMap((category) => {
    const answer = answers[category];
    return answer === undefined ? [] : `${letters[category]}${answer ? 1 : 0}`;
  });
  return `${version}.${chosenOn}.${given.join('')}`;
}

/**
 * Reads the choice out of all cookies of the page.
 *
 * @param cookies as `document.cookie` gives them
 * @returns null where there is none, or one that this version does not know word for word, that is older than a year or of a day to come:
 *   in doubt nobody has consented
 */
export function parseConsent(cookies: string, now: Date): ConsentChoice | null {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`))
    ?.slice(CONSENT_COOKIE.length + 1);
  const [, chosenOn, given] =
    /^1\.(\d{4}-\d\d-\d\d)\.((?:p[01])?(?:s[01])?(?:m[01])?)$/.exec(value ?? '') ?? [];
  if (chosenOn === undefined || !given) return null;
  const age = (now.getTime() - Date.parse(chosenOn)) / dayMs;
  // A day of grace: clocks differ, and the date is that of Greenwich.
  if (!(age >= -1 && age < CONSENT_DAYS)) return null;
  const answers: Partial<Record<ConsentCategory, boolean>> = {};
  for (const category of consentCategories) {
    const at = given.indexOf(letters[category]);
    if (at >= 0) answers[category] = given[at + 1] === '1';
  }
  return { chosenOn, answers };
}

/**
 * Where the tag manager's script is.
 *
 * @returns null where the site has no container, or something that is none
 */
export function getTagManagerUrl(containerId: string | null): string | null {
  return containerId !== null && /^GTM-[A-Z0-9]{4,12}$/.test(containerId)
    ? `https://www.googletagmanager.com/gtm.js?id=${containerId}`
    : null;
}
