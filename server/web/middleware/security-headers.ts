import type { RequestHandler } from 'express';

/**
 * No nonce: public pages are cached, and a cached nonce is a replayed one. So server HTML has no inline script and no style attribute.
 * Trusted types without any policy: no script of ours may turn text into markup, whatever somebody has typed in (docs/decisions/010-pages-in-memory-and-their-csp.md).
 */
const strictPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
} as const;

/**
 * For the pages of a site with a tag manager only: its two scripts, where Google's own tags send what they measure, and the one policy of
 * trusted types that lets those scripts pass (docs/decisions/013-consent-and-the-tag-manager.md). Neither inline script nor eval: a container whose tags need them is refused.
 */
const tagManagerPolicy = {
  ...strictPolicy,
  'script-src': `'self' https://www.googletagmanager.com/gtm.js https://www.googletagmanager.com/gtag/js`,
  'img-src': `'self' data: https://www.googletagmanager.com https://*.google-analytics.com`,
  'connect-src': `'self' https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com`,
  'trusted-types': 'default',
} as const;

function writePolicy(policy: Readonly<Record<string, string>>): string {
  return Object.entries(policy)
    .map(([directive, values]) => `${directive} ${values}`)
    .join('; ');
}

const headers = {
  'content-security-policy': writePolicy(strictPolicy),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), display-capture=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const yearSeconds = 31_536_000;

const transport = { 'strict-transport-security': `max-age=${yearSeconds}` } as const;
const secureHeaders = { ...headers, ...transport } as const;
const taggedHeaders = { ...headers, 'content-security-policy': writePolicy(tagManagerPolicy) } as const;
const secureTaggedHeaders = { ...taggedHeaders, ...transport } as const;

/**
 * What browsers may do with our pages. Strict transport is promised over https only (as `TRUST_PROXY` lets us know).
 *
 * @param hasTagManager of the page's site; everything that is not a page has none
 */
export function getSecurityHeaders(
  isSecure: boolean,
  hasTagManager = false,
): Readonly<Record<string, string>> {
  if (hasTagManager) return isSecure ? secureTaggedHeaders : taggedHeaders;
  return isSecure ? secureHeaders : headers;
}

/** A policy in which forms may lead to any page over https: browsers look at where the answer to a form leads, too, which is a bank's page. */
export const allowPaymentForms = (policy: string): string =>
  policy.replace("form-action 'self'", "form-action 'self' https:");

/** A policy in which the page may play clips of the shop, and show their captions. */
export const allowClips = (policy: string): string => `${policy}; media-src 'self'`;

/** Sets them on every answer, whatever comes of it; a page of a site with a tag manager sets its own instead. */
export function createSecurityHeaders(): RequestHandler {
  return (request, response, next) => {
    response.set(getSecurityHeaders(request.secure));
    next();
  };
}
