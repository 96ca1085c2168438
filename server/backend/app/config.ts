import path from 'node:path';
import { DEFAULT_PASSWORD_RULE, type PasswordRule } from '../../../shared/rules/account/password.ts';
import { isEmailAddress } from '../../../shared/rules/email-address.ts';
import type { PublicAddress } from '../../../shared/rules/public-origin.ts';
import {
  createEnvironmentReader,
  type Environment,
  type EnvironmentReader,
  parseScheme,
} from '../../platform/environment.ts';
import { type LogLevel, logLevels } from '../../platform/logging.ts';
import { parseDsn } from '../../platform/sentry.ts';
import { type SearchEngineName, searchEngineNames } from '../catalogue/search/service.ts';
import { type PaymentSettings, parsePaymentProviders } from '../commerce/payments/payment-settings.ts';
import { type DatabaseLimits, defaultLimits } from '../core/database/server-database.ts';
import { parseSmtpUrl, type SmtpServer } from '../core/mail/smtp-transport.ts';
import { parseSecret } from '../core/security/secret-file.ts';
import { type AddressLookupKind, addressLookupKinds } from '../customers/address-lookups/service.ts';
import { DEFAULT_CAMPAIGN_MAILS_PER_MINUTE } from '../service-desk/mail-campaigns/service.ts';

/** Secret that can be rotated. */
export interface SecretSettings {
  /** Key for new values; undefined: the first key of the file in `dataDir`. */
  readonly current: string | undefined;
  /** Key for new values after the next start. */
  readonly next: string | undefined;
  /** Former keys, the oldest last. */
  readonly former: readonly string[];
}

/**
 * Shop that the first start imports into an empty database: the sample shop, the files of an absolute folder,
 * or none.
 */
export type FirstShop =
  | { readonly kind: 'sample' | 'none' }
  | { readonly kind: 'folder'; readonly folder: string };

/** Settings of the backend, read once from the environment. */
export interface BackendConfig {
  readonly host: string;
  readonly port: number;
  /** Host of the admin port with the metrics; by default reachable from this machine only. */
  readonly adminHost: string;
  readonly adminPort: number;
  /** Token that commands send to the admin port; undefined: the token stored in `dataDir`. */
  readonly adminToken: string | undefined;
  /** Keys for hashes of gift card numbers and PINs. */
  readonly giftCardKeys: SecretSettings;
  /** Secrets added to password hashes in addition to the salts. */
  readonly passwordPeppers: SecretSettings;
  /** Keys for the tokens of mailed links. */
  readonly linkKeys: SecretSettings;
  /** Requirements for passwords. */
  readonly passwordRule: PasswordRule;
  /** Absolute folder of the embedded database and the drawn pictures. */
  readonly dataDir: string;
  /** Shop that the first start imports into an empty database. */
  readonly firstShop: FirstShop;
  /** PostgreSQL server to use instead of the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Limits of this process on the database server. */
  readonly databaseLimits: DatabaseLimits;
  readonly logLevel: LogLevel;
  readonly publicAddress: PublicAddress;
  /** Real domain by imported domain, both in lower case. */
  readonly siteDomains: ReadonlyMap<string, string>;
  /** Server that sends mail; undefined: mails are written to files below `dataDir`. */
  readonly smtpServer: SmtpServer | undefined;
  /** Sender address of mails; undefined: the customer service address of each site. */
  readonly mailFrom: string | undefined;
  readonly sentryDsn: string | undefined;
  /** Addresses of the admin ports of the web processes, which receive purges. */
  readonly purgeTargets: readonly URL[];
  /** Token of these admin ports, if they require one. */
  readonly purgeToken: string | undefined;
  /**
   * Service that looks up Dutch addresses; undefined: the sample table if all sites are local, otherwise
   * none.
   */
  readonly addressLookup: AddressLookupKind | undefined;
  /** Engine of lists and searches. */
  readonly searchEngine: SearchEngineName;
  /** Rate at which campaign mails are put into the outbox, per minute. */
  readonly campaignMailsPerMinute: number;
  /** Maximum that one person may refund or put on gift cards alone, in euro cents; undefined: unlimited. */
  readonly secondPersonAboveCents: number | undefined;
  /** Version or commit, for error reports. */
  readonly release: string | undefined;
  /** Settings of the payment providers. */
  readonly payments: PaymentSettings;
  /** Validates every response against the contract. For development only, because it costs time. */
  readonly checkAnswers: boolean;
}

const DOMAIN_PATTERN = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port < 1 || port > 65_535) throw new Error('must be a port number');
  return port;
}

function parseSiteDomains(value: string): ReadonlyMap<string, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    parsed = undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Error('must be a JSON object: {"imported domain": "real domain"}');
  }
  const domains = new Map<string, string>();
  for (const [imported, real] of Object.entries(parsed)) {
    const domain = typeof real === 'string' ? real.toLowerCase() : '';
    if (!DOMAIN_PATTERN.test(domain))
      throw new Error(`must give ${imported} a domain without scheme and port`);
    domains.set(imported.toLowerCase(), domain);
  }
  const real = [...domains.values()];
  const twice = real.find((domain, index) => real.indexOf(domain) !== index);
  if (twice !== undefined) throw new Error(`must not name ${twice} twice`);
  return domains;
}

function parsePurgeTargets(value: string): URL[] {
  const words = value.split(',').map((word) => word.trim());
  return words
    .filter((word) => word !== '')
    .map((word) => {
      const url = URL.parse(word);
      if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
        throw new Error('must be addresses such as http://10.0.0.5:9100, separated by commas');
      }
      return url;
    });
}

/**
 * Returns the default purge targets: one web process, on this machine. Empty if the system chooses its admin
 * port.
 */
function getOwnPurgeTargets(adminPort: number): URL[] {
  return adminPort === 0 ? [] : [new URL(`http://127.0.0.1:${adminPort}`)];
}

function parseDatabaseUrl(value: string): string {
  if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('must begin with postgres:// or postgresql://');
  return value;
}

/** Parses a database name. The driver decodes the path of a URL, where `?` and `#` are never part of a name. */
function parseDatabaseName(value: string): string {
  if (/[?#]/.test(value)) throw new Error('must not have ? or #');
  return encodeURI(value);
}

/**
 * Returns `DATABASE_URL`, or a URL built from `PGHOST` and related settings, whose values may contain any
 * characters.
 *
 * @returns undefined for the embedded database
 */
function readDatabaseUrl(reader: EnvironmentReader): string | undefined {
  const url = reader.parsed<string | undefined>('DATABASE_URL', parseDatabaseUrl, undefined);
  const host = reader.text('PGHOST');
  if (url !== undefined || host === undefined) return url;
  // PGHOST may be set for other programs, whose database must not receive the shop's tables.
  reader.assertSet('PGDATABASE');
  const [user, password] = [reader.text('PGUSER') ?? 'postgres', reader.text('PGPASSWORD')].map((word) =>
    encodeURIComponent(word ?? ''),
  );
  const port = reader.integer('PGPORT', { fallback: 5432, min: 1, max: 65_535 });
  const tls = reader.text('PGSSLMODE');
  // A folder with the socket of a local server. The driver reads it from the query; the URL still needs a host.
  const isSocket = host.startsWith('/');
  const query = new URLSearchParams({
    ...(isSocket && { host }),
    ...(tls !== undefined && { sslmode: tls }),
  }).toString();
  const address = isSocket ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const name = reader.parsed('PGDATABASE', parseDatabaseName, '');
  return `postgres://${user}:${password}@${address}:${port}/${name}${query === '' ? '' : `?${query}`}`;
}

function parseLongSecret(value: string): string {
  const secret = parseSecret(value);
  if (secret === undefined) throw new Error('must have 32 characters or more, without spaces');
  return secret;
}

const parseLongSecrets = (value: string): string[] =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map(parseLongSecret);

function parseAddressLookup(value: string): AddressLookupKind {
  const kind = addressLookupKinds.find((known) => known === value);
  if (!kind) throw new Error(`must be one of ${addressLookupKinds.join(', ')}`);
  return kind;
}

function parseEuros(value: string): number {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(value))
    throw new Error('must be an amount of euros such as 100 or 99.50');
  return Math.round(Number(value) * 100);
}

function parseMailFrom(value: string): string {
  if (!isEmailAddress(value)) throw new Error('must be an e-mail address');
  return value;
}

/** Returns the shop of the first start: `SHOP_FOLDER`, or else `SAMPLE_SHOP`. */
function readFirstShop(reader: EnvironmentReader, folder: string): FirstShop {
  const own = reader.text('SHOP_FOLDER');
  const kind = reader.choice('SAMPLE_SHOP', ['on', 'off'], 'on') === 'on' ? 'sample' : 'none';
  return Object.freeze(own === undefined ? { kind } : { kind: 'folder', folder: path.resolve(folder, own) });
}

/**
 * Validates the environment. Long because it lists every setting.
 *
 * @param folder base of a relative DATA_DIR and SHOP_FOLDER
 * @returns frozen settings
 * @throws SettingsError naming every invalid variable
 */
export function createConfig(environment: Environment, folder: string): BackendConfig {
  const reader = createEnvironmentReader(environment);
  const readWait = (name: string, fallback: number): number =>
    reader.integer(name, { fallback, min: 10, max: 600_000 });
  const smtpServer = reader.parsed<SmtpServer | undefined>('SMTP_URL', parseSmtpUrl, undefined);
  const databaseUrl = readDatabaseUrl(reader);
  const readSecrets = (...[current, next, former]: readonly [string, string, string]): SecretSettings =>
    Object.freeze({
      current: reader.parsed<string | undefined>(current, parseLongSecret, undefined),
      next: reader.parsed<string | undefined>(next, parseLongSecret, undefined),
      former: reader.parsed<readonly string[]>(former, parseLongSecrets, []),
    });
  // If each backend generated separate keys, cards and links would be valid on some backends only.
  if (databaseUrl !== undefined && reader.text('NODE_ENV') === 'production') {
    reader.assertSet('GIFT_CARD_KEY');
    reader.assertSet('PASSWORD_PEPPER');
    reader.assertSet('LINK_KEY');
  }
  const config: BackendConfig = {
    host: reader.text('HOST') ?? '127.0.0.1',
    port: reader.integer('BACKEND_PORT', { fallback: 4000, min: 0, max: 65_535 }),
    adminHost: reader.text('ADMIN_HOST') ?? '127.0.0.1',
    adminPort: reader.integer('BACKEND_ADMIN_PORT', { fallback: 9101, min: 0, max: 65_535 }),
    adminToken: reader.parsed<string | undefined>('ADMIN_TOKEN', parseLongSecret, undefined),
    giftCardKeys: readSecrets('GIFT_CARD_KEY', 'GIFT_CARD_KEY_NEXT', 'GIFT_CARD_KEY_FORMER'),
    passwordPeppers: readSecrets('PASSWORD_PEPPER', 'PASSWORD_PEPPER_NEXT', 'PASSWORD_PEPPER_FORMER'),
    linkKeys: readSecrets('LINK_KEY', 'LINK_KEY_NEXT', 'LINK_KEY_FORMER'),
    passwordRule: Object.freeze({
      minLength: reader.integer('PASSWORD_MIN_LENGTH', {
        fallback: DEFAULT_PASSWORD_RULE.minLength,
        min: 7,
        max: 64,
      }),
      needsDigitsAndLetters:
        reader.choice('PASSWORD_NEEDS_DIGITS_AND_LETTERS', ['true', 'false'], 'true') === 'true',
    }),
    dataDir: path.resolve(folder, reader.text('DATA_DIR') ?? '.data'),
    firstShop: readFirstShop(reader, folder),
    databaseUrl,
    databaseLimits: Object.freeze({
      // A single API call uses at most half of the connections.
      poolSize: reader.integer('DATABASE_POOL_SIZE', { fallback: defaultLimits.poolSize, min: 2, max: 1000 }),
      connectTimeoutMs: readWait('DATABASE_CONNECT_TIMEOUT_MS', defaultLimits.connectTimeoutMs),
      statementTimeoutMs: readWait('DATABASE_STATEMENT_TIMEOUT_MS', defaultLimits.statementTimeoutMs),
      lockTimeoutMs: readWait('DATABASE_LOCK_TIMEOUT_MS', defaultLimits.lockTimeoutMs),
      idleTimeoutMs: readWait('DATABASE_IDLE_TIMEOUT_MS', defaultLimits.idleTimeoutMs),
    }),
    logLevel: reader.choice('LOG_LEVEL', logLevels, 'info'),
    publicAddress: Object.freeze({
      scheme: reader.parsed<'http' | 'https' | undefined>('PUBLIC_SCHEME', parseScheme, undefined),
      port: reader.parsed<number | undefined>('PUBLIC_PORT', parsePort, undefined),
      webPort: reader.integer('PORT', { fallback: 3000, min: 0, max: 65_535 }),
    }),
    siteDomains: reader.parsed('SITE_DOMAINS', parseSiteDomains, new Map()),
    smtpServer,
    mailFrom: reader.parsed<string | undefined>('MAIL_FROM', parseMailFrom, undefined),
    sentryDsn: reader.parsed<string | undefined>('SENTRY_DSN', parseDsn, undefined),
    purgeTargets: reader.parsed(
      'PURGE_TARGETS',
      parsePurgeTargets,
      getOwnPurgeTargets(reader.integer('WEB_ADMIN_PORT', { fallback: 9100, min: 0, max: 65_535 })),
    ),
    purgeToken: reader.text('PURGE_TOKEN'),
    addressLookup: reader.parsed<AddressLookupKind | undefined>(
      'ADDRESS_LOOKUP',
      parseAddressLookup,
      undefined,
    ),
    searchEngine: reader.choice('SEARCH_ENGINE', searchEngineNames, 'memory'),
    campaignMailsPerMinute: reader.integer('CAMPAIGN_MAILS_PER_MINUTE', {
      fallback: DEFAULT_CAMPAIGN_MAILS_PER_MINUTE,
      min: 1,
      max: 60_000,
    }),
    secondPersonAboveCents: reader.parsed<number | undefined>(
      'SECOND_PERSON_ABOVE_EUROS',
      parseEuros,
      undefined,
    ),
    release: reader.text('RELEASE'),
    payments: Object.freeze({
      providers: reader.parsed<PaymentSettings['providers']>(
        'PAYMENT_PROVIDERS',
        parsePaymentProviders,
        undefined,
      ),
      allowTestBank: reader.choice('ALLOW_TEST_BANK', ['true', 'false'], 'false') === 'true',
    }),
    checkAnswers: reader.text('NODE_ENV') === 'development',
  };
  reader.assertUsable();
  return Object.freeze(config);
}

/**
 * Returns the settings of this process from its environment. A relative DATA_DIR or SHOP_FOLDER is relative
 * to the working directory.
 *
 * @throws SettingsError naming every invalid variable
 */
export function readConfig(): BackendConfig {
  return createConfig(process.env, process.cwd());
}
