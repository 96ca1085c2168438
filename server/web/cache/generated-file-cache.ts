import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { createFlights, type Deadline } from './flights.ts';

/** Total bytes of all stored files; a feed of 20,000 products is 3 MB. */
const maxStoredBytes = 32_000_000;

/**
 * Writes a file in chunks. It does not belong to a request: the signal is aborted when no caller waits any
 * longer.
 */
export type GenerateFile = (signal: AbortSignal) => AsyncIterable<string>;

export interface GeneratedFileCache {
  /**
   * Returns the gzipped file of a key: stored, in progress, or created now. A file that fails is not stored.
   *
   * @throws the error of `write`, or ApiError 'timeout' or 'aborted' if the caller's deadline passes
   */
  load(key: string, deadline: Deadline, write: GenerateFile): Promise<Buffer>;
  clear(): void;
}

/**
 * Creates a store of files that are expensive to create and rarely requested (sitemaps, product feeds). Files
 * are gzipped while they are written.
 *
 * @param options.now monotonic clock in milliseconds
 */
export function createGeneratedFileCache(options: { ttlMs: number; now: () => number }): GeneratedFileCache {
  const { ttlMs, now } = options;
  const files = new LRUCache<string, { readonly body: Buffer; readonly endsAt: number }>({
    maxSize: maxStoredBytes,
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
