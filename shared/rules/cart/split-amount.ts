/** One part of an amount that is split: its weight, and its rank among parts with equal remainders. */
export interface SplitPart {
  /** Integer, 0 or more. */
  readonly weight: number;
  /** Of two parts with the same remainder the lower one gets the cent; values are unique. */
  readonly order: number;
}

/**
 * Splits an amount in proportion by the largest remainder method. The parts add up to the amount to the cent.
 * No part exceeds its weight as long as the amount does not exceed the sum of the weights.
 *
 * @param amount euro cents, integer, 0 or more
 * @returns euro cents, in the order of the parts; all 0 if all weights are 0
 */
export function splitAmount(amount: number, parts: readonly SplitPart[]): number[] {
  const whole = parts.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  if (whole === 0n) return parts.map(() => 0);
  const shares = parts.map(({ weight, order }, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, order, cents: Number(product / whole), remainder: product % whole };
  });
  const left = amount - shares.reduce((sum, { cents }) => sum + cents, 0);
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.order - b.order : a.remainder > b.remainder ? -1 : 1,
  );
  const raised = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return shares.map(({ index, cents }) => cents + (raised.has(index) ? 1 : 0));
}
