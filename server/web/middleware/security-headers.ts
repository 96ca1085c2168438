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

/** What a page may do beyond most pages. */
export interface PagePowers {
  /** Whoever consents may load the tag manager of the page's site. */
  readonly hasTagManager?: true;
  /** Browsers may tell the page where they are, if their owner allows that. */
  readonly asksForPosition?: true;
  /** It may show a map of another provider, in a frame. */
  readonly hasForeignMap?: true;
  /** It may play clips of the shop, and show their captions. */
  readonly playsClips?: true;
}

/** The powers of a page, without anything else of it. */
export const pickPowers = ({
  hasTagManager,
  asksForPosition,
  hasForeignMap,
  playsClips,
}: PagePowers): PagePowers => ({
  ...(hasTagManager && { hasTagManager }),
  ...(asksForPosition && { asksForPosition }),
  ...(hasForeignMap && { hasForeignMap }),
  ...(playsClips && { playsClips }),
});

/** The one page of Google's maps that is shown in a frame (`client/pages/dealers/map-urls.ts`). */
const mapFrame = 'https://www.google.com/maps/embed/v1/place';

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

/**
 * What browsers may do with answers that are no pages.
 *
 * @param strictTransport value of `Strict-Transport-Security`; null for a request over http (as `TRUST_PROXY` lets us know)
 */
export function getSecurityHeaders(strictTransport: string | null): Readonly<Record<string, string>> {
  return strictTransport === null ? headers : { ...headers, 'strict-transport-security': strictTransport };
}

/** What browsers may do with a page: as with any answer, and what its powers allow besides. */
export function createPageSecurityHeaders(
  strictTransport: string | null,
  { hasTagManager, asksForPosition, hasForeignMap, playsClips }: PagePowers,
): Readonly<Record<string, string>> {
  const usual = getSecurityHeaders(strictTransport);
  if (!hasTagManager && !asksForPosition && !hasForeignMap && !playsClips) return usual;
  const policy = hasTagManager ? tagManagerPolicy : strictPolicy;
  return {
    ...usual,
    'content-security-policy': writePolicy({
      ...policy,
      ...(hasForeignMap && { 'frame-src': mapFrame }),
      ...(playsClips && { 'media-src': "'self'" }),
    }),
    ...(asksForPosition && {
      'permissions-policy': headers['permissions-policy'].replace('geolocation=()', 'geolocation=(self)'),
    }),
  };
}

/** A policy in which forms may lead to any page over https: browsers look at where the answer to a form leads, too, which is a bank's page. */
export const allowPaymentForms = (policy: string): string =>
  policy.replace("form-action 'self'", "form-action 'self' https:");

/** Sets them on every answer, whatever comes of it; a page sets its own instead. */
export function createSecurityHeaders({
  strictTransport,
}: {
  readonly strictTransport: string;
}): RequestHandler {
  return (request, response, next) => {
    response.set(getSecurityHeaders(request.secure ? strictTransport : null));
    next();
  };
}
