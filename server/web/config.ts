import type { PublicAddress } from '../../shared/rules/public-origin.ts';
import { createEnvironmentReader, type Environment } from '../platform/environment.ts';
import { type LogLevel, logLevels } from '../platform/logging.ts';

/** Everything that the web process can be told from outside; see `docs/operations.md`. Times are in milliseconds unless named otherwise. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where operators read the metrics and purge: this machine only, unless told otherwise. */
  readonly adminHost: string;
  readonly adminPort: number;
  /** Where the backend answers: scheme, host and port, perhaps a path; no trailing slash. */
  readonly apiBaseUrl: string;
  readonly logLevel: LogLevel;
  readonly sentryDsn: string | undefined;
  /** Name of the header, in lower case, in which a CDN tells the visitor's country. */
  readonly countryHeader: string;
  /** Express's 'trust proxy': whose `X-Forwarded-*` is believed. False: nobody's. */
  readonly trustProxy: boolean | number | readonly string[];
  readonly publicAddress: PublicAddress;
  /** Imported domain → the domain that it really has; both lower case, without port. */
  readonly siteDomains: ReadonlyMap<string, string>;
  /** Longest life of any call to the backend, the proxy's included (specification §7). */
  readonly requestTimeoutMs: number;
  /** What a page's critical data may take: well below the 20 s after which the visitor's own client gives up. */
  readonly pageTimeoutMs: number;
  /** What a block that a page can do without may take. */
  readonly optionalTimeoutMs: number;
  /** Lives of a public page in shared caches, in seconds. */
  readonly pageCache: {
    readonly freshSeconds: number;
    readonly staleWhileRevalidateSeconds: number;
    readonly staleIfErrorSeconds: number;
  };
  /** Largest body that the proxy passes on, in bytes. */
  readonly bodyLimitBytes: number;
  /** Time between 'not ready' and closing, for a balancer to notice. */
  readonly drainDelayMs: number;
  /** What running requests may take once the server closes. */
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

function parseScheme(value: string): 'http' | 'https' {
  if (value !== 'http' && value !== 'https') throw new Error('must be http or https');
  return value;
}

/**
 * Reads the settings of the web process.
 *
 * @throws SettingsError listing every value that is not usable: the process must not start on a guess
 */
export function createConfig(environment: Environment): Config {
  const reader = createEnvironmentReader(environment);
  const milliseconds = (name: string, fallback: number) =>
    reader.integer(name, { fallback, min: 1, max: 600_000 });
  const seconds = (name: string, fallback: number) =>
    reader.integer(name, { fallback, min: 0, max: 31_536_000 });

  const port = reader.integer('PORT', { fallback: 3000, min: 0, max: 65_535 });
  const backendPort = reader.integer('BACKEND_PORT', { fallback: 4000, min: 1, max: 65_535 });
  const publicPort = reader.integer('PUBLIC_PORT', { fallback: 0, min: 1, max: 65_535 });
  const config: Config = {
    host: reader.text('HOST') ?? '127.0.0.1',
    port,
    adminHost: reader.text('ADMIN_HOST') ?? '127.0.0.1',
    adminPort: reader.integer('ADMIN_PORT', { fallback: 9100, min: 0, max: 65_535 }),
    apiBaseUrl: reader.parsed('API_BASE_URL', parseApiBaseUrl, `http://127.0.0.1:${backendPort}`),
    logLevel: reader.choice('LOG_LEVEL', logLevels, 'info'),
    sentryDsn: reader.text('SENTRY_DSN'),
    countryHeader: reader.parsed('COUNTRY_HEADER', parseHeaderName, 'cf-ipcountry'),
    trustProxy: reader.parsed('TRUST_PROXY', parseTrustProxy, false),
    publicAddress: Object.freeze({
      scheme: reader.parsed('PUBLIC_SCHEME', parseScheme, undefined),
      port: publicPort === 0 ? undefined : publicPort,
      webPort: port,
    }),
    siteDomains: reader.parsed('SITE_DOMAINS', parseSiteDomains, new Map()),
    requestTimeoutMs: milliseconds('REQUEST_TIMEOUT_MS', 20_000),
    pageTimeoutMs: milliseconds('PAGE_TIMEOUT_MS', 8000),
    optionalTimeoutMs: milliseconds('OPTIONAL_TIMEOUT_MS', 2000),
    pageCache: Object.freeze({
      freshSeconds: seconds('PAGE_FRESH_SECONDS', 2),
      staleWhileRevalidateSeconds: seconds('PAGE_STALE_SECONDS', 300),
      staleIfErrorSeconds: seconds('PAGE_STALE_IF_ERROR_SECONDS', 86_400),
    }),
    bodyLimitBytes: reader.integer('BODY_LIMIT_BYTES', { fallback: 1_000_000, min: 1000, max: 100_000_000 }),
    drainDelayMs: reader.integer('DRAIN_DELAY_MS', { fallback: 0, min: 0, max: 120_000 }),
    shutdownDeadlineMs: milliseconds('SHUTDOWN_DEADLINE_MS', 10_000),
  };
  reader.assertUsable();
  return Object.freeze(config);
}
