import { MAX_LINE_QUANTITY } from '../../../../shared/rules/cart/cart-limits.ts';
import { isTest } from '../../../../shared/rules/cart/goods.ts';
import type { CartLine } from './queries.ts';

/** A line as far as it is joined to others. */
export type JoinableLine = Pick<CartLine, 'productVariantId' | 'productType' | 'count' | 'samples'>;

/** A line as it is after two carts were joined. */
export interface JoinedLine extends Pick<CartLine, 'productVariantId' | 'productType' | 'count'> {
  /** Samples that are new to it. */
  readonly samples: CartLine['samples'];
  /** Sequences of samples without a name that make room for those that have one. */
  readonly dropped: readonly number[];
}

const getNames = ({ samples }: JoinableLine): string[] =>
  samples.flatMap(({ sampleName }) => (sampleName === null ? [] : [sampleName]));

/**
 * Joins the lines of a cart to those of another one: the larger quantity of each line, samples united by their names.
 *
 * @param lines of the cart that stays
 * @param added of the one that comes
 * @param maxLines lines that come after so many are left out
 * @returns the lines that change
 */
export function joinLines(
  lines: readonly JoinableLine[],
  added: readonly JoinableLine[],
  maxLines: number,
): JoinedLine[] {
  const byId = new Map(lines.map((line) => [line.productVariantId, line]));
  let room = maxLines - lines.length;
  return added.flatMap((line): JoinedLine[] => {
    const own = byId.get(line.productVariantId);
    if (!own && room === 0) return [];
    if (!own) room -= 1;
    const { productVariantId, productType } = line;
    if (!isTest(line)) {
      return [
        {
          productVariantId,
          productType,
          count: Math.max(own?.count ?? 0, line.count),
          samples: [],
          dropped: [],
        },
      ];
    }
    const known = new Set(own ? getNames(own).map((name) => name.toLowerCase()) : []);
    const newNames = getNames(line).filter((name) => !known.has(name.toLowerCase()));
    const names = known.size + newNames.length;
    const count = Math.min(MAX_LINE_QUANTITY, Math.max(own?.count ?? 0, line.count, names));
    const unnamed = (own?.samples ?? []).filter(({ sampleName }) => sampleName === null);
    const kept = newNames.slice(0, count - known.size);
    // A name takes the place of a piece without one.
    const blanks = count - known.size - kept.length;
    const dropped = unnamed.slice(blanks).map(({ sequence }) => sequence);
    const last = Math.max(0, ...(own?.samples ?? []).map(({ sequence }) => sequence));
    const added = [...kept, ...Array<null>(Math.max(0, blanks - unnamed.length)).fill(null)];
    return [
      {
        productVariantId,
        productType,
        count,
        samples: added.map((sampleName, index) => ({ sequence: last + 1 + index, sampleName })),
        dropped,
      },
    ];
  });
}
