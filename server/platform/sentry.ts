import type { Log } from './logging.ts';

/** Where unexpected errors go: always to the log, and to the error-reporting service where one is configured. */
export interface ErrorReporter {
  /** @param fields what helps to find it: request id, site, language, path template. No personal data, no query string. */
  reportError(error: unknown, fields?: Readonly<Record<string, string | number>>): void;
  /** Sends what is still waiting, within the time given in milliseconds. */
  flush(timeoutMs: number): Promise<void>;
}

/**
 * Makes the error reporter of a process. The service's library is only loaded when there is an address for it.
 *
 * @param options.dsn address of the service (`SENTRY_DSN`), undefined for none
 */
export async function createErrorReporter(options: {
  dsn: string | undefined;
  process: string;
  log: Log;
}): Promise<ErrorReporter> {
  const { dsn, log } = options;
  if (dsn === undefined) {
    return {
      reportError: (error, fields) => log.error({ ...fields, err: error }, 'unexpected_error'),
      flush: () => Promise.resolve(),
    };
  }
  const sentry = await import('@sentry/node');
  sentry.init({
    dsn,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      databaseQueryData: false,
      stackFrameVariables: false,
    },
    initialScope: { tags: { process: options.process } },
    // Requests carry cookies, and queries carry tokens: none of it may leave the house.
    beforeSend: (event) => {
      delete event.request;
      delete event.user;
      delete event.breadcrumbs;
      return event;
    },
  });
  return {
    reportError: (error, fields) => {
      log.error({ ...fields, err: error }, 'unexpected_error');
      sentry.captureException(error, fields ? { tags: { ...fields } } : undefined);
    },
    flush: async (timeoutMs) => {
      await sentry.flush(timeoutMs);
    },
  };
}
