import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { joinLines } from './join-lines.ts';
import type { CartLine } from './queries.ts';

const feed = (productVariantId: number, count: number): CartLine => ({
  productId: productVariantId,
  productVariantId,
  productType: 2,
  packaging: 'bag',
  grossWeightGrams: 15_350,
  count,
  samples: [],
});
/** A test with a sample for each name; null for one without a name. */
const scan = (names: readonly (string | null)[], first = 1, productVariantId = 86): CartLine => ({
  ...feed(productVariantId, names.length),
  productType: 4,
  packaging: 'kit',
  samples: names.map((sampleName, index) => ({ sequence: first + index, sampleName })),
});

/** What a line holds after it was joined. */
function apply(own: CartLine | undefined, added: CartLine, maxLines = 100) {
  const [joined] = joinLines(own ? [own] : [], [added], maxLines);
  if (!joined) return undefined;
  const kept = (own?.samples ?? []).filter(({ sequence }) => !joined.dropped.includes(sequence));
  return { count: joined.count, samples: [...kept, ...joined.samples] };
}
const namesOf = (own: CartLine | undefined, added: CartLine) =>
  apply(own, added)?.samples.map(({ sampleName }) => sampleName);

describe('two carts that are joined', () => {
  it.each([
    [5, 3, 5],
    [3, 5, 5],
    [3, 3, 3],
    [1, 999, 999],
  ])('have of a line with %i and %i pieces the larger number, %i', (own, added, count) => {
    expect(joinLines([feed(1, own)], [feed(1, added)], 100)).toEqual([
      { productVariantId: 1, productType: 2, count, samples: [], dropped: [] },
    ]);
  });

  it('have the lines of both, those that are there first, and no more than may be', () => {
    const lines = [feed(1, 1), feed(2, 1)];
    const added = [feed(3, 4), feed(2, 2), feed(4, 5)];
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
    ['the same in other letters', ['Hay'], ['HAY'], ['Hay']],
    ['other ones', ['Hay'], ['Straw'], ['Hay', 'Straw']],
    ['one that takes the place of a sample without a name', ['Hay', null], ['Straw'], ['Hay', 'Straw']],
    ['one, and more without a name', ['Hay'], ['Hay', null, null], ['Hay', null, null]],
    ['none on either side', [null], [null, null], [null, null]],
    ['none here', [null, null], ['Hay'], [null, 'Hay']],
    ['none there', ['Hay', 'Straw'], [null], ['Hay', 'Straw']],
  ])('have the names of both: %s', (_what, own, added, expected) => {
    expect(namesOf(scan(own), scan(added))).toEqual(expected);
  });

  it('give new samples sequences after those that are there, and drop from the end', () => {
    const own = scan([null, 'Hay', null, null], 4);
    expect(joinLines([own], [scan(['Straw', 'Lucerne'])], 100)).toEqual([
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

  it('begin anew with a test that was not there', () => {
    expect(apply(undefined, scan(['Hay', null], 7))).toEqual({
      count: 2,
      samples: [
        { sequence: 1, sampleName: 'Hay' },
        { sequence: 2, sampleName: null },
      ],
    });
  });

  it('have 999 samples at most', () => {
    const names = (prefix: string) => Array.from({ length: 600 }, (_, index) => `${prefix} ${index}`);
    expect(apply(scan(names('here')), scan(names('there')))).toMatchObject({
      count: 999,
      samples: { length: 999 },
    });
  });

  it('always have a sample for each piece, every name once, and nothing of what was there lost', () => {
    const name = fc.option(fc.constantFrom('Hay', 'hay', 'Straw', 'Lucerne', 'Batch 7'), { nil: null });
    const samples = fc.uniqueArray(name, {
      maxLength: 8,
      minLength: 1,
      // Of one product a name is there once; samples without one as often as you like.
      comparator: (a, b) => a !== null && b !== null && a.toLowerCase() === b.toLowerCase(),
    });
    fc.assert(
      fc.property(samples, samples, fc.nat(5), (own, added, gap) => {
        const joined = apply(scan(own, 1 + gap), scan(added));
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
