import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { joinLines } from './join-lines.ts';
import type { CartLine } from './queries.ts';

const createFeedLine = (productVariantId: number, count: number): CartLine => ({
  productId: productVariantId,
  productVariantId,
  productType: 2,
  packaging: 'bag',
  grossWeightGrams: 15_350,
  count,
  samples: [],
});
/** A roughage test with a sample for each name; null for a sample without a name. */
const createRoughageTestLine = (
  names: readonly (string | null)[],
  first = 1,
  productVariantId = 86,
): CartLine => ({
  ...createFeedLine(productVariantId, names.length),
  productType: 4,
  packaging: 'kit',
  samples: names.map((sampleName, index) => ({ sequence: first + index, sampleName })),
});

/** Returns the content of a line after the merge. */
function joinIntoCart(own: CartLine | undefined, added: CartLine, maxLines = 100) {
  const [joined] = joinLines(own ? [own] : [], [added], maxLines);
  if (!joined) return undefined;
  const kept = (own?.samples ?? []).filter(({ sequence }) => !joined.dropped.includes(sequence));
  return { count: joined.count, samples: [...kept, ...joined.samples] };
}
const listJoinedSampleNames = (own: CartLine | undefined, added: CartLine) =>
  joinIntoCart(own, added)?.samples.map(({ sampleName }) => sampleName);

describe('merging two carts', () => {
  it.each([
    [5, 3, 5],
    [3, 5, 5],
    [3, 3, 3],
    [1, 999, 999],
  ])('merges %i and %i pieces of a line to the larger number, %i', (own, added, count) => {
    expect(joinLines([createFeedLine(1, own)], [createFeedLine(1, added)], 100)).toEqual([
      { productVariantId: 1, productType: 2, count, samples: [], dropped: [] },
    ]);
  });

  it('keeps the lines of both carts, existing lines first, up to the maximum', () => {
    const lines = [createFeedLine(1, 1), createFeedLine(2, 1)];
    const added = [createFeedLine(3, 4), createFeedLine(2, 2), createFeedLine(4, 5)];
    const listOf = (maxLines: number) =>
      joinLines(lines, added, maxLines).map(({ productVariantId, count }) => [productVariantId, count]);
    expect(listOf(100)).toEqual([
      [3, 4],
      [2, 2],
      [4, 5],
    ]);
    expect(listOf(3)).toEqual([
      [3, 4],
      [2, 2],
    ]);
    expect(listOf(2)).toEqual([[2, 2]]);
  });

  it.each<[string, (string | null)[], (string | null)[], (string | null)[]]>([
    ['the same name in another case', ['Hay'], ['HAY'], ['Hay']],
    ['different names', ['Hay'], ['Straw'], ['Hay', 'Straw']],
    ['a name that replaces an unnamed sample', ['Hay', null], ['Straw'], ['Hay', 'Straw']],
    ['a shared name and additional unnamed samples', ['Hay'], ['Hay', null, null], ['Hay', null, null]],
    ['no names in either cart', [null], [null, null], [null, null]],
    ['no names in the existing cart', [null, null], ['Hay'], [null, 'Hay']],
    ['no names in the added cart', ['Hay', 'Straw'], [null], ['Hay', 'Straw']],
  ])('keeps the names of both carts: %s', (_what, own, added, expected) => {
    expect(listJoinedSampleNames(createRoughageTestLine(own), createRoughageTestLine(added))).toEqual(
      expected,
    );
  });

  it('numbers new samples after the existing ones and drops samples from the end', () => {
    const own = createRoughageTestLine([null, 'Hay', null, null], 4);
    expect(joinLines([own], [createRoughageTestLine(['Straw', 'Lucerne'])], 100)).toEqual([
      {
        productVariantId: 86,
        productType: 4,
        count: 4,
        samples: [
          { sequence: 8, sampleName: 'Straw' },
          { sequence: 9, sampleName: 'Lucerne' },
        ],
        dropped: [6, 7],
      },
    ]);
  });

  it('numbers samples from 1 for a test that is new in the cart', () => {
    expect(joinIntoCart(undefined, createRoughageTestLine(['Hay', null], 7))).toEqual({
      count: 2,
      samples: [
        { sequence: 1, sampleName: 'Hay' },
        { sequence: 2, sampleName: null },
      ],
    });
  });

  it('keeps at most 999 samples', () => {
    const names = (prefix: string) => Array.from({ length: 600 }, (_, index) => `${prefix} ${index}`);
    expect(
      joinIntoCart(createRoughageTestLine(names('here')), createRoughageTestLine(names('there'))),
    ).toMatchObject({
      count: 999,
      samples: { length: 999 },
    });
  });

  it('always keeps one sample per piece, every name once and all existing names', () => {
    const name = fc.option(fc.constantFrom('Hay', 'hay', 'Straw', 'Lucerne', 'Batch 7'), { nil: null });
    const samples = fc.uniqueArray(name, {
      maxLength: 8,
      minLength: 1,
      // Within one product each name occurs once; samples without a name may repeat.
      comparator: (a, b) => a !== null && b !== null && a.toLowerCase() === b.toLowerCase(),
    });
    fc.assert(
      fc.property(samples, samples, fc.nat(5), (own, added, gap) => {
        const joined = joinIntoCart(createRoughageTestLine(own, 1 + gap), createRoughageTestLine(added));
        const kept = joined?.samples ?? [];
        expect(kept).toHaveLength(joined?.count ?? 0);
        expect(joined?.count).toBeGreaterThanOrEqual(Math.max(own.length, added.length));
        expect(new Set(kept.map(({ sequence }) => sequence)).size).toBe(kept.length);
        const lower = (list: readonly (string | null)[]) =>
          list.flatMap((text) => (text === null ? [] : [text.toLowerCase()]));
        const names = lower(kept.map(({ sampleName }) => sampleName));
        expect(names.toSorted()).toEqual([...new Set(lower([...own, ...added]))].sort());
      }),
    );
  });
});
