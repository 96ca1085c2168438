import type { MollieSettings } from '../../../payment-settings.ts';
import { type PaymentProvider, ProviderError } from '../provider.ts';

/** Makes the provider of a configuration at Mollie. */
export function createMollieProvider(_settings: MollieSettings): PaymentProvider {
  throw new ProviderError('mollie_not_available', { isLasting: true });
}
