import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { createFlights, type Deadline } from './flights.ts';

/** Bytes of all kept files together: a feed of 20,000 products is 3 MB. */
const maxBytes = 32_000_000;

/** Writes a file in pieces. It belongs to no request: the signal ends it when nobody waits for it any more. */
export type WriteFile = (signal: AbortSignal) => AsyncIterable<string>;

export interface FileStore {
  /**
   * The gzipped file of a key: kept, under way, or made now. A file that could not be made whole is not kept.
   *
   * @throws what made it impossible, or ApiError 'timeout' or 'aborted' when the caller's deadline passes
   */
  load(key: string, deadline: Deadline, write: WriteFile): Promise<Buffer>;
  clear(): void;
}

/**
 * Keeps files that are dear to make and asked for seldom (sitemaps, product feeds), gzipped while they are written.
 *
 * @param options.now milliseconds that only go forward
 */
export function createFileStore(options: { ttlMs: number; now: () => number }): FileStore {
  const { ttlMs, now } = options;
  const files = new LRUCache<string, { readonly body: Buffer; readonly endsAt: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });
  const flights = createFlights<Buffer>();
  return {
    async load(key, deadline, write) {
      const kept = files.get(key);
      if (kept && kept.endsAt > now()) return kept.body;
      return await flights.join(
        key,
        async (signal, isCurrent) => {
          const pieces = Readable.from(write(signal));
          const zipped = createGzip();
          pieces.once('error', (error) => zipped.destroy(error));
          const body = await buffer(pieces.pipe(zipped));
          if (isCurrent()) files.set(key, { body, endsAt: now() + ttlMs });
          return body;
        },
        deadline,
      );
    },
    clear() {
      flights.clear();
      files.clear();
    },
  };
}
