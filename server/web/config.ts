import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import type { PublicAddress } from '../../shared/rules/public-origin.ts';
import { createEnvironmentReader, type Environment, parseScheme } from '../platform/environment.ts';
import { type LogLevel, logLevels } from '../platform/logging.ts';
import { parseDsn } from '../platform/sentry.ts';
import type { CallLimits } from './backend-client/call-guard.ts';
import type { ServerLimits } from './http-server.ts';
import type { LoadLimits } from './load/load-monitor.ts';
import type { SearchLimits } from './middleware/search-limit.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * Settings of the web process; see `docs/operations.md`. Times are in milliseconds unless named otherwise.
 */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Host on which the admin server (metrics, purges) listens: loopback by default. */
  readonly adminHost: string;
  readonly adminPort: number;
  /** URL of the backend: scheme, host and port, optionally a path; no trailing slash. */
  readonly apiBaseUrl: string;
  readonly logLevel: LogLevel;
  /** Hosts on which `/api/docs` and the OpenAPI document are visible: all, those of this machine, or none. */
  readonly apiDocs: 'on' | 'local' | 'off';
  readonly sentryDsn: string | undefined;
  /** Version or commit of the running code, for error reports. */
  readonly release: string | undefined;
  /** Name of the header, in lower case, in which a CDN sends the visitor's country. */
  readonly countryHeader: string;
  /** Value of Express's 'trust proxy': the proxies whose `X-Forwarded-*` headers are used. False: none. */
  readonly trustProxy: boolean | number | readonly string[];
  readonly publicAddress: PublicAddress;
  /** Value of `Strict-Transport-Security` for requests over https. */
  readonly strictTransport: string;
  /** Imported domain → its real domain; both lower case, without port. */
  readonly siteDomains: ReadonlyMap<string, string>;
  /** Longest duration of any call to the backend, including proxied ones. */
  readonly requestTimeoutMs: number;
  /** Time for all data of a page together: well below the 20 s after which clients give up. */
  readonly pageTimeoutMs: number;
  /** Deadline of the data of an optional block of a page. */
  readonly optionalTimeoutMs: number;
  /** TTLs of a public page in shared caches, in seconds. */
  readonly pageCache: {
    readonly freshSeconds: number;
    readonly staleWhileRevalidateSeconds: number;
    readonly staleIfErrorSeconds: number;
    /** Limits of the web's own page cache. With `maxEntries` 0, every page is rendered for its visitor. */
    readonly maxEntries: number;
    readonly maxBytes: number;
  };
  /**
   * Time for which answers of the backend count as fresh, in seconds (docs/caching.md). With 0, every page
   * calls the backend.
   */
  readonly responseCache: { readonly longSeconds: number; readonly shortSeconds: number };
  /** Token that `npm run purge` must send. Without it, purges are accepted from this machine only. */
  readonly purgeToken: string | undefined;
  /** Largest body that the proxy accepts, in bytes. */
  readonly bodyLimitBytes: number;
  /** Largest answer of the backend that a page reads, in bytes. */
  readonly answerLimitBytes: number;
  /** Queue, repeats and circuit breaker of the calls to the backend. */
  readonly callLimits: CallLimits;
  /** Limits above which requests are answered with 503. */
  readonly loadLimits: LoadLimits;
  /** Limits per client address (IPv6: per network). */
  readonly addressLimits: {
    /** Concurrent request bodies. */
    readonly bodies: number;
  };
  /** Limits of searches at the backend. */
  readonly searchLimits: SearchLimits;
  /** Limits per client connection. */
  readonly serverLimits: ServerLimits;
  /** Time between 'not ready' and closing, so that a load balancer notices. */
  readonly drainDelayMs: number;
  /** Time for running requests after the server has started to close. */
  readonly shutdownDeadlineMs: number;
}

const domainPattern = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

function parseApiBaseUrl(value: string): string {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('must be an absolute http or https address');
  }
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new Error('must have no user name, query or fragment');
  }
  return url.href.replace(/\/+$/, '');
}

function parseTrustProxy(value: string): boolean | number | readonly string[] {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const addresses = value.split(',').map((address) => address.trim());
  const isKnown = (address: string) =>
    /^(loopback|linklocal|uniquelocal|[0-9a-fA-F:.]+(\/\d{1,3})?)$/.test(address);
  if (!addresses.every(isKnown)) {
    throw new Error(
      'must be true, false, a number of proxies, or a list of addresses (loopback, 10.0.0.0/8)',
    );
  }
  return addresses;
}

function parseSiteDomains(value: string): ReadonlyMap<string, string> {
  const expected =
    'must be a JSON object from imported to real domains, for example {"havero-nl.localhost":"www.havero.nl"}';
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw new Error(expected);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error(expected);
  const domains = new Map<string, string>();
  for (const [from, to] of Object.entries(parsed)) {
    if (typeof to !== 'string' || !domainPattern.test(from) || !domainPattern.test(to)) {
      throw new Error(`${expected}; domains are lower case and have no port`);
    }
    domains.set(from, to);
  }
  if (new Set(domains.values()).size < domains.size)
    throw new Error('must not give two sites the same domain');
  return domains;
}

function parseHeaderName(value: string): string {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(value)) throw new Error('must be the name of a header');
  return value.toLowerCase();
}

function parsePurgeToken(value: string): string {
  if (!/^[\x21-\x7e]{16,256}$/.test(value)) throw new Error('must have 16 to 256 visible ASCII characters');
  return value;
}

/**
 * Reads the settings of the web process. Long because it lists every setting.
 *
 * @throws SettingsError that lists every invalid value; the process must not start with a guess
 */
export function createConfig(environment: Environment): Config {
  const reader = createEnvironmentReader(environment);
  const milliseconds = (name: string, fallback: number) =>
    reader.integer(name, { fallback, min: 1, max: 600_000 });
  const seconds = (name: string, fallback: number) =>
    reader.integer(name, { fallback, min: 0, max: 31_536_000 });

  const requestTimeoutMs = milliseconds('REQUEST_TIMEOUT_MS', 20_000);
  const port = reader.integer('PORT', { fallback: 3000, min: 0, max: 65_535 });
  const backendPort = reader.integer('BACKEND_PORT', { fallback: 4000, min: 1, max: 65_535 });
  const hasSecureSubdomains = reader.choice('HSTS_INCLUDE_SUBDOMAINS', ['true', 'false'], 'false') === 'true';
  const publicPort = reader.integer('PUBLIC_PORT', { fallback: 0, min: 1, max: 65_535 });
  const config: Config = {
    host: reader.text('HOST') ?? '127.0.0.1',
    port,
    adminHost: reader.text('ADMIN_HOST') ?? '127.0.0.1',
    adminPort: reader.integer('WEB_ADMIN_PORT', { fallback: 9100, min: 0, max: 65_535 }),
    apiBaseUrl: reader.parsed('API_BASE_URL', parseApiBaseUrl, `http://127.0.0.1:${backendPort}`),
    logLevel: reader.choice('LOG_LEVEL', logLevels, 'info'),
    apiDocs: reader.choice('API_DOCS', ['on', 'local', 'off'], 'local'),
    sentryDsn: reader.parsed<string | undefined>('SENTRY_DSN', parseDsn, undefined),
    release: reader.text('RELEASE'),
    countryHeader: reader.parsed('COUNTRY_HEADER', parseHeaderName, 'cf-ipcountry'),
    trustProxy: reader.parsed('TRUST_PROXY', parseTrustProxy, false),
    publicAddress: Object.freeze({
      scheme: reader.parsed('PUBLIC_SCHEME', parseScheme, undefined),
      port: publicPort === 0 ? undefined : publicPort,
      webPort: port,
    }),
    strictTransport: `max-age=${YEAR_SECONDS}${hasSecureSubdomains ? '; includeSubDomains' : ''}`,
    siteDomains: reader.parsed('SITE_DOMAINS', parseSiteDomains, new Map()),
    requestTimeoutMs,
    pageTimeoutMs: milliseconds('PAGE_TIMEOUT_MS', 8000),
    optionalTimeoutMs: milliseconds('OPTIONAL_TIMEOUT_MS', 2000),
    pageCache: Object.freeze({
      freshSeconds: seconds('PAGE_FRESH_SECONDS', 2),
      staleWhileRevalidateSeconds: seconds('PAGE_STALE_SECONDS', 300),
      staleIfErrorSeconds: seconds('PAGE_STALE_IF_ERROR_SECONDS', DAY_SECONDS),
      maxEntries: reader.integer('PAGE_CACHE_MAX_ENTRIES', { fallback: 4000, min: 0, max: 1_000_000 }),
      maxBytes: reader.integer('PAGE_CACHE_MAX_BYTES', {
        fallback: 48_000_000,
        min: 1_000_000,
        max: 16_000_000_000,
      }),
    }),
    responseCache: Object.freeze({
      longSeconds: seconds('RESPONSE_LONG_SECONDS', 900),
      shortSeconds: seconds('RESPONSE_SHORT_SECONDS', 2),
    }),
    purgeToken: reader.parsed<string | undefined>('PURGE_TOKEN', parsePurgeToken, undefined),
    bodyLimitBytes: reader.integer('BODY_LIMIT_BYTES', { fallback: 1_000_000, min: 1000, max: 100_000_000 }),
    answerLimitBytes: reader.integer('ANSWER_LIMIT_BYTES', {
      fallback: 8_000_000,
      min: 100_000,
      max: 100_000_000,
    }),
    callLimits: Object.freeze({
      queueLimit: reader.integer('BACKEND_QUEUE_LIMIT', { fallback: 1000, min: 0, max: 100_000 }),
      retryPercent: reader.integer('RETRY_BUDGET_PERCENT', { fallback: 10, min: 0, max: 10 }),
      breakerPercent: reader.integer('BREAKER_FAILURE_PERCENT', { fallback: 50, min: 1, max: 99 }),
      breakerCalls: reader.integer('BREAKER_WINDOW_CALLS', { fallback: 20, min: 2, max: 10_000 }),
      breakerOpenMs: milliseconds('BREAKER_OPEN_MS', 1000),
      breakerProbeMs: milliseconds('BREAKER_PROBE_TIMEOUT_MS', 2000),
      maxCallMs: requestTimeoutMs,
    }),
    loadLimits: Object.freeze({
      eventLoopDelayMs: milliseconds('EVENT_LOOP_DELAY_LIMIT_MS', 1000),
      inFlight: reader.integer('IN_FLIGHT_LIMIT', { fallback: 500, min: 1, max: 100_000 }),
    }),
    addressLimits: Object.freeze({
      bodies: reader.integer('ADDRESS_BODIES_LIMIT', { fallback: 20, min: 1, max: 100_000 }),
    }),
    searchLimits: Object.freeze({
      maxConcurrent: reader.integer('SEARCHES_LIMIT', { fallback: 4, min: 1, max: 10_000 }),
      perAddress: reader.integer('ADDRESS_SEARCHES_LIMIT', { fallback: 2, min: 1, max: 10_000 }),
    }),
    serverLimits: Object.freeze({
      headersTimeoutMs: milliseconds('HEADERS_TIMEOUT_MS', 8000),
      receiveTimeoutMs: milliseconds('RECEIVE_TIMEOUT_MS', 30_000),
      idleTimeoutMs: milliseconds('SOCKET_IDLE_TIMEOUT_MS', 30_000),
      keepAliveTimeoutMs: milliseconds('KEEP_ALIVE_TIMEOUT_MS', 65_000),
      maxConnections: reader.integer('MAX_CONNECTIONS', { fallback: 10_000, min: 1, max: 1_000_000 }),
    }),
    drainDelayMs: reader.integer('DRAIN_DELAY_MS', { fallback: 3000, min: 0, max: 120_000 }),
    shutdownDeadlineMs: milliseconds('SHUTDOWN_DEADLINE_MS', 10_000),
  };
  // The web speaks only HTTP. If it does not trust its proxy, all visitors share one address and its limits.
  if (config.publicAddress.scheme === 'https') reader.assertSet('TRUST_PROXY');
  reader.assertUsable();
  return Object.freeze(config);
}
