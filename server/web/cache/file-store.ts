import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { createSharedFlight, type Patience, type SharedFlight } from './shared-flight.ts';

/** Bytes of all kept files together: a feed of 20,000 products is 3 MB. */
const maxBytes = 32_000_000;

/** Writes a file in pieces, on nobody's account in particular; the signal ends it when nobody waits for it any more. */
export type WriteFile = (signal: AbortSignal) => AsyncIterable<string>;

export interface FileStore {
  /**
   * The gzipped file of a key: kept, under way, or made now. A file that could not be made whole is not kept.
   *
   * @throws what made it impossible, or ApiError 'timeout' or 'aborted' when the caller's patience ends
   */
  load(key: string, patience: Patience, write: WriteFile): Promise<Buffer>;
  clear(): void;
}

/**
 * Keeps files that are dear to make and asked for seldom (sitemaps, product feeds), gzipped while they are written.
 *
 * @param options.now milliseconds that only go forward
 */
export function createFileStore(options: { lifeMs: number; now: () => number }): FileStore {
  const { lifeMs, now } = options;
  const files = new LRUCache<string, { readonly body: Buffer; readonly endsAt: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });
  const flights = new Map<string, SharedFlight<Buffer>>();
  let generation = 0;
  return {
    async load(key, patience, write) {
      const kept = files.get(key);
      if (kept && kept.endsAt > now()) return kept.body;
      const flightKey = `${generation} ${key}`;
      let flight = flights.get(flightKey);
      if (!flight) {
        const ofGeneration = generation;
        flight = createSharedFlight(
          async (signal) => {
            const pieces = Readable.from(write(signal));
            const zipped = createGzip();
            pieces.once('error', (error) => zipped.destroy(error));
            const body = await buffer(pieces.pipe(zipped));
            // What was begun before a purge may hold what was purged.
            if (ofGeneration === generation) files.set(key, { body, endsAt: now() + lifeMs });
            return body;
          },
          () => flights.delete(flightKey),
        );
        flights.set(flightKey, flight);
      }
      return await flight.join(patience);
    },
    clear() {
      generation += 1;
      files.clear();
    },
  };
}
