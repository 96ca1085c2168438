import { type RequestHandler, Router } from 'express';

/** What a check rejects with if operators must act before the process can become ready; the message says what to do. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/** Whether this process may be given traffic. */
export interface Readiness {
  isReady(): boolean;
  /** From now on not ready, for good: called at the first stop signal. */
  stop(): void;
}

export function createReadiness(): Readiness {
  let isReady = true;
  return {
    isReady: () => isReady,
    stop: () => {
      isReady = false;
    },
  };
}

export interface HealthOptions {
  readonly readiness: Readiness;
  /** What must answer before traffic makes sense, for example the database; rejects where it does not, with a NotReadyError where operators can read why. */
  readonly checks?: Readonly<Record<string, () => Promise<unknown>>>;
  /** How long one check may take, in milliseconds. */
  readonly checkTimeoutMs?: number;
}

interface CheckResult {
  readonly isPassed: boolean;
  /** What operators have to do; undefined for failures that are described in the log only. */
  readonly reason?: string | undefined;
}

async function runCheck(check: () => Promise<unknown>, timeoutMs: number): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => resolve({ isPassed: false }), timeoutMs);
  });
  // A check may throw at once, so it is called inside a promise.
  const done = Promise.resolve()
    .then(check)
    .then(
      (): CheckResult => ({ isPassed: true }),
      (error: unknown): CheckResult => ({
        isPassed: false,
        reason: error instanceof NotReadyError ? error.message : undefined,
      }),
    );
  const result = await Promise.race([done, late]);
  clearTimeout(timer);
  return result;
}

/**
 * `GET /health/live`: the process answers, nothing else is touched.
 * `GET /health/ready`: 200 where it may get traffic, 503 from the first stop signal on or while a check fails. `reasons` names what operators
 * have to do.
 */
export function createHealthRoutes({ readiness, checks = {}, checkTimeoutMs = 1000 }: HealthOptions): Router {
  const live: RequestHandler = (_request, response) => {
    response.set('cache-control', 'no-store').json({ status: 'ok' });
  };
  const ready: RequestHandler = async (_request, response) => {
    const results = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, await runCheck(check, checkTimeoutMs)] as const,
      ),
    );
    const isReady = readiness.isReady() && results.every(([, { isPassed }]) => isPassed);
    const reasons = results.flatMap(([name, { reason }]) => (reason === undefined ? [] : [[name, reason]]));
    response
      .status(isReady ? 200 : 503)
      .set('cache-control', 'no-store')
      .json({
        status: isReady ? 'ok' : 'unavailable',
        checks: Object.fromEntries(results.map(([name, { isPassed }]) => [name, isPassed])),
        ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
      });
  };
  return Router({ caseSensitive: true, strict: true }).get('/health/live', live).get('/health/ready', ready);
}
