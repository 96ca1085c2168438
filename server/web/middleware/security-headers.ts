import type { RequestHandler } from 'express';

/**
 * No nonce: public pages are cached, and a cached nonce is a replayed one. So server HTML has no inline script and no style attribute.
 * Trusted types without any policy: no script of ours may turn text into markup, whatever somebody has typed in (decision 013).
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), display-capture=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const yearSeconds = 31_536_000;

const secureHeaders = { ...headers, 'strict-transport-security': `max-age=${yearSeconds}` } as const;

/** What browsers may do with our pages. Strict transport is promised over https only (as `TRUST_PROXY` lets us know). */
export function getSecurityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return isSecure ? secureHeaders : headers;
}

/** Sets them on every answer, whatever comes of it. */
export function createSecurityHeaders(): RequestHandler {
  return (request, response, next) => {
    response.set(getSecurityHeaders(request.secure));
    next();
  };
}
