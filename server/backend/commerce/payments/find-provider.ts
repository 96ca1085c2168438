import type { FindProvider } from './create-payments.ts';
import { findProviderSettings, type MollieSettings, type PaymentSettings } from './payment-settings.ts';
import type { PaymentProvider } from './provider.ts';

/** Creates the function that finds the provider of a configuration. Each provider is created once. */
export function createFindProvider({
  settings,
  testBank,
  createMollie,
}: {
  readonly settings: PaymentSettings;
  readonly testBank: PaymentProvider;
  readonly createMollie: (settings: MollieSettings) => PaymentProvider;
}): FindProvider {
  const mollieProviders = new Map<string, PaymentProvider>();
  return (configurationId) => {
    const providerSettings = findProviderSettings(settings, configurationId);
    if (providerSettings === undefined) return undefined;
    if (providerSettings.kind === 'test-bank') return testBank;
    const provider = mollieProviders.get(configurationId) ?? createMollie(providerSettings);
    mollieProviders.set(configurationId, provider);
    return provider;
  };
}
