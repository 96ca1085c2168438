import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { getErrorCode } from '../platform/error-code.ts';
import type { Log } from '../platform/logging.ts';
import type { CommandOutput } from './commands/command.ts';

/** What came of telling the web processes of one target. */
export interface WebAnswer {
  readonly host: string;
  /** How many pages they forgot. */
  readonly pages: number;
  /** Why one of them could not be told: a code of the system, or a status. */
  readonly reason?: string | undefined;
}

/** The pages that the web processes keep. */
export interface WebCaches {
  /**
   * Tells every web process that pages with these keys are old. Keys that a process could not be told are told with the next call.
   * Never rejects: what is not told is seen 15 minutes later.
   *
   * @param keys surrogate keys, for example `product-101`; none only tells what is still to be told
   * @returns one for each target that there was something to tell
   */
  forget(keys: readonly string[]): Promise<readonly WebAnswer[]>;
}

export interface WebCachesOptions {
  /** Addresses of the admin ports. A name that stands for several processes is told at each of their addresses. */
  readonly targets: readonly URL[];
  /** What they want to see, where they have one. */
  readonly token: string | undefined;
  readonly log: Log;
}

const timeoutMs = 5000;
/** In place of keys: every page. */
export const ALL_PAGES = '*';
/** As many as a purge may name; more are pages of the whole shop. */
const maxKeys = 1000;

async function listAddresses(target: URL): Promise<URL[]> {
  const hostname = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(hostname) !== 0) return [target];
  const found = await lookup(hostname, { all: true });
  return found.map(({ address, family }) => {
    const url = new URL(target);
    url.hostname = family === 6 ? `[${address}]` : address;
    return url;
  });
}

/** Makes the way to the caches of the web processes. */
export function createWebCaches({ targets, token, log }: WebCachesOptions): WebCaches {
  const untold = new Map<string, Set<string>>(targets.map((target) => [target.href, new Set()]));

  async function tell(target: URL, keys: readonly string[]): Promise<number> {
    let pages = 0;
    for (const address of await listAddresses(target)) {
      const answer = await fetch(new URL('/purge', address), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(keys.length > maxKeys || keys.includes(ALL_PAGES) ? { all: true } : { keys }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body: unknown = await answer.json().catch(() => null);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      pages += Number(typeof body === 'object' && body !== null ? Reflect.get(body, 'pages') : 0);
    }
    return pages;
  }

  return {
    async forget(keys) {
      const answers = await Promise.all(
        targets.map(async (target): Promise<WebAnswer[]> => {
          const { host } = target;
          const pending = untold.get(target.href) ?? new Set<string>();
          for (const key of keys) pending.add(key);
          const telling = [...pending];
          if (telling.length === 0) return [];
          try {
            const pages = await tell(target, telling);
            for (const key of telling) pending.delete(key);
            return [{ host, pages }];
          } catch (error) {
            const cause = error instanceof Error ? (getErrorCode(error.cause) ?? error.message) : undefined;
            const reason = cause ?? 'unknown';
            log.warn({ target: host, reason }, 'purge_failed');
            return [{ host, pages: 0, reason }];
          }
        }),
      );
      return answers.flat();
    },
  };
}

/** What a command does after it has changed something: has the pages made anew, and says so where a web could not be told. */
export async function forgetFromCommand(
  { webCaches, say, warn }: CommandOutput & { readonly webCaches: WebCaches },
  keys: readonly string[],
): Promise<void> {
  const answers = await webCaches.forget(keys);
  const untold = answers.filter(({ reason }) => reason !== undefined);
  const isAll = keys.includes(ALL_PAGES) || keys.length > maxKeys;
  if (untold.length > 0) {
    warn(
      `${untold.length} of ${answers.length} web processes could not be told: where one runs, its pages stay for up to 15 minutes. ` +
        `Tell it: npm run purge -- ${isAll ? '--all' : keys.join(' ')}`,
    );
  }
  say(
    isAll
      ? 'Purge a CDN before the shop whole.'
      : `Purge a CDN before the shop by the key ${keys.join(' ')}.`,
  );
}
