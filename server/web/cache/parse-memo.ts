import { LRUCache } from 'lru-cache';
import { createKeptBytes } from '../../platform/kept-bytes.ts';
import type { Answer } from './response-cache.ts';

/**
 * The last answer to each question with the bytes that it was parsed from. Every question is asked all the same: where the backend
 * answers with the same bytes again, they are not parsed, checked and frozen again. The answer is then the same object, so what was
 * derived from it before (state, static HTML, cached fragments) is used on.
 */
export interface ParseMemo {
  /** The answer that was parsed from exactly these bytes; undefined where the last ones were others. */
  find(key: string, bytes: Buffer): Answer | undefined;
  /** To be told of checked answers to anonymous reads only: whoever gets them shares them. */
  keep(key: string, bytes: Buffer, answer: Answer): void;
}

/** As many as the response cache holds; in bytes of JSON, whose objects take some times as much. */
const maxEntries = 400;
const maxBytes = 6_000_000;

export function createParseMemo(): ParseMemo {
  const memo = new LRUCache<string, { readonly bytes: Buffer; readonly answer: Answer }>({
    max: maxEntries,
    maxSize: maxBytes,
  });
  return {
    find: (key, bytes) => {
      const last = memo.get(key);
      return last?.bytes.equals(bytes) ? last.answer : undefined;
    },
    keep: (key, bytes, answer) => {
      // A copy: what came from the socket is cut out of a larger block.
      memo.set(key, { bytes: createKeptBytes(bytes), answer }, { size: bytes.length + key.length });
    },
  };
}
