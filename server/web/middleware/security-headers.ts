import type { RequestHandler } from 'express';

/**
 * No nonce: public pages are cached, and a cached nonce is a replayed one. So server HTML has no inline
 * script and no style attribute. Trusted types without any policy: no script of this shop can turn text into
 * markup, even text that a visitor has typed (docs/decisions/010-pages-in-memory-and-their-csp.md).
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
 * Policy of pages of a site with a tag manager only. It adds its two scripts, the endpoints of Google's own
 * tags, and the one trusted types policy that lets those scripts run
 * (docs/decisions/013-consent-and-the-tag-manager.md). It allows neither inline scripts nor eval, so a
 * container whose tags need them is blocked.
 */
const tagManagerPolicy = {
  ...strictPolicy,
  'script-src': `'self' https://www.googletagmanager.com/gtm.js https://www.googletagmanager.com/gtag/js`,
  'img-src': `'self' data: https://www.googletagmanager.com https://*.google-analytics.com`,
  'connect-src': `'self' https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com`,
  'trusted-types': 'default',
} as const;

function formatPolicy(policy: Readonly<Record<string, string>>): string {
  return Object.entries(policy)
    .map(([directive, values]) => `${directive} ${values}`)
    .join('; ');
}

/** Additional capabilities of a page. */
export interface PageCapabilities {
  /** After consent, the page may load the tag manager of its site. */
  readonly hasTagManager?: true;
  /** The page may request the visitor's position, if the visitor allows it. */
  readonly canRequestPosition?: true;
  /** The page may show a map of another provider in a frame. */
  readonly hasThirdPartyMap?: true;
  /** The page may play videos of the shop and show their captions. */
  readonly hasVideo?: true;
}

/** Returns only the capabilities of a page. */
export const pickCapabilities = ({
  hasTagManager,
  canRequestPosition,
  hasThirdPartyMap,
  hasVideo,
}: PageCapabilities): PageCapabilities => ({
  ...(hasTagManager && { hasTagManager }),
  ...(canRequestPosition && { canRequestPosition }),
  ...(hasThirdPartyMap && { hasThirdPartyMap }),
  ...(hasVideo && { hasVideo }),
});

/** The only page of Google Maps that is shown in a frame (`client/pages/dealers/map-urls.ts`). */
const mapFrameUrl = 'https://www.google.com/maps/embed/v1/place';

const headers = {
  'content-security-policy': formatPolicy(strictPolicy),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), display-capture=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * Returns the security headers of answers that are not pages.
 *
 * @param strictTransport value of `Strict-Transport-Security`; null for a request over http (with regard to
 *   `TRUST_PROXY`)
 */
export function getSecurityHeaders(strictTransport: string | null): Readonly<Record<string, string>> {
  return strictTransport === null ? headers : { ...headers, 'strict-transport-security': strictTransport };
}

/** Creates the security headers of a page: those of any answer, plus its capabilities. */
export function createPageSecurityHeaders(
  strictTransport: string | null,
  { hasTagManager, canRequestPosition, hasThirdPartyMap, hasVideo }: PageCapabilities,
): Readonly<Record<string, string>> {
  const common = getSecurityHeaders(strictTransport);
  if (!hasTagManager && !canRequestPosition && !hasThirdPartyMap && !hasVideo) return common;
  const policy = hasTagManager ? tagManagerPolicy : strictPolicy;
  return {
    ...common,
    'content-security-policy': formatPolicy({
      ...policy,
      ...(hasThirdPartyMap && { 'frame-src': mapFrameUrl }),
      ...(hasVideo && { 'media-src': "'self'" }),
    }),
    ...(canRequestPosition && {
      'permissions-policy': headers['permissions-policy'].replace('geolocation=()', 'geolocation=(self)'),
    }),
  };
}

/**
 * Returns a policy in which forms may lead to any page over https. Browsers apply the policy to redirects of
 * the answer as well, which lead to a bank's page.
 */
export const allowPaymentForms = (policy: string): string =>
  policy.replace("form-action 'self'", "form-action 'self' https:");

/** Creates the middleware that sets the headers on every answer; pages replace them. */
export function createSecurityHeadersMiddleware({
  strictTransport,
}: {
  readonly strictTransport: string;
}): RequestHandler {
  return (request, response, next) => {
    response.set(getSecurityHeaders(request.secure ? strictTransport : null));
    next();
  };
}
