import type { Postings } from './word-index.ts';

/** Facts about products or pages by facet and value, with their weight for each document. */
export interface FactIndex {
  find(facet: string, value: string): Postings | undefined;
}

/** Creates the builder of a fact index. Documents are added in the order of their numbers. */
export function createFactIndexBuilder() {
  const facts = new Map<string, { documents: number[]; weights: number[] }>();
  return {
    /** @param weight at most 1 */
    add(document: number, facet: string, value: string, weight: number): void {
      const key = `${facet}:${value}`;
      const entry = facts.get(key) ?? { documents: [], weights: [] };
      facts.set(key, entry);
      const last = entry.documents.length - 1;
      const scaled = Math.max(1, Math.round(Math.min(1, weight) * 255));
      if (entry.documents[last] === document) {
        entry.weights[last] = Math.max(entry.weights[last] ?? 0, scaled);
        return;
      }
      entry.documents.push(document);
      entry.weights.push(scaled);
    },
    finish(): FactIndex {
      const postings = new Map<string, Postings>(
        [...facts].map(([key, { documents, weights }]) => [
          key,
          { documents: Uint32Array.from(documents), weights: Uint8Array.from(weights) },
        ]),
      );
      facts.clear();
      return { find: (facet, value) => postings.get(`${facet}:${value}`) };
    },
  };
}
