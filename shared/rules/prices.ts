import { DAY_MS } from './durations.ts';
/** VAT type of a product. */
export type VatType = 'high' | 'low' | 'none';

/** Quantities for which the law allows a unit price. */
export type UnitPriceBasis = 'kg' | 'litre' | 'piece' | '100g' | '100ml';

/** Net quantity of a pack. */
export interface PackContent {
  readonly value: number;
  readonly unit: 'kg' | 'g' | 'l' | 'ml' | 'piece';
}

/** A past or current price in the append-only price history. */
export interface PastPrice {
  /** Time from which the price was valid, milliseconds since 1970. */
  readonly validFromMs: number;
  /** Euro cents without VAT. */
  readonly amountExclVat: number;
}

/** VAT rates of a site, in percent. */
export interface VatRates {
  readonly vatPercentageHigh: number;
  readonly vatPercentageLow: number;
}

/**
 * Number of days before a reduction whose lowest price is the former price: article 6a of Directive 98/6/EC.
 */
export const FORMER_PRICE_LOOKBACK_DAYS = 30;
/**
 * Maximum number of days for which a reduction is announced. After that its former price would be more than a
 * month old.
 */
export const MAX_REDUCTION_DAYS = 30;
/** Number of days of price history that `getPriceAt` needs before its instant. */
export const PRICE_HISTORY_DAYS = FORMER_PRICE_LOOKBACK_DAYS + MAX_REDUCTION_DAYS;

function assertCents(cents: number, name: string): void {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${name}: ${cents}`);
}

/** Divides two non-negative safe integers and rounds half up, without intermediate binary fractions. */
function divideHalfUp(numerator: number, denominator: number): number {
  const doubled = BigInt(numerator) * 2n + BigInt(denominator);
  return Number(doubled / (BigInt(denominator) * 2n));
}

/** Returns a percentage as an integer number of ten-thousandths of a percent, so that 5.5 % is exact. */
const toMicroRate = (percentage: number): number => Math.round(percentage * 10_000);

/** Returns the rate of a VAT type on a site, in percent. */
export function getVatPercentage(vatType: VatType, rates: VatRates): number {
  if (vatType === 'none') return 0;
  return vatType === 'high' ? rates.vatPercentageHigh : rates.vatPercentageLow;
}

/**
 * Returns the price including VAT: round half up (excl. × (1 + rate)).
 *
 * @param amountExclVat euro cents, integer >= 0
 * @param vatPercentage for example 21 or 5.5
 * @returns euro cents
 * @throws RangeError if the amount is not an integer or is negative
 */
export function addVat(amountExclVat: number, vatPercentage: number): number {
  assertCents(amountExclVat, 'amountExclVat');
  const base = 1_000_000;
  return Number(
    (BigInt(amountExclVat) * BigInt(base + toMicroRate(vatPercentage)) * 2n + BigInt(base)) /
      (BigInt(base) * 2n),
  );
}

/**
 * Returns the price without VAT of a price that includes it: round half up (incl. ÷ (1 + rate)).
 *
 * @param amountInclVat euro cents, integer >= 0
 * @param vatPercentage for example 21 or 5.5
 * @returns euro cents
 * @throws RangeError if the amount is not an integer or is negative
 */
export function removeVat(amountInclVat: number, vatPercentage: number): number {
  assertCents(amountInclVat, 'amountInclVat');
  const whole = BigInt(1_000_000 + toMicroRate(vatPercentage));
  return Number((BigInt(amountInclVat) * 2_000_000n + whole) / (whole * 2n));
}

/**
 * Returns the content in the smallest unit of its type: grams, millilitres or pieces. Fractions of them are
 * truncated.
 */
function getSmallestUnits(content: PackContent): { kind: 'weight' | 'volume' | 'count'; amount: number } {
  const { value, unit } = content;
  if (unit === 'kg') return { kind: 'weight', amount: Math.round(value * 1000) };
  if (unit === 'g') return { kind: 'weight', amount: Math.round(value) };
  if (unit === 'l') return { kind: 'volume', amount: Math.round(value * 1000) };
  if (unit === 'ml') return { kind: 'volume', amount: Math.round(value) };
  return { kind: 'count', amount: Math.round(value) };
}

const amountsByBasis: Record<UnitPriceBasis, { kind: 'weight' | 'volume' | 'count'; amount: number }> = {
  kg: { kind: 'weight', amount: 1000 },
  '100g': { kind: 'weight', amount: 100 },
  litre: { kind: 'volume', amount: 1000 },
  '100ml': { kind: 'volume', amount: 100 },
  piece: { kind: 'count', amount: 1 },
};

/**
 * Returns the price per kilogram, litre, piece, 100 g or 100 ml.
 *
 * @param amountInclVat euro cents, integer >= 0
 * @returns euro cents rounded half up, or null if the content cannot be measured in that basis
 * @throws RangeError if the amount is not an integer or is negative
 */
export function getUnitPrice(
  amountInclVat: number,
  content: PackContent,
  basis: UnitPriceBasis,
): number | null {
  assertCents(amountInclVat, 'amountInclVat');
  const pack = getSmallestUnits(content);
  const wanted = amountsByBasis[basis];
  if (pack.kind !== wanted.kind || pack.amount <= 0) return null;
  return divideHalfUp(amountInclVat * wanted.amount, pack.amount);
}

/**
 * Returns all unit prices that a site may show for a pack, in the site's order.
 *
 * @param allowed bases of the site (DE and AT: kg, litre and piece only)
 */
export function getUnitPrices(
  amountInclVat: number,
  content: PackContent,
  allowed: readonly UnitPriceBasis[],
): { basis: UnitPriceBasis; amountInclVat: number }[] {
  return allowed.flatMap((basis) => {
    const amount = getUnitPrice(amountInclVat, content, basis);
    return amount === null ? [] : [{ basis, amountInclVat: amount }];
  });
}

/** Price at a point in time, in euro cents without VAT. */
export interface PriceInForce {
  readonly amountExclVat: number;
  /** Former price while a reduction is announced: the lowest price of the 30 days before it started. */
  readonly formerAmountExclVat: number | null;
  /** Time from which it is the regular price, milliseconds since 1970; null if it is not a reduction. */
  readonly reducedUntilMs: number | null;
}

/**
 * Returns the lowest price that was valid at any time from one instant until before another.
 *
 * @param history prices of one variant on one site, in any order
 * @returns euro cents without VAT; null if there was no price yet
 */
export function getLowestPrice(
  history: readonly PastPrice[],
  fromMs: number,
  untilMs: number,
): number | null {
  const past = history
    .filter((price) => price.validFromMs < untilMs)
    .toSorted((a, b) => a.validFromMs - b.validFromMs);
  const inForce = past.filter((_price, index) => (past[index + 1]?.validFromMs ?? untilMs) > fromMs);
  return inForce.length === 0 ? null : Math.min(...inForce.map(({ amountExclVat }) => amountExclVat));
}

/**
 * Returns the price at a point in time, with the former price if it is a reduction. The former price is the
 * lowest of the 30 days before the reduction started (Directive 98/6/EC, article 6a). A price that is not
 * below the former price is not a reduction. After 30 days a reduced price is the regular price.
 *
 * @param history prices of one variant on one site, in any order
 * @param nowMs instant, milliseconds since 1970
 * @returns null if there was no price yet
 */
export function getPriceAt(history: readonly PastPrice[], nowMs: number): PriceInForce | null {
  const past = history
    .filter((price) => price.validFromMs <= nowMs)
    .toSorted((a, b) => a.validFromMs - b.validFromMs);
  const current = past.at(-1);
  if (!current) return null;
  const { amountExclVat } = current;
  // Entering the same price again does not start a new reduction.
  let start = past.length - 1;
  while (start > 0 && past[start - 1]?.amountExclVat === amountExclVat) start -= 1;
  const reducedAtMs = past[start]?.validFromMs ?? current.validFromMs;
  const reducedUntilMs = reducedAtMs + MAX_REDUCTION_DAYS * DAY_MS;
  const windowStartMs = reducedAtMs - FORMER_PRICE_LOOKBACK_DAYS * DAY_MS;
  const lowest = getLowestPrice(past, windowStartMs, reducedAtMs);
  return lowest !== null && lowest > amountExclVat && nowMs < reducedUntilMs
    ? { amountExclVat, formerAmountExclVat: lowest, reducedUntilMs }
    : { amountExclVat, formerAmountExclVat: null, reducedUntilMs: null };
}

/**
 * Returns the reduction in whole percent, rounded down, so that it is never overstated; the two prices are
 * shown with it.
 *
 * @returns 1 to 99, or null if the reduction is below one percent
 */
export function getDiscountPercentage(formerAmount: number, amount: number): number | null {
  assertCents(formerAmount, 'formerAmount');
  assertCents(amount, 'amount');
  if (formerAmount <= amount) return null;
  const percentage = Math.floor(((formerAmount - amount) * 100) / formerAmount);
  return percentage < 1 ? null : Math.min(percentage, 99);
}
