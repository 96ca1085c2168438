import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { CommandContext } from './commands/command.ts';

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
  /** Addresses of the admin ports, as the settings name them. */
  readonly targets: readonly string[];
  /**
   * Tells the web processes of a target that pages with these keys are old.
   *
   * @param keys surrogate keys, for example `product-101`
   * @returns how many pages they forgot
   * @throws Error where one of them could not be told
   */
  tell(target: string, keys: readonly string[]): Promise<number>;
}

export interface WebCachesOptions {
  /** Addresses of the admin ports. A name that stands for several processes is told at each of their addresses. */
  readonly targets: readonly URL[];
  /** What they want to see, where they have one. */
  readonly token: string | undefined;
}

const timeoutMs = 5000;
/** In place of keys: every page. */
export const ALL_PAGES = '*';
/** As many as a purge may name; more are pages of the whole shop. */
const maxKeys = 1000;

/** A web process that has heard the order and did not follow it. */
export class WebRefusedError extends Error {
  override readonly name = 'WebRefusedError';
  readonly code: string;

  constructor(status: number) {
    super(`The web process answered with the status ${status}`);
    this.code = `STATUS_${status}`;
  }
}

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
export function createWebCaches({ targets, token }: WebCachesOptions): WebCaches {
  const sendOrder = (address: URL, order: object): Promise<Response> =>
    fetch(new URL('/purge', address), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(order),
      // A redirect would take the order, and the token with it, to an address that no setting names.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  return {
    targets: targets.map(({ href }) => href),
    async tell(target, keys) {
      let pages = 0;
      for (const address of await listAddresses(new URL(target))) {
        const order = isOfAll(keys) ? { all: true } : { keys };
        let answer = await sendOrder(address, order);
        // A web of the release before knows fewer kinds of keys, and refuses an order that has one of the others. It forgets more than it
        // need: told again, it would refuse again, and whatever changes later would wait behind this until it is replaced.
        if (answer.status === 400 && !isOfAll(keys)) {
          await answer.body?.cancel();
          answer = await sendOrder(address, { all: true });
        }
        const body: unknown = await answer.json().catch(() => null);
        if (!answer.ok) throw new WebRefusedError(answer.status);
        pages += Number(typeof body === 'object' && body !== null ? Reflect.get(body, 'pages') : 0);
      }
      return pages;
    },
  };
}

const isOfAll = (keys: readonly string[]): boolean => keys.includes(ALL_PAGES) || keys.length > maxKeys;

/**
 * What a command does after it has changed something: has the webs told at once, and says what is left to do.
 *
 * @returns whether all were told
 */
export async function tellFromCommand(
  { deliverPurges, say, warn }: CommandContext,
  keys: readonly string[],
): Promise<boolean> {
  const waiting = await deliverPurges();
  if (waiting > 0) {
    warn(
      'Not every web process could be told: a running backend tells it when it is back. What it keeps until then is 15 minutes old at most.',
    );
  }
  say(
    isOfAll(keys)
      ? 'Purge a CDN before the shop whole.'
      : `Purge a CDN before the shop by the key ${keys.join(' ')}.`,
  );
  return waiting === 0;
}
