import { HopelessError, ReceiverAwayError } from '../../queue/drain-queue.ts';
import { ProviderError } from './provider.ts';

/** Does work at a provider: what it refuses becomes a dead letter, and what may succeed later is retried. */
export async function attemptAtProvider(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw error.isLasting ? new HopelessError(error.message) : new ReceiverAwayError(error.message);
  }
}
