import { SettingsError } from '../../../platform/environment.ts';
import { areLocalSites } from '../../sites/local-sites.ts';
import type { SiteRecord } from '../../sites/site-record.ts';

/** Settings of payments by Mollie. */
export interface MollieSettings {
  readonly kind: 'mollie';
  /** Secret API key. */
  readonly apiKey: string;
  /** Root of the API, if it is not the public one. */
  readonly apiUrl?: string | undefined;
  /** Scheme and host at which Mollie reaches the shop, if they are not the site's own. */
  readonly webhookOrigin?: string | undefined;
}

/** Payment provider of a configuration. The test bank moves no money. */
export type PaymentProviderSettings = { readonly kind: 'test-bank' } | MollieSettings;

export interface PaymentSettings {
  /** Providers by `paymentProviderConfigurationId` of a site; undefined: the test bank for all. */
  readonly providers: ReadonlyMap<string, PaymentProviderSettings> | undefined;
  /** True if the test bank is allowed on public domains. */
  readonly allowTestBank: boolean;
}

const EXPECTED_FORM = 'must be a JSON object such as {"havero": {"kind": "test-bank"}}';

function getTextSetting(settings: object, name: string): string | undefined {
  const value: unknown = Reflect.get(settings, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function parseMollie(id: string, settings: object): MollieSettings {
  const apiKey = getTextSetting(settings, 'apiKey');
  if (apiKey === undefined || !/^(test|live)_[A-Za-z0-9]{20,}$/.test(apiKey)) {
    throw new Error(`must give ${id} an apiKey that begins with test_ or live_`);
  }
  const apiUrl = getTextSetting(settings, 'apiUrl');
  if (apiUrl !== undefined && URL.parse(apiUrl)?.protocol !== 'https:') {
    throw new Error(`must give ${id} an apiUrl that begins with https://`);
  }
  const webhookOrigin = getTextSetting(settings, 'webhookOrigin');
  const origin = webhookOrigin === undefined ? null : URL.parse(webhookOrigin);
  if (webhookOrigin !== undefined && (origin?.protocol !== 'https:' || origin.origin !== webhookOrigin)) {
    throw new Error(`must give ${id} a webhookOrigin such as https://www.example.com`);
  }
  return { kind: 'mollie', apiKey, apiUrl, webhookOrigin };
}

function parseProvider(id: string, settings: unknown): PaymentProviderSettings {
  if (typeof settings !== 'object' || settings === null) throw new Error(EXPECTED_FORM);
  const kind: unknown = Reflect.get(settings, 'kind');
  if (kind === 'test-bank') return { kind };
  if (kind === 'mollie') return parseMollie(id, settings);
  throw new Error(`must give ${id} the kind test-bank or mollie`);
}

/**
 * Parses `PAYMENT_PROVIDERS`.
 *
 * @throws Error that describes the format, without the value, because it may contain secrets
 */
export function parsePaymentProviders(value: string): ReadonlyMap<string, PaymentProviderSettings> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw new Error(EXPECTED_FORM);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error(EXPECTED_FORM);
  return new Map(Object.entries(parsed).map(([id, settings]) => [id, parseProvider(id, settings)]));
}

/** Returns true if the test bank may run. Public sites never have its pages, unless the setting allows it. */
export function isTestBankAllowed(sites: readonly SiteRecord[], { allowTestBank }: PaymentSettings): boolean {
  return allowTestBank || areLocalSites(sites);
}

/** Returns the provider of a configuration in `PAYMENT_PROVIDERS`, or its default. */
export const findProviderSettings = (
  { providers }: PaymentSettings,
  configurationId: string,
): PaymentProviderSettings | undefined =>
  providers === undefined ? { kind: 'test-bank' } : providers.get(configurationId);

/**
 * Checks that every site has a payment provider.
 *
 * @throws SettingsError naming the configurations without a provider
 */
export function assertPaymentProviders(sites: readonly SiteRecord[], settings: PaymentSettings): void {
  const isAllowed = isTestBankAllowed(sites, settings);
  const needed = new Set(
    sites
      .filter(({ paymentMethods }) => paymentMethods.length > 0)
      .flatMap(({ site }) => site.paymentProviderConfigurationId ?? []),
  );
  const without = [...needed].filter((id) => {
    const provider = findProviderSettings(settings, id);
    return provider === undefined || (provider.kind === 'test-bank' && !isAllowed);
  });
  if (without.length === 0) return;
  throw new SettingsError([
    `PAYMENT_PROVIDERS names no provider for ${without.join(', ')}; the test bank needs every domain to end in .localhost, or ALLOW_TEST_BANK=true`,
  ]);
}
