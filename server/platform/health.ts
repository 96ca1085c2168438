import { type RequestHandler, Router } from 'express';

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
  /** What must answer before traffic makes sense, for example the database; rejects where it does not. */
  readonly checks?: Readonly<Record<string, () => Promise<unknown>>>;
  /** How long one check may take, in milliseconds. */
  readonly checkTimeoutMs?: number;
}

async function isHealthy(check: () => Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  // A check may throw at once, so it is called inside a promise.
  const done = Promise.resolve()
    .then(check)
    .then(
      () => true,
      () => false,
    );
  const result = await Promise.race([done, late]);
  clearTimeout(timer);
  return result;
}

/**
 * `GET /health/live`: the process answers, nothing else is touched.
 * `GET /health/ready`: 200 where it may get traffic, 503 from the first stop signal on or while a check fails.
 */
export function createHealthRoutes({ readiness, checks = {}, checkTimeoutMs = 1000 }: HealthOptions): Router {
  const live: RequestHandler = (_request, response) => {
    response.set('cache-control', 'no-store').json({ status: 'ok' });
  };
  const ready: RequestHandler = async (_request, response) => {
    const results = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, await isHealthy(check, checkTimeoutMs)] as const,
      ),
    );
    const isReady = readiness.isReady() && results.every(([, passed]) => passed);
    response
      .status(isReady ? 200 : 503)
      .set('cache-control', 'no-store')
      .json({ status: isReady ? 'ok' : 'unavailable', checks: Object.fromEntries(results) });
  };
  return Router({ caseSensitive: true, strict: true }).get('/health/live', live).get('/health/ready', ready);
}
