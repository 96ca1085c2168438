import type { Postings } from './word-index.ts';

/** Facts about products or pages by facet and value, with their weight for each document. */
export interface AttributeIndex {
  find(facet: string, value: string): Postings | undefined;
}

/** Creates the builder of a fact index. Documents are added in the order of their numbers. */
export function createAttributeIndexBuilder() {
  const entries = new Map<string, { documents: number[]; weights: number[] }>();
  return {
    /** @param weight at most 1 */
    add(document: number, facet: string, value: string, weight: number): void {
      const key = `${facet}:${value}`;
      const entry = entries.get(key) ?? { documents: [], weights: [] };
      entries.set(key, entry);
      const last = entry.documents.length - 1;
      const scaled = Math.max(1, Math.round(Math.min(1, weight) * 255));
      if (entry.documents[last] === document) {
        entry.weights[last] = Math.max(entry.weights[last] ?? 0, scaled);
        return;
      }
      entry.documents.push(document);
      entry.weights.push(scaled);
    },
    finish(): AttributeIndex {
      const postings = new Map<string, Postings>(
        [...entries].map(([key, { documents, weights }]) => [
          key,
          { documents: Uint32Array.from(documents), weights: Uint8Array.from(weights) },
        ]),
      );
      entries.clear();
      return { find: (facet, value) => postings.get(`${facet}:${value}`) };
    },
  };
}
