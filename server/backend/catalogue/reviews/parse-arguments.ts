import { parseArgs } from 'node:util';
import { isTakeDownReason, type TakeDownReason } from './take-down.ts';

/** A parsed command for reviews. */
export type ReviewArguments =
  | { readonly kind: 'list'; readonly productId: number | undefined; readonly isTakenDown: boolean }
  | { readonly kind: 'hide'; readonly reviewId: number; readonly reason: TakeDownReason }
  | { readonly kind: 'show'; readonly reviewId: number };

function readReviewId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        product: { type: 'string' },
        hidden: { type: 'boolean', default: false },
      },
    });
  } catch {
    return null;
  }
}

/**
 * Parses a command line.
 *
 * @returns null if the command is invalid, for example a take-down without one of the valid reasons
 */
export function parseReviewArguments(args: readonly string[]): ReviewArguments | null {
  const parsed = parseOptions(args);
  if (!parsed) return null;
  const { values, positionals } = parsed;
  const [verb, id, ...more] = positionals;
  const { reason, product, hidden } = values;
  if (verb === 'list') {
    const productId = readReviewId(product);
    const isUsable = id === undefined && reason === undefined && (product === undefined || productId);
    return isUsable ? { kind: 'list', productId, isTakenDown: hidden } : null;
  }
  const reviewId = readReviewId(id);
  if (reviewId === undefined || more.length > 0 || product !== undefined || hidden) return null;
  if (verb === 'show') return reason === undefined ? { kind: 'show', reviewId } : null;
  const isReason = verb === 'hide' && reason !== undefined && isTakeDownReason(reason);
  return isReason ? { kind: 'hide', reviewId, reason } : null;
}
