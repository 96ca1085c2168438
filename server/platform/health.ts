import { type RequestHandler, Router } from 'express';

/**
 * Rejection of a check if operators must act before the process can become ready. The message says what to
 * do.
 */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/** Readiness of this process for traffic. */
export interface Readiness {
  isReady(): boolean;
  /** Sets the process to not ready permanently. Called at the first stop signal. */
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
  /**
   * Checks of required services, for example the database. They reject if a service is unavailable, with a
   * NotReadyError if operators must act.
   */
  readonly checks?: Readonly<Record<string, () => Promise<unknown>>>;
  /** Timeout of one check in milliseconds. */
  readonly checkTimeoutMs?: number;
}

interface CheckResult {
  readonly isPassed: boolean;
  /** Required action of operators; undefined for failures described in the log only. */
  readonly reason?: string | undefined;
}

async function runCheck(check: () => Promise<unknown>, timeoutMs: number): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => resolve({ isPassed: false }), timeoutMs);
  });
  // A check may throw synchronously, so it is called inside a promise.
  const done = Promise.resolve()
    .then(check)
    .then(
      (): CheckResult => ({ isPassed: true }),
      (error: unknown): CheckResult => ({
        isPassed: false,
        reason: error instanceof NotReadyError ? error.message : undefined,
      }),
    );
  const result = await Promise.race([done, timeout]);
  clearTimeout(timer);
  return result;
}

/**
 * Creates the health routes. `GET /health/live` succeeds if the process responds. `GET /health/ready` returns
 * 200 if it may receive traffic, and 503 after the first stop signal or if a check fails. `reasons` contains
 * the required actions of operators.
 */
export function createHealthRoutes({ readiness, checks = {}, checkTimeoutMs = 1000 }: HealthOptions): Router {
  const liveness: RequestHandler = (_request, response) => {
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
  return Router({ caseSensitive: true, strict: true })
    .get('/health/live', liveness)
    .get('/health/ready', ready);
}
