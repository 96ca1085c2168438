import { LRUCache } from 'lru-cache';
import { toUnpooledBuffer } from '../../platform/unpooled-buffer.ts';
import type { Answer } from './response-cache.ts';

/**
 * The last answer of each call with the bytes that it was parsed from. It saves no calls. If the backend
 * answers with the same bytes again, they are not parsed, checked and frozen again. The answer is then the
 * same object, so everything derived from it (state, static HTML, cached fragments) can be reused.
 */
export interface ParseMemo {
  /**
   * Returns the answer that was parsed from exactly these bytes; undefined if the last answer had other
   * bytes.
   */
  find(key: string, bytes: Buffer): Answer | undefined;
  /** Stores a checked answer. Only for anonymous reads, since the answer is shared. */
  keep(key: string, bytes: Buffer, answer: Answer): void;
}

/**
 * As many entries as in the response cache. Sizes are bytes of JSON; the parsed objects take several times as
 * much.
 */
const maxMemoEntries = 400;
const maxMemoBytes = 6_000_000;

export function createParseMemo(): ParseMemo {
  const memo = new LRUCache<string, { readonly bytes: Buffer; readonly answer: Answer }>({
    max: maxMemoEntries,
    maxSize: maxMemoBytes,
  });
  return {
    find: (key, bytes) => {
      const last = memo.get(key);
      return last?.bytes.equals(bytes) ? last.answer : undefined;
    },
    keep: (key, bytes, answer) => {
      // A copy, because a buffer from the socket is a slice of a larger block.
      memo.set(key, { bytes: toUnpooledBuffer(bytes), answer }, { size: bytes.length + key.length });
    },
  };
}
