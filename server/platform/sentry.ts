import { type Log, stripQueries } from './logging.ts';

type ReportFields = Readonly<Record<string, string | number>>;

/** Frame of a browser's stack trace. */
export interface StackFrame {
  readonly name: string;
  /** URL of the file, without query. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Script error in a visitor's browser. */
export interface BrowserError {
  readonly type: string;
  readonly message: string;
  /** Frames, innermost first. */
  readonly frames: readonly StackFrame[];
  readonly fields: ReportFields;
}

/** Reporter of unexpected errors: to the log, and to the error-reporting service if one is configured. */
export interface ErrorReporter {
  /** @param fields context: request id, site, language, path template. No personal data, no query string. */
  reportError(error: unknown, fields?: ReportFields): void;
  /**
   * Undefined without a service: errors of browsers are not logged, because anyone could fill the log with
   * them.
   */
  readonly reportBrowserError?: (error: BrowserError) => void;
  /** Sends pending reports within a timeout in milliseconds. */
  flush(timeoutMs: number): Promise<void>;
}

/**
 * Validates the address of a service, because the library silently ignores an invalid one.
 *
 * @throws Error that describes the format
 */
export function parseDsn(value: string): string {
  const url = URL.parse(value);
  const isDsn = url && /^https?:$/.test(url.protocol) && url.username !== '' && /\/\d+$/.test(url.pathname);
  if (!isDsn) throw new Error('must be the address that the service gives: https://key@host/number');
  return value;
}

/** Removes e-mail addresses from a message. */
function stripPersonalData(text: string): string {
  return stripQueries(text).replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]');
}

/**
 * Creates the error reporter of a process. Loads the service's library only if there is an address, because
 * it takes half a second.
 *
 * @param options.dsn address of the service (`SENTRY_DSN`); undefined for none
 * @param options.release version of the process; undefined if unknown
 */
export async function createErrorReporter(options: {
  dsn: string | undefined;
  process: string;
  log: Log;
  release?: string | undefined;
}): Promise<ErrorReporter> {
  const { dsn, log } = options;
  if (dsn === undefined) {
    return {
      reportError: (error, fields) => log.error({ ...fields, err: error }, 'unexpected_error'),
      flush: () => Promise.resolve(),
    };
  }
  const sentry = await import('@sentry/node');
  // A client without the library's `init`, which would end the process on an uncaught error before it has
  // drained, add headers to every backend request, and hook into module loading. Of the library's
  // integrations only the chain of causes is used.
  const client = new sentry.NodeClient({
    dsn,
    ...(options.release === undefined ? {} : { release: options.release }),
    transport: sentry.makeNodeTransport,
    stackParser: sentry.defaultStackParser,
    integrations: [sentry.linkedErrorsIntegration()],
    enableRuntimeChannelInjection: false,
    sendClientReports: false,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      databaseQueryData: false,
      stackFrameVariables: false,
    },
    // Removes requests, because cookies and queries contain personal data and tokens.
    beforeSend: (event) => {
      delete event.request;
      delete event.user;
      delete event.breadcrumbs;
      // Removes the data about this process that the library adds, because the error occurred in a browser.
      if (event.platform === 'javascript') {
        delete event.contexts?.runtime;
        delete event.server_name;
      }
      for (const exception of event.exception?.values ?? []) {
        if (exception.value !== undefined) exception.value = stripPersonalData(exception.value);
      }
      return event;
    },
  });
  client.init();
  const createScope = (tags: ReportFields) => {
    const scope = new sentry.Scope();
    scope.setClient(client);
    scope.setTags(tags);
    return scope;
  };
  return {
    reportError: (error, fields) => {
      log.error({ ...fields, err: error }, 'unexpected_error');
      createScope({ process: options.process, ...fields }).captureException(error);
    },
    reportBrowserError: ({ type, message, frames, fields }) => {
      createScope({ process: 'browser', ...fields }).captureEvent({
        platform: 'javascript',
        level: 'error',
        exception: {
          values: [
            {
              type,
              value: message,
              mechanism: { type: 'browser', handled: false },
              stacktrace: {
                // The service expects the innermost frame last.
                frames: frames.toReversed().map(({ name, file, line, column }) => ({
                  function: name,
                  filename: file,
                  lineno: line,
                  colno: column,
                  in_app: file.includes('/assets/'),
                })),
              },
            },
          ],
        },
      });
    },
    flush: async (timeoutMs) => {
      await client.flush(timeoutMs);
    },
  };
}
