import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { MAX_PURGED_KEYS } from '../../../shared/rules/surrogate-key.ts';
import type { CommandContext } from './cli/command.ts';

/** Result of notifying the web processes of one target. */
export interface WebPurgeResult {
  readonly host: string;
  /** Number of purged pages. */
  readonly pages: number;
  /** Reason of a failure: a system error code, or a status. */
  readonly reason?: string | undefined;
}

/** Page caches of the web processes. */
export interface WebCaches {
  /** Addresses of the admin ports in the settings. */
  readonly targets: readonly string[];
  /**
   * Notifies the web processes of a target that pages with these keys are outdated.
   *
   * @param keys surrogate keys, for example `product-101`
   * @returns number of purged pages
   * @throws Error if any of them could not be notified
   */
  notify(target: string, keys: readonly string[]): Promise<number>;
}

export interface WebCachesOptions {
  /** Addresses of the admin ports. If a name resolves to several addresses, all of them are notified. */
  readonly targets: readonly URL[];
  /** Token of the web processes, if they require one. */
  readonly token: string | undefined;
}

const purgeTimeoutMs = 5000;
/** Replaces the keys to purge every page. */
export const ALL_PAGES_KEY = '*';

/** Thrown if a web process refused the purge. */
export class PurgeRefusedError extends Error {
  override readonly name = 'PurgeRefusedError';
  readonly code: string;

  constructor(status: number) {
    super(`The web process answered with the status ${status}`);
    this.code = `STATUS_${status}`;
  }
}

async function resolveAddresses(target: URL): Promise<URL[]> {
  const hostname = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(hostname) !== 0) return [target];
  const found = await lookup(hostname, { all: true });
  return found.map(({ address, family }) => {
    const url = new URL(target);
    url.hostname = family === 6 ? `[${address}]` : address;
    return url;
  });
}

/** Creates the client for the page caches of the web processes. */
export function createWebCaches({ targets, token }: WebCachesOptions): WebCaches {
  const sendPurge = (address: URL, order: object): Promise<Response> =>
    fetch(new URL('/purge', address), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(order),
      // A redirect would send the purge and its token to an address that is not in the settings.
      redirect: 'error',
      signal: AbortSignal.timeout(purgeTimeoutMs),
    });
  return {
    targets: targets.map(({ href }) => href),
    async notify(target, keys) {
      let pages = 0;
      for (const address of await resolveAddresses(new URL(target))) {
        const order = isPurgeOfAllPages(keys) ? { all: true } : { keys };
        let answer = await sendPurge(address, order);
        // A web of the previous release knows fewer types of keys and refuses a purge with others. All its
        // pages are purged instead, because a retry would be refused again, and later purges would wait for
        // it until the web is replaced.
        if (answer.status === 400 && !isPurgeOfAllPages(keys)) {
          await answer.body?.cancel();
          answer = await sendPurge(address, { all: true });
        }
        const body: unknown = await answer.json().catch(() => null);
        if (!answer.ok) throw new PurgeRefusedError(answer.status);
        pages += Number(typeof body === 'object' && body !== null ? Reflect.get(body, 'pages') : 0);
      }
      return pages;
    },
  };
}

const isPurgeOfAllPages = (keys: readonly string[]): boolean =>
  keys.includes(ALL_PAGES_KEY) || keys.length > MAX_PURGED_KEYS;

/**
 * Notifies the web processes immediately after a command has changed data, and prints what is pending.
 *
 * @returns true if all were notified
 */
export async function notifyWebsFromCommand(
  { deliverPurges, print: say, warn }: CommandContext,
  keys: readonly string[],
): Promise<boolean> {
  const waiting = await deliverPurges();
  if (waiting > 0) {
    warn(
      'Not every web process could be notified: a running backend notifies it as soon as it is available. Until then its cached data is at most 15 minutes old.',
    );
  }
  say(
    isPurgeOfAllPages(keys)
      ? 'Purge everything from a CDN in front of the shop.'
      : `Purge a CDN in front of the shop by the key ${keys.join(' ')}.`,
  );
  return waiting === 0;
}
