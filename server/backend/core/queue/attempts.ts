import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { getErrorCode } from '../../../platform/error-code.ts';
import type { QueueName } from './tables.ts';

/** Item to be done. */
export interface QueueItem {
  readonly id: number;
  readonly name: QueueName;
  readonly orderingKey: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Number of started attempts, including this one. */
  readonly attempts: number;
  /** First due time, from which the age of the item counts. */
  readonly dueSince: Date;
}

/** Worker for the items of a name. */
export interface Worker {
  /** Runs at least once per item, so it must be safe to repeat. */
  run(item: QueueItem, signal: AbortSignal): Promise<void>;
  /** Pauses after the first, second … failed attempt. The last one applies to all further attempts. */
  readonly retryDelaysMs: readonly number[];
  /**
   * Age after which a failed attempt is the last one. By default there is one attempt more than there are
   * pauses.
   */
  readonly giveUpAfterMs?: number;
}

/** Workers by the name of their items. */
export type QueueWorkers = Readonly<Partial<Record<QueueName, Worker>>>;

/** Failed attempt with a known reason. The code contains no personal data. */
export class FailedAttemptError extends Error {
  override readonly name: string = 'FailedAttemptError';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Thrown for an item that can never succeed, so it is not retried. */
export class PermanentFailureError extends FailedAttemptError {
  override readonly name = 'PermanentFailureError';
}

/** Thrown if the receiver is unavailable, so other items of the name would fail too. */
export class ReceiverUnavailableError extends FailedAttemptError {
  override readonly name = 'ReceiverUnavailableError';
}

/** Returns a failure without personal data: a code, or the name of the error. */
export const describeFailure = (error: unknown): string =>
  getErrorCode(error) ??
  getErrorCode(error instanceof Error ? error.cause : undefined) ??
  (error instanceof Error ? error.name : 'unknown');

/**
 * Returns the pause after a failed attempt in milliseconds; null if it was the last one.
 *
 * @param now current time in milliseconds since 1970
 */
export function getRetryDelay(
  { retryDelaysMs, giveUpAfterMs }: Worker,
  { attempts, dueSince }: QueueItem,
  error: unknown,
  now: number,
): number | null {
  const delay = retryDelaysMs[attempts - 1] ?? retryDelaysMs.at(-1);
  if (error instanceof PermanentFailureError || delay === undefined) return null;
  const isLast =
    giveUpAfterMs === undefined ? attempts > retryDelaysMs.length : now - dueSince.getTime() >= giveUpAfterMs;
  return isLast ? null : delay;
}

/** Delays between attempts in milliseconds: five take 5 hours, seven a day and a half, eight two and a half days. */
const delaysMs = [1, 5, 15, 60, 240, 720, 1440, 1440].map((minutes) => minutes * MINUTE_MS);

/** Returns the delays between the attempts of work that customers wait for. @param count number of retries */
export const getRetryDelays = (count: 5 | 7 | 8): readonly number[] => delaysMs.slice(0, count);
