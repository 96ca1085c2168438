import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import evaluator from 'csp_evaluator/dist/evaluator.js';
import finding from 'csp_evaluator/dist/finding.js';
import parser from 'csp_evaluator/dist/parser.js';
import { ApiError } from '../../../shared/api/api-error.ts';
import { type FakeBackend, startFakeBackend } from '../../../test/fixtures/fake-backend.ts';
import { type Answer, fetchRaw } from '../../../test/fixtures/fetch-raw.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';
import type { RenderedPage } from '../render/page-renderer.ts';

const host = 'havero-nl.localhost';
let backend: FakeBackend;
let web: TestWeb;

const createDocument = (changes: Partial<Extract<RenderedPage, { kind: 'document' }>>): RenderedPage => ({
  kind: 'document',
  status: 200,
  cachePolicy: 'public',
  pageKind: 'content',
  surrogateKeys: ['site-1'],
  isComplete: true,
  timings: { dataMs: 1, renderMs: 1 },
  pipe: (destination) => void destination.end('<p>page</p>'),
  ...changes,
});

/** Pages that the test renderer returns by path. */
const pages: Readonly<Record<string, () => RenderedPage | Promise<RenderedPage>>> = {
  '/': () => createDocument({}),
  '/account/': () => createDocument({ cachePolicy: 'private' }),
  '/tagged/': () => createDocument({ hasTagManager: true }),
  '/tagged-account/': () => createDocument({ hasTagManager: true, cachePolicy: 'private' }),
  '/placed/': () => createDocument({ canRequestPosition: true }),
  '/mapped/': () => createDocument({ canRequestPosition: true, hasThirdPartyMap: true }),
  '/none/': () => createDocument({ status: 404 }),
  '/failed/': () => createDocument({ status: 500 }),
  '/away/': () => createDocument({ status: 503 }),
  '/moved/': () => ({ kind: 'redirect', status: 301, location: '/' }),
  '/plain-404/': () => Promise.reject(new ApiError('status', { status: 404 })),
  '/plain-500/': () => Promise.reject(new Error('failed')),
  '/plain-503/': () => Promise.reject(new ApiError('unavailable')),
};

beforeEach(async () => {
  backend = await startFakeBackend();
  web = await startTestWeb({
    baseUrl: backend.baseUrl,
    environment: { TRUST_PROXY: '1' },
    renderPage: async ({ url }) => pages[url]?.() ?? createDocument({ status: 404 }),
  });
});

afterEach(async () => {
  await web.close();
  await backend.close();
});

interface TestRequest {
  readonly path: string;
  readonly host?: string;
  readonly method?: string;
  readonly cookie?: string;
}

function fetchAnswer(
  { path, host: asked = host, method = 'GET', cookie = '' }: TestRequest,
  scheme = 'https',
): Promise<Answer> {
  const headers = { host: asked, cookie, 'x-forwarded-proto': scheme };
  return fetchRaw({ port: web.port, path, method, headers });
}

function parsePolicy(answer: Answer): Map<string, string> {
  const policy = String(answer.headers['content-security-policy']);
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

/**
 * Computes the score by the rules of the HTTP Observatory
 * (developer.mozilla.org/en-US/observatory/docs/tests_and_scoring) that a server controls: 100, minus each
 * fault, plus each bonus; 100 and above is A+. The other rules (redirect from http, preloading) are the
 * responsibility of the edge; see docs/operations.md.
 */
function scoreByObservatory(answer: Answer): number {
  const { headers } = answer;
  const policy = parsePolicy(answer);
  const script = policy.get('script-src') ?? policy.get('default-src') ?? '*';
  const isUnsafe = /unsafe-inline|unsafe-eval|data:|\*|https?:(\s|$)/.test(script);
  const isPrivate = /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/;
  const hstsSeconds = Number(
    /max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1] ?? Number.NaN,
  );
  const modifiers = [
    isUnsafe ? -20 : policy.get('default-src') === "'none'" ? 10 : 5,
    headers['set-cookie'] === undefined ? 0 : -40,
    headers['access-control-allow-origin'] === '*' ? -50 : 0,
    isPrivate.test(String(headers['referrer-policy'])) ? 5 : 0,
    Number.isNaN(hstsSeconds) ? -20 : hstsSeconds < 15_768_000 ? -10 : 0,
    headers['x-content-type-options'] === 'nosniff' ? 0 : -5,
    policy.has('frame-ancestors')
      ? 5
      : /^(DENY|SAMEORIGIN)$/.test(String(headers['x-frame-options']))
        ? 0
        : -20,
    headers['cross-origin-resource-policy'] === 'same-origin' ? 10 : 0,
  ];
  return modifiers.reduce((sum, modifier) => sum + modifier, 100);
}

const requestCases: [string, number, TestRequest][] = [
  ['a page', 200, { path: '/' }],
  ['a page of a signed-in visitor', 200, { path: '/', cookie: '__Host-sid=1' }],
  ['a private page', 200, { path: '/account/' }],
  ['a page that requests the geolocation', 200, { path: '/placed/' }],
  ['a page with a map of another provider', 200, { path: '/mapped/' }],
  ['a response to HEAD', 200, { path: '/', method: 'HEAD' }],
  ['a missing page', 404, { path: '/none/' }],
  ['the error page', 500, { path: '/failed/' }],
  ['the page shown during an outage', 503, { path: '/away/' }],
  ['the plain page for 404', 404, { path: '/plain-404/' }],
  ['the plain page for 500', 500, { path: '/plain-500/' }],
  ['the plain page for 503', 503, { path: '/plain-503/' }],
  ['a redirect of the content tree', 301, { path: '/moved/' }],
  ['a redirect to the canonical URL', 301, { path: '/x' }],
  ['an unknown host', 421, { path: '/', host: 'evil.example' }],
  ['a malformed address', 400, { path: '/%zz/' }],
  ['an overlong address', 414, { path: `/${'a'.repeat(2100)}/` }],
  ['a method that pages do not support', 405, { path: '/', method: 'POST' }],
  ['a missing asset', 404, { path: '/assets/none.js' }],
  ['robots.txt', 200, { path: '/robots.txt' }],
  ['the country of the visitor', 200, { path: '/visitor-country' }],
  ['a response of the API', 404, { path: '/api/nothing' }],
];

describe.each(requestCases)('security headers of %s', (_what, status, question) => {
  it('score A+ by the rules of the HTTP Observatory', async () => {
    // The second answer may come from the page cache.
    for (const _ of [1, 2]) {
      const answer = await fetchAnswer(question);
      expect(answer.status).toBe(status);
      expect(scoreByObservatory(answer)).toBeGreaterThanOrEqual(130);
      expect(answer.headers['x-powered-by']).toBeUndefined();
      expect(answer.headers.server).toBeUndefined();
    }
  });

  it('omit Strict-Transport-Security and upgrade-insecure-requests over http', async () => {
    for (const _ of [1, 2]) {
      const answer = await fetchAnswer(question, 'http');
      expect(answer.headers['strict-transport-security']).toBeUndefined();
      expect(String(answer.headers['content-security-policy'])).not.toContain('upgrade-insecure-requests');
    }
  });

  it('cause only one finding of the CSP Evaluator, which other tests rule out', async () => {
    const { csp } = new parser.CspParser(
      String((await fetchAnswer(question)).headers['content-security-policy']),
    );
    const findings = new evaluator.CspEvaluator(csp)
      .evaluate()
      .filter(({ severity }) => severity !== finding.Severity.NONE)
      .map(({ directive, value, type }) => `${directive} ${value} ${finding.Type[type]}`);
    // 'self' would be a weakness with JSONP, AngularJS or uploaded files on the same origin: see
    // docs/decisions/010-pages-in-memory-and-their-csp.md.
    expect(findings).toEqual(["script-src 'self' SCRIPT_ALLOWLIST_BYPASS"]);
  });
});

describe('headers of a health probe', () => {
  it('include no security headers, since no browser shows it, and do not identify the server', async () => {
    for (const scheme of ['https', 'http']) {
      const answer = await fetchAnswer({ path: '/health/live' }, scheme);
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('content-security-policy');
      expect(answer.headers).not.toHaveProperty('strict-transport-security');
      expect(answer.headers).not.toHaveProperty('x-powered-by');
      expect(answer.headers).not.toHaveProperty('server');
    }
  });
});

describe.each([
  ['a page', '/tagged/'],
  ['a private page', '/tagged-account/'],
])('policy of %s of a site with a tag manager', (_what, path) => {
  it('allows its two scripts and no inline script, also from the page cache', async () => {
    for (const _ of [1, 2]) {
      const answer = await fetchAnswer({ path });
      const policy = parsePolicy(answer);
      expect(policy.get('script-src')).toBe(
        "'self' https://www.googletagmanager.com/gtm.js https://www.googletagmanager.com/gtag/js",
      );
      expect(policy.get('trusted-types')).toBe('default');
      expect(policy.get('require-trusted-types-for')).toBe("'script'");
      expect(policy.get('default-src')).toBe("'none'");
      expect(answer.headers['strict-transport-security']).toBeDefined();
    }
    const plain = await fetchAnswer({ path }, 'http');
    expect(plain.headers['strict-transport-security']).toBeUndefined();
    expect(parsePolicy(plain).get('trusted-types')).toBe('default');
  });

  it('causes only the finding of the CSP Evaluator that any host list causes', async () => {
    const { csp } = new parser.CspParser(
      String((await fetchAnswer({ path })).headers['content-security-policy']),
    );
    const findings = new evaluator.CspEvaluator(csp)
      .evaluate()
      .filter(({ severity }) => severity !== finding.Severity.NONE)
      .map(({ directive, type }) => `${directive} ${finding.Type[type]}`);
    expect(new Set(findings)).toEqual(new Set(['script-src SCRIPT_ALLOWLIST_BYPASS']));
  });

  it('does not apply to other pages', async () => {
    await fetchAnswer({ path });
    for (const other of ['/', '/none/', '/robots.txt'])
      expect(parsePolicy(await fetchAnswer({ path: other })).get('script-src')).toBe("'self'");
  });
});

describe('answers that could be loaded as a script', () => {
  it.each(['/api/nothing?callback=alert', '/visitor-country?callback=alert', '/robots.txt?callback=alert'])(
    'do not include %s',
    async (path) => {
      const answer = await fetchAnswer({ path });
      expect(answer.headers['content-type']).not.toMatch(/javascript|ecmascript/);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.text).not.toContain('alert');
    },
  );
});

describe('page powers', () => {
  it.each([
    ['/', 'geolocation=()', undefined],
    ['/placed/', 'geolocation=(self)', undefined],
    ['/mapped/', 'geolocation=(self)', 'https://www.google.com/maps/embed/v1/place'],
    ['/tagged/', 'geolocation=()', undefined],
  ])('are in the headers of %s, also from the page cache', async (path, geolocation, frames) => {
    for (const _ of [1, 2]) {
      const answer = await fetchAnswer({ path });
      expect(String(answer.headers['permissions-policy'])).toContain(geolocation);
      expect(parsePolicy(answer).get('frame-src')).toBe(frames);
    }
  });
});
