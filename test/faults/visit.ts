import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

/** What a visitor got. */
export interface Visit {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Milliseconds until the last byte. */
  readonly ms: number;
}

export interface VisitOptions {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  readonly agent?: Agent;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST. */
  readonly body?: string;
}

/** Longer than any page may take. */
const patienceMs = 120_000;

/** For what is only a matter of time: generous, since a busy machine is slow and only a failure waits so long. */
const WAIT_LIMIT_MS = 120_000;

/**
 * Asks for a page as a browser does, whose resolver knows the host.
 *
 * @throws Error where no whole answer came
 */
export function visit({ port, host, path, agent, headers, body }: VisitOptions): Promise<Visit> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host, ...headers },
      agent: agent ?? false,
    });
    outgoing.setTimeout(patienceMs, () => outgoing.destroy(new Error('The visitor gave up')));
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const ms = performance.now() - startedAt;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, ms });
      });
    });
    outgoing.end(body);
  });
}

/**
 * Tries until it succeeds.
 *
 * @param limitMs only where what is proved is that it takes no longer
 * @throws the last error once the time is over
 */
export async function eventually<T>(attempt: () => Promise<T>, limitMs = WAIT_LIMIT_MS): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
