import { getTagManagerUrl } from '../../shared/rules/consent.ts';

interface TrustedTypePolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown;
}

/** Cookies that Google's tags set on the shop's hosts (support.google.com/analytics/answer/11397207). */
const trackingCookiePattern = /^(_ga|_gid|_gat|_gcl_|_dc_gtm_|_gac_)/;

let hasPolicy = false;

/**
 * Creates the only trusted types policy that such a site allows. It is the default policy, because the tag
 * manager loads further scripts from plain URLs. It accepts URLs of the tag manager's origin and refuses all
 * others, and every text that would become markup or code.
 */
function createTagManagerPolicy(): void {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypePolicyFactory };
  if (hasPolicy || !trustedTypes) return;
  hasPolicy = true;
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => {
      const { origin } = new URL(url, window.location.href);
      if (origin === window.location.origin || origin === 'https://www.googletagmanager.com') return url;
      throw new TypeError(`Scripts of ${origin} are not allowed`);
    },
  });
}

/** Consent of the visitor. */
export interface TagConsent {
  readonly statistics: boolean;
  readonly marketing: boolean;
}

/**
 * Pushes a Google command. Commands must be Arguments objects; an array has another meaning for the tag
 * manager.
 */
function command(..._words: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer?.push(arguments);
}

function toConsentSignals({ statistics, marketing }: TagConsent): Record<string, 'granted' | 'denied'> {
  const ads = marketing ? 'granted' : 'denied';
  return {
    analytics_storage: statistics ? 'granted' : 'denied',
    ad_storage: ads,
    ad_user_data: ads,
    ad_personalization: ads,
  };
}

/**
 * Loads the tag manager once per document, after it sends the visitor's consent (Google's consent mode).
 *
 * @param containerId for example 'GTM-ABCD123'; a malformed id loads nothing
 */
export function loadTagManager(containerId: string | null, allowed: TagConsent): void {
  const url = getTagManagerUrl(containerId);
  if (url === null || isTagManagerLoaded()) return;
  createTagManagerPolicy();
  command('consent', 'default', toConsentSignals(allowed));
  window.dataLayer?.push({ event: 'gtm.js', 'gtm.start': Date.now() });
  const script = document.createElement('script');
  script.async = true;
  script.dataset.tagManager = '';
  script.src = url;
  document.head.append(script);
}

/** Whether the script of the tag manager was requested. */
export function isTagManagerLoaded(): boolean {
  return document.querySelector('script[data-tag-manager]') !== null;
}

/** Sends the current consent to a running tag manager. */
export function updateTagConsent(allowed: TagConsent): void {
  if (isTagManagerLoaded()) command('consent', 'update', toConsentSignals(allowed));
}

/** Removes the cookies that its tags have set, on this host and on every parent domain. */
export function removeTrackingCookies(): void {
  const names = document.cookie
    .split('; ')
    .map((cookie) => cookie.split('=')[0] ?? '')
    .filter((name) => trackingCookiePattern.test(name));
  const labels = window.location.hostname.split('.');
  const domains = labels.map((_, index) => `; domain=.${labels.slice(index).join('.')}`);
  for (const name of names) {
    for (const domain of ['', ...domains]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}
