import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

/** The response that a visitor received. */
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
  /** Body of a POST request. */
  readonly body?: string;
}

/** Timeout: longer than any page may take. */
const requestTimeoutMs = 120_000;

/**
 * Generous timeout for conditions that become true eventually: only a failure waits so long on a busy
 * machine.
 */
const WAIT_TIMEOUT_MS = 120_000;

/**
 * Requests a page as a browser does whose resolver knows the host.
 *
 * @throws Error if no complete response arrives
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
    outgoing.setTimeout(requestTimeoutMs, () => outgoing.destroy(new Error('The visit timed out')));
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
 * Retries until it succeeds.
 *
 * @param limitMs only if the test checks a maximum duration
 * @throws the last error after the timeout
 */
export async function eventually<T>(attempt: () => Promise<T>, limitMs = WAIT_TIMEOUT_MS): Promise<T> {
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
