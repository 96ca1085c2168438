import type { Price } from '../../../../shared/contract/products.ts';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import {
  addVat,
  FORMER_PRICE_DAYS,
  getLowestPrice,
  getPriceAt,
  type PastPrice,
} from '../../../../shared/rules/prices.ts';
import type { PricedVariant, Seller } from './queries.ts';
import { createPrice } from './service.ts';

/**
 * What a price is beside the one before it: the first one; a reduction, told with its former price; lower than before and no reduction,
 * since it cost as little within the 30 days; higher; the same.
 */
export type PriceChangeKind = 'first' | 'reduction' | 'lower' | 'higher' | 'same';

/** What the shop says of a price from its moment on. */
export interface PriceStatement {
  readonly kind: PriceChangeKind;
  /** As every page and answer says it. */
  readonly price: Price;
  /** The price that it follows, with VAT; null where it is the first. */
  readonly beforeInclVat: number | null;
  /** Lowest price of the 30 days before, with VAT; null where there was none. */
  readonly lowestInclVat: number | null;
  /** How long the reduction is told: until then, or until the next price; null where it is none. */
  readonly toldUntil: Date | null;
  /** When the next price that is planned begins. */
  readonly nextFrom: Date | null;
}

/**
 * What the shop will say of a price on a site, by its own rules.
 *
 * @param history prices of the variant there, those that have not begun too, without the new one
 * @param wanted the new price
 */
export function statePrice(
  variant: Pick<PricedVariant, 'vatClass' | 'content'>,
  seller: Seller,
  history: readonly PastPrice[],
  wanted: PastPrice,
): PriceStatement {
  const { validFromMs, amountExclVat } = wanted;
  const others = history.filter((past) => past.validFromMs !== validFromMs);
  const before = getPriceAt(others, validFromMs);
  const current = getPriceAt([...others, wanted], validFromMs) ?? {
    amountExclVat,
    formerAmountExclVat: null,
    reducedUntilMs: null,
  };
  const price = createPrice(seller, variant, current);
  const withVat = (amount: number | null) =>
    amount === null ? null : addVat(amount, price.vatRatePercentage);
  const nextMs = Math.min(
    ...others.map((other) => other.validFromMs).filter((moment) => moment > validFromMs),
  );
  const toldUntilMs = current.reducedUntilMs === null ? null : Math.min(current.reducedUntilMs, nextMs);
  return {
    kind: getKind(before?.amountExclVat ?? null, amountExclVat, current.formerAmountExclVat),
    price,
    beforeInclVat: withVat(before?.amountExclVat ?? null),
    lowestInclVat: withVat(getLowestPrice(others, validFromMs - FORMER_PRICE_DAYS * DAY_MS, validFromMs)),
    toldUntil: toldUntilMs === null ? null : new Date(toldUntilMs),
    nextFrom: Number.isFinite(nextMs) ? new Date(nextMs) : null,
  };
}

function getKind(before: number | null, amount: number, former: number | null): PriceChangeKind {
  if (before === null) return 'first';
  if (before === amount) return 'same';
  if (former !== null) return 'reduction';
  return amount < before ? 'lower' : 'higher';
}
