import { type Log, stripQueries } from './logging.ts';

type Fields = Readonly<Record<string, string | number>>;

/** One line of a browser's stack. */
export interface StackFrame {
  readonly name: string;
  /** Address of the file, without query. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An error of the program in a visitor's browser. */
export interface BrowserError {
  readonly type: string;
  readonly message: string;
  /** Innermost first. */
  readonly frames: readonly StackFrame[];
  readonly fields: Fields;
}

/** Where unexpected errors go: always to the log, and to the error-reporting service where one is configured. */
export interface ErrorReporter {
  /** @param fields what helps to find it: request id, site, language, path template. No personal data, no query string. */
  reportError(error: unknown, fields?: Fields): void;
  /** Only where there is a service: a visitor's error is worth no line in our log, which anybody could fill that way. */
  readonly reportBrowserError?: (error: BrowserError) => void;
  /** Sends what is still waiting, within the time given in milliseconds. */
  flush(timeoutMs: number): Promise<void>;
}

/**
 * Checks the address of a service: the library takes a wrong one for none, and nobody would notice.
 *
 * @throws Error that says what is expected
 */
export function parseDsn(value: string): string {
  const url = URL.parse(value);
  const isDsn = url && /^https?:$/.test(url.protocol) && url.username !== '' && /\/\d+$/.test(url.pathname);
  if (!isDsn) throw new Error('must be the address that the service gives: https://key@host/number');
  return value;
}

/** An e-mail address in a message would be someone's. */
function stripPersonalData(text: string): string {
  return stripQueries(text).replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]');
}

/**
 * Makes the error reporter of a process. The service's library is only loaded when there is an address for it: it takes half a
 * second.
 *
 * @param options.dsn address of the service (`SENTRY_DSN`), undefined for none
 * @param options.release what is running, for example the version; undefined where nobody said
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
  // A client of our own: the library's `init` ends the process on an uncaught error before we have drained, writes headers of
  // its own into every call to the backend and hooks into the loading of modules. What we want of its parts is the chain of causes.
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
    // Requests carry cookies, and queries carry tokens: none of it may leave the house.
    beforeSend: (event) => {
      delete event.request;
      delete event.user;
      delete event.breadcrumbs;
      // The library adds what it runs on, which is not where the browser's error happened.
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
  const createScope = (tags: Fields) => {
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
                // The service wants the innermost last.
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
