import path from 'node:path';
import { PASSWORD_RULE, type PasswordRule } from '../../shared/rules/account/password.ts';
import { isEmailAddress } from '../../shared/rules/email-address.ts';
import type { PublicAddress } from '../../shared/rules/public-origin.ts';
import {
  createEnvironmentReader,
  type Environment,
  type EnvironmentReader,
} from '../platform/environment.ts';
import { type LogLevel, logLevels } from '../platform/logging.ts';
import { parseDsn } from '../platform/sentry.ts';
import { type DatabaseLimits, defaultLimits } from './database/server-database.ts';
import { parseSmtpUrl, type SmtpServer } from './mail/smtp-transport.ts';
import { type AddressLookupKind, addressLookupKinds } from './modules/address-lookups/service.ts';
import { DEFAULT_LETTERS_PER_MINUTE } from './modules/letters/service.ts';
import { type PaymentSettings, parsePaymentProviders } from './payment-settings.ts';
import { parseSecret } from './security/secret-file.ts';

/** A secret that can be rotated. */
export interface SecretSettings {
  /** What new values are made with; undefined: what the file in `dataDir` begins with. */
  readonly current: string | undefined;
  /** What they will be made with after the next start. */
  readonly next: string | undefined;
  /** What they were made with before, the oldest last. */
  readonly former: readonly string[];
}

/** What the first start on an empty database imports: the sample shop, the files of an absolute folder, or nothing. */
export type FirstShop =
  | { readonly kind: 'sample' | 'none' }
  | { readonly kind: 'folder'; readonly folder: string };

/** Settings of the backend, read once from the environment. */
export interface BackendConfig {
  readonly host: string;
  readonly port: number;
  /** Where operators read the metrics: this machine only, unless told otherwise. */
  readonly adminHost: string;
  readonly adminPort: number;
  /** What commands must show on the admin port; undefined: the token that is kept in `dataDir`. */
  readonly keeperToken: string | undefined;
  /** What numbers and pins of gift cards are hashed with. */
  readonly giftCardKeys: SecretSettings;
  /** What passwords are hashed with in addition to their salts. */
  readonly passwordPeppers: SecretSettings;
  /** What the tokens of mailed links are derived with. */
  readonly linkKeys: SecretSettings;
  /** What is asked of passwords. */
  readonly passwordRule: PasswordRule;
  /** Absolute folder of the embedded database and the drawn pictures. */
  readonly dataDir: string;
  /** What the first start imports into an empty database. */
  readonly firstShop: FirstShop;
  /** PostgreSQL to use instead of the embedded database. */
  readonly databaseUrl: string | undefined;
  /** How much of it this process takes. */
  readonly databaseLimits: DatabaseLimits;
  readonly logLevel: LogLevel;
  readonly publicAddress: PublicAddress;
  /** Real domain by imported domain, both in lower case. */
  readonly siteDomains: ReadonlyMap<string, string>;
  /** Where mail is handed over; undefined: mails become files below `dataDir`. */
  readonly smtpServer: SmtpServer | undefined;
  /** Address that mails come from; undefined: the customer service of each site. */
  readonly mailFrom: string | undefined;
  readonly sentryDsn: string | undefined;
  /** Addresses of the admin ports of the web processes, which are told what has changed. */
  readonly purgeTargets: readonly URL[];
  /** What they want to see, where they have one. */
  readonly purgeToken: string | undefined;
  /** Where Dutch addresses are looked up; undefined: the sample table while all sites are of this machine, else nowhere. */
  readonly addressLookup: AddressLookupKind | undefined;
  /** How many letters (newsletters and offers) are handed to the outbox in a minute. */
  readonly lettersPerMinute: number;
  /** What one person may pay back or put on gift cards alone, in euro cents; undefined: everything. */
  readonly secondPersonAboveCents: number | undefined;
  /** What is running, as error reports name it: a version or a commit. */
  readonly release: string | undefined;
  /** Who moves the money of the shops. */
  readonly payments: PaymentSettings;
  /** Checks every answer against the contract: development only, a shopper must not pay for it. */
  readonly checkAnswers: boolean;
}

const DOMAIN = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port < 1 || port > 65_535) throw new Error('must be a port number');
  return port;
}

function parseScheme(value: string): 'http' | 'https' {
  if (value !== 'http' && value !== 'https') throw new Error('must be http or https');
  return value;
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
    if (!DOMAIN.test(domain)) throw new Error(`must give ${imported} a domain without scheme and port`);
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

/** Without a list there is one web, on this machine; with any free port for its operators nobody knows where. */
function getOwnPurgeTargets(adminPort: number): URL[] {
  return adminPort === 0 ? [] : [new URL(`http://127.0.0.1:${adminPort}`)];
}

function parseDatabaseUrl(value: string): string {
  if (!/^postgres(ql)?:\/\//.test(value)) throw new Error('must begin with postgres:// or postgresql://');
  return value;
}

/** As the driver decodes the path of a URL: these two characters are never part of one. */
function parseDatabaseName(value: string): string {
  if (/[?#]/.test(value)) throw new Error('must not have ? or #');
  return encodeURI(value);
}

/**
 * `DATABASE_URL`, or one made of `PGHOST` and its like, whose values may have any characters.
 *
 * @returns undefined: the embedded database
 */
function readDatabaseUrl(reader: EnvironmentReader): string | undefined {
  const url = reader.parsed<string | undefined>('DATABASE_URL', parseDatabaseUrl, undefined);
  const host = reader.text('PGHOST');
  if (url !== undefined || host === undefined) return url;
  // People have PGHOST for other programs as well; their database must not get our tables.
  reader.assertSet('PGDATABASE');
  const [user, password] = [reader.text('PGUSER') ?? 'postgres', reader.text('PGPASSWORD')].map((word) =>
    encodeURIComponent(word ?? ''),
  );
  const port = reader.integer('PGPORT', { fallback: 5432, min: 1, max: 65_535 });
  const tls = reader.text('PGSSLMODE');
  // A folder with the socket of a server on this machine: the driver reads it from the query, and a URL needs a host.
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

/** `SHOP_FOLDER` names the shop of the first start; without it `SAMPLE_SHOP` decides. */
function readFirstShop(reader: EnvironmentReader, folder: string): FirstShop {
  const own = reader.text('SHOP_FOLDER');
  const kind = reader.choice('SAMPLE_SHOP', ['on', 'off'], 'on') === 'on' ? 'sample' : 'none';
  return Object.freeze(own === undefined ? { kind } : { kind: 'folder', folder: path.resolve(folder, own) });
}

/**
 * Validates the environment.
 *
 * @param folder that a relative DATA_DIR and SHOP_FOLDER are in
 * @returns frozen settings
 * @throws SettingsError naming every bad variable
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
  // A key that each of several backends makes for itself would have cards and links known by some of them only.
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
    keeperToken: reader.parsed<string | undefined>('KEEPER_TOKEN', parseLongSecret, undefined),
    giftCardKeys: readSecrets('GIFT_CARD_KEY', 'GIFT_CARD_KEY_NEXT', 'GIFT_CARD_KEY_FORMER'),
    passwordPeppers: readSecrets('PASSWORD_PEPPER', 'PASSWORD_PEPPER_NEXT', 'PASSWORD_PEPPER_FORMER'),
    linkKeys: readSecrets('LINK_KEY', 'LINK_KEY_NEXT', 'LINK_KEY_FORMER'),
    passwordRule: Object.freeze({
      minLength: reader.integer('PASSWORD_MIN_LENGTH', {
        fallback: PASSWORD_RULE.minLength,
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
      // One call of the contract works on half of them at most.
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
    lettersPerMinute: reader.integer('LETTERS_PER_MINUTE', {
      fallback: DEFAULT_LETTERS_PER_MINUTE,
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
 * Settings of this process: its environment, a relative DATA_DIR or SHOP_FOLDER within its working directory.
 *
 * @throws SettingsError naming every bad variable
 */
export function readConfig(): BackendConfig {
  return createConfig(process.env, process.cwd());
}
