import { MAX_LINE_QUANTITY } from '../../../../shared/rules/cart/cart-limits.ts';
import { isRoughageTest } from '../../../../shared/rules/cart/shipping-properties.ts';
import type { CartLine } from './queries.ts';

/** The fields of a line that matter for merging. */
export type JoinableLine = Pick<CartLine, 'productVariantId' | 'productType' | 'count' | 'samples'>;

/** A line after two carts were merged. */
export interface JoinedLine extends Pick<CartLine, 'productVariantId' | 'productType' | 'count'> {
  /** Samples that are new in the line. */
  readonly samples: CartLine['samples'];
  /** Sequences of unnamed samples that are replaced by named ones. */
  readonly dropped: readonly number[];
}

const listSampleNames = ({ samples }: JoinableLine): string[] =>
  samples.flatMap(({ sampleName }) => (sampleName === null ? [] : [sampleName]));

/**
 * Merges the lines of one cart into another: the larger quantity of each line, and the union of its samples
 * by name.
 *
 * @param lines lines of the remaining cart
 * @param added lines of the merged cart
 * @param maxLines maximum number of lines; further ones are left out
 * @returns the changed lines
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
    if (!isRoughageTest(line)) {
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
    const known = new Set(own ? listSampleNames(own).map((name) => name.toLowerCase()) : []);
    const newNames = listSampleNames(line).filter((name) => !known.has(name.toLowerCase()));
    const names = known.size + newNames.length;
    const count = Math.min(MAX_LINE_QUANTITY, Math.max(own?.count ?? 0, line.count, names));
    const unnamed = (own?.samples ?? []).filter(({ sampleName }) => sampleName === null);
    const kept = newNames.slice(0, count - known.size);
    // A named sample replaces an unnamed one.
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
