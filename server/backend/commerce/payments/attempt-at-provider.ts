import { PermanentFailureError, ReceiverUnavailableError } from '../../core/queue/attempts.ts';
import { ProviderError } from './provider.ts';

/** Runs work at a provider. Permanent errors become dead letters; temporary ones are retried. */
export async function attemptAtProvider(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw error.isPermanent
      ? new PermanentFailureError(error.message)
      : new ReceiverUnavailableError(error.message);
  }
}
