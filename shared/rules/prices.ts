import { DAY_MS } from './durations.ts';
/** Kind of VAT on a product. */
export type VatType = 'high' | 'low' | 'none';

/** Quantities that the law lets a shop state a price for. */
export type UnitPriceBasis = 'kg' | 'litre' | 'piece' | '100g' | '100ml';

/** Net quantity of a pack. */
export interface PackContent {
  readonly value: number;
  readonly unit: 'kg' | 'g' | 'l' | 'ml' | 'piece';
}

/** A price that has been in force, as the append-only history keeps it. */
export interface PastPrice {
  /** First instant at which the price was asked, milliseconds since 1970. */
  readonly validFromMs: number;
  /** Euro cents without VAT. */
  readonly amountExclVat: number;
}

/** VAT rates of a site, in percent. */
export interface VatRates {
  readonly vatPercentageHigh: number;
  readonly vatPercentageLow: number;
}

/** Article 6a of Directive 98/6/EC: the former price is the lowest of at least this many days. */
export const FORMER_PRICE_DAYS = 30;
/** So long a reduction is announced: longer, and its former price would be one that nobody has been asked for a month. */
export const ANNOUNCED_DAYS = 30;
/** `getPriceAt` needs no price that ended more than so many days before its instant. */
export const PRICE_HISTORY_DAYS = FORMER_PRICE_DAYS + ANNOUNCED_DAYS;

function assertCents(cents: number, name: string): void {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${name}: ${cents}`);
}

/** Divides two non-negative safe integers and rounds half up, without a binary fraction in between. */
function divideHalfUp(numerator: number, denominator: number): number {
  const doubled = BigInt(numerator) * 2n + BigInt(denominator);
  return Number(doubled / (BigInt(denominator) * 2n));
}

/** Percentage as an integer number of ten-thousandths of a percent, so that 5.5 % stays exact. */
const toMicroRate = (percentage: number): number => Math.round(percentage * 10_000);

/** Rate in percent of a kind of VAT on a site. */
export function getVatPercentage(vatType: VatType, rates: VatRates): number {
  if (vatType === 'none') return 0;
  return vatType === 'high' ? rates.vatPercentageHigh : rates.vatPercentageLow;
}

/**
 * Price including VAT: round half up (excl. × (1 + rate)).
 *
 * @param amountExclVat euro cents, integer >= 0
 * @param vatPercentage for example 21 or 5.5
 * @returns euro cents
 * @throws RangeError if the amount is no integer or is negative
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
 * Price without VAT of a price that includes it: round half up (incl. ÷ (1 + rate)).
 *
 * @param amountInclVat euro cents, integer >= 0
 * @param vatPercentage for example 21 or 5.5
 * @returns euro cents
 * @throws RangeError if the amount is no integer or is negative
 */
export function removeVat(amountInclVat: number, vatPercentage: number): number {
  assertCents(amountInclVat, 'amountInclVat');
  const whole = BigInt(1_000_000 + toMicroRate(vatPercentage));
  return Number((BigInt(amountInclVat) * 2_000_000n + whole) / (whole * 2n));
}

/** Content in the smallest unit of its kind: grams, millilitres or pieces. Thousandths of them are dropped. */
function getSmallestUnits(content: PackContent): { kind: 'weight' | 'volume' | 'count'; amount: number } {
  const { value, unit } = content;
  if (unit === 'kg') return { kind: 'weight', amount: Math.round(value * 1000) };
  if (unit === 'g') return { kind: 'weight', amount: Math.round(value) };
  if (unit === 'l') return { kind: 'volume', amount: Math.round(value * 1000) };
  if (unit === 'ml') return { kind: 'volume', amount: Math.round(value) };
  return { kind: 'count', amount: Math.round(value) };
}

const basisOf: Record<UnitPriceBasis, { kind: 'weight' | 'volume' | 'count'; amount: number }> = {
  kg: { kind: 'weight', amount: 1000 },
  '100g': { kind: 'weight', amount: 100 },
  litre: { kind: 'volume', amount: 1000 },
  '100ml': { kind: 'volume', amount: 100 },
  piece: { kind: 'count', amount: 1 },
};

/**
 * Price per kilogram, litre, piece, 100 g or 100 ml.
 *
 * @param amountInclVat euro cents, integer >= 0
 * @returns euro cents rounded half up, or null where the content is not measured in that basis
 * @throws RangeError if the amount is no integer or is negative
 */
export function getUnitPrice(
  amountInclVat: number,
  content: PackContent,
  basis: UnitPriceBasis,
): number | null {
  assertCents(amountInclVat, 'amountInclVat');
  const pack = getSmallestUnits(content);
  const wanted = basisOf[basis];
  if (pack.kind !== wanted.kind || pack.amount <= 0) return null;
  return divideHalfUp(amountInclVat * wanted.amount, pack.amount);
}

/**
 * Every unit price that a site may state for a pack, in the site's order.
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

/** The price that is asked at an instant, in euro cents without VAT. */
export interface PriceInForce {
  readonly amountExclVat: number;
  /** What is told beside it while it is announced as a reduction: the lowest price of the 30 days before that began. */
  readonly formerAmountExclVat: number | null;
  /** Instant from which it is just the price, milliseconds since 1970; null where it is no reduction. */
  readonly reducedUntilMs: number | null;
}

/**
 * Lowest price that was in force at some instant from one until before another.
 *
 * @param history prices of one variant on one site, in any order
 * @returns euro cents without VAT; null where there was no price yet
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
 * Price in force at an instant, and the former price where it is a reduction: the lowest price of the 30 days
 * before it began (Directive 98/6/EC, article 6a). A price that is not below that one is no reduction, and one that has been asked for
 * 30 days is what the thing costs.
 *
 * @param history prices of one variant on one site, in any order
 * @param nowMs instant, milliseconds since 1970
 * @returns null where no price was in force yet
 */
export function getPriceAt(history: readonly PastPrice[], nowMs: number): PriceInForce | null {
  const past = history
    .filter((price) => price.validFromMs <= nowMs)
    .toSorted((a, b) => a.validFromMs - b.validFromMs);
  const current = past.at(-1);
  if (!current) return null;
  const { amountExclVat } = current;
  // A price entered again without a change does not begin a new reduction.
  let start = past.length - 1;
  while (start > 0 && past[start - 1]?.amountExclVat === amountExclVat) start -= 1;
  const reducedAtMs = past[start]?.validFromMs ?? current.validFromMs;
  const reducedUntilMs = reducedAtMs + ANNOUNCED_DAYS * DAY_MS;
  const windowStartMs = reducedAtMs - FORMER_PRICE_DAYS * DAY_MS;
  const lowest = getLowestPrice(past, windowStartMs, reducedAtMs);
  return lowest !== null && lowest > amountExclVat && nowMs < reducedUntilMs
    ? { amountExclVat, formerAmountExclVat: lowest, reducedUntilMs }
    : { amountExclVat, formerAmountExclVat: null, reducedUntilMs: null };
}

/**
 * Reduction in whole percent, rounded down, so that no saving is told that is not there; the two prices beside it tell exactly.
 *
 * @returns 1 to 99, or null where the reduction is below one percent
 */
export function getDiscountPercentage(formerAmount: number, amount: number): number | null {
  assertCents(formerAmount, 'formerAmount');
  assertCents(amount, 'amount');
  if (formerAmount <= amount) return null;
  const percentage = Math.floor(((formerAmount - amount) * 100) / formerAmount);
  return percentage < 1 ? null : Math.min(percentage, 99);
}
