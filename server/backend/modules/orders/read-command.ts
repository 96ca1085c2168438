import { parseArgs } from 'node:util';
import { type OrderStatus, orderStatuses } from '../../../../shared/rules/orders/order-status.ts';
import { readEuro } from '../../commands/euro.ts';
import { isTrackingUrl } from './order-acts.ts';

/** An order as somebody names it. */
export interface NamedOrder {
  readonly orderNumber: string;
  /** Where orders of several sites have the number. */
  readonly siteKey: string | null;
}

/** What a command line wants of orders. */
export type OrderCommand =
  | {
      readonly kind: 'list';
      readonly status: OrderStatus | null;
      readonly siteKey: string | null;
      /** Only those whose money does not move, since work at a provider has failed. */
      readonly isFailed: boolean;
    }
  | ({ readonly kind: 'show' } & NamedOrder)
  | ({ readonly kind: 'cancel' } & NamedOrder)
  | ({ readonly kind: 'ship'; readonly trackingUrl: string | undefined } & NamedOrder)
  | ({ readonly kind: 'refund'; readonly amount: number } & NamedOrder)
  | { readonly kind: 'refuse'; readonly fault: string };

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        status: { type: 'string' },
        site: { type: 'string' },
        tracking: { type: 'string' },
        failed: { type: 'boolean' },
      },
    });
  } catch {
    return null;
  }
}

function readList(status: string | undefined, siteKey: string | null, isFailed: boolean): OrderCommand {
  if (status === undefined) return { kind: 'list', status: null, siteKey, isFailed };
  const known = orderStatuses.find((candidate) => candidate === status);
  return known
    ? { kind: 'list', status: known, siteKey, isFailed }
    : { kind: 'refuse', fault: `--status: '${status}' is none of ${orderStatuses.join(', ')}` };
}

/** @returns null for words that ask for nothing that there is */
export function readOrderCommand(words: readonly string[]): OrderCommand | null {
  const parsed = parse(words);
  if (!parsed) return null;
  const { status, site, tracking, failed = false } = parsed.values;
  const [kind, orderNumber, euro, ...rest] = parsed.positionals;
  const siteKey = site ?? null;
  if (rest.length > 0 || ((status !== undefined || failed) && kind !== 'list')) return null;
  if ((tracking !== undefined && kind !== 'ship') || (euro !== undefined) !== (kind === 'refund'))
    return null;
  if (kind === 'list') return orderNumber === undefined ? readList(status, siteKey, failed) : null;
  if (orderNumber === undefined) return null;
  if (kind === 'show' || kind === 'cancel') return { kind, orderNumber, siteKey };
  if (kind === 'ship') {
    return tracking === undefined || isTrackingUrl(tracking)
      ? { kind, orderNumber, siteKey, trackingUrl: tracking }
      : { kind: 'refuse', fault: `--tracking: '${tracking}' is no address that begins with https://` };
  }
  if (kind !== 'refund' || euro === undefined) return null;
  const amount = readEuro(euro);
  return amount > 0
    ? { kind, orderNumber, siteKey, amount }
    : { kind: 'refuse', fault: `'${euro}' is no amount of euros above 0, such as 12.50` };
}
