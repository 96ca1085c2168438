import { parseArgs } from 'node:util';
import { type OrderStatus, orderStatuses } from '../../../../shared/rules/orders/order-status.ts';
import { parseEuro } from '../../core/cli/euro-amounts.ts';
import type { CreditOptions } from './credit-parts.ts';
import { isTrackingUrl } from './order-actions.ts';

/** An order as named on the command line. */
export interface OrderReference {
  readonly orderNumber: string;
  /** Needed if orders of several sites have the number. */
  readonly siteKey: string | null;
}

/** A parsed command for orders. */
export type OrderArguments =
  | {
      readonly kind: 'list';
      readonly status: OrderStatus | null;
      readonly siteKey: string | null;
      /** Whether only orders with failed provider operations are meant. */
      readonly isFailed: boolean;
    }
  | ({ readonly kind: 'show' } & OrderReference)
  | ({ readonly kind: 'cancel' } & OrderReference)
  | ({ readonly kind: 'ship'; readonly trackingUrl: string | undefined } & OrderReference)
  | ({
      readonly kind: 'refund';
      readonly request: CreditOptions['request'];
      readonly means: CreditOptions['means'];
    } & OrderReference)
  | { readonly kind: 'refuse'; readonly fault: string };

function parseOptions(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        status: { type: 'string' },
        site: { type: 'string' },
        tracking: { type: 'string' },
        failed: { type: 'boolean' },
        lines: { type: 'string' },
        delivery: { type: 'boolean' },
        'payment-costs': { type: 'boolean' },
        vat: { type: 'string' },
        'to-card': { type: 'boolean' },
      },
    });
  } catch {
    return null;
  }
}

function readListArguments(
  status: string | undefined,
  siteKey: string | null,
  isFailed: boolean,
): OrderArguments {
  if (status === undefined) return { kind: 'list', status: null, siteKey, isFailed };
  const known = orderStatuses.find((candidate) => candidate === status);
  return known
    ? { kind: 'list', status: known, siteKey, isFailed }
    : { kind: 'refuse', fault: `--status: '${status}' is none of ${orderStatuses.join(', ')}` };
}

/** @returns null if the arguments are invalid */
export function parseOrderArguments(words: readonly string[]): OrderArguments | null {
  const parsed = parseOptions(words);
  if (!parsed) return null;
  const {
    status,
    site,
    tracking,
    failed = false,
    lines,
    delivery,
    vat,
    'to-card': refundsToCardFirst,
  } = parsed.values;
  const paymentCosts = parsed.values['payment-costs'];
  const [kind, orderNumber, euro, ...rest] = parsed.positionals;
  const siteKey = site ?? null;
  if (rest.length > 0 || ((status !== undefined || failed) && kind !== 'list')) return null;
  const hasRefundOptions = [euro, lines, delivery, paymentCosts, vat, refundsToCardFirst].some(
    (value) => value !== undefined,
  );
  if ((tracking !== undefined && kind !== 'ship') || (hasRefundOptions && kind !== 'refund')) return null;
  if (kind === 'list') return orderNumber === undefined ? readListArguments(status, siteKey, failed) : null;
  if (orderNumber === undefined) return null;
  if (kind === 'show' || kind === 'cancel') return { kind, orderNumber, siteKey };
  if (kind === 'ship') {
    return tracking === undefined || isTrackingUrl(tracking)
      ? { kind, orderNumber, siteKey, trackingUrl: tracking }
      : { kind: 'refuse', fault: `--tracking: '${tracking}' is not a URL that starts with https://` };
  }
  if (kind !== 'refund') return null;
  const request = readCreditRequest({
    euro,
    lines,
    vat,
    hasDelivery: delivery === true,
    hasPaymentCosts: paymentCosts === true,
  });
  if (typeof request === 'string') return { kind: 'refuse', fault: request };
  return { kind, orderNumber, siteKey, request, means: refundsToCardFirst === true ? 'giftCard' : 'payment' };
}

/** Returns the requested credit, or why it cannot be read. */
function readCreditRequest({
  euro,
  lines = '',
  vat,
  hasDelivery,
  hasPaymentCosts,
}: {
  readonly euro: string | undefined;
  readonly lines: string | undefined;
  readonly vat: string | undefined;
  readonly hasDelivery: boolean;
  readonly hasPaymentCosts: boolean;
}): CreditOptions['request'] | string {
  const pieces = lines
    .split(',')
    .filter((word) => word !== '')
    .map((word) => /^([1-9]\d{0,3}):([1-9]\d{0,2})$/.exec(word));
  if (pieces.includes(null)) return `--lines: '${lines}' is not <position>:<pieces>, such as 1:2,3:1`;
  const amount = euro === undefined ? null : parseEuro(euro);
  if (amount !== null && !(amount > 0)) return `'${euro}' is not an amount in euros above 0, such as 12.50`;
  const vatRatePercentage = vat === undefined ? null : Number(vat);
  if (Number.isNaN(vatRatePercentage)) return `--vat: '${vat}' is not a rate such as 6`;
  return {
    pieces: pieces.map((found) => ({ position: Number(found?.[1]), quantity: Number(found?.[2]) })),
    hasDelivery,
    hasPaymentCosts,
    goodwill: amount === null ? null : { amount, vatRatePercentage },
  };
}
