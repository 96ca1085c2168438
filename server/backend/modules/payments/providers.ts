import { findProviderSettings, type MollieSettings, type PaymentSettings } from '../../payment-settings.ts';
import type { FindProvider } from './create-payments.ts';
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
  const made = new Map<string, PaymentProvider>();
  return (configurationId) => {
    const own = findProviderSettings(settings, configurationId);
    if (own === undefined) return undefined;
    if (own.kind === 'test-bank') return testBank;
    const provider = made.get(configurationId) ?? createMollie(own);
    made.set(configurationId, provider);
    return provider;
  };
}
