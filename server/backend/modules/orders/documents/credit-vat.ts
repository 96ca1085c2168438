import { splitAmount } from '../../../../../shared/rules/cart/split-amount.ts';

/** What of an amount is of a rate of VAT. Euro cents. */
export interface VatShare {
  readonly vatRatePercentage: number;
  readonly amountExclVat: number;
  readonly vatAmount: number;
}

const getInclVat = ({ amountExclVat, vatAmount }: VatShare): number => amountExclVat + vatAmount;

/** The shares of a part of an invoice, in proportion to those of the whole. */
function takePart(shares: readonly VatShare[], amount: number): VatShare[] {
  const parts = splitAmount(
    amount,
    shares.map((share, order) => ({ weight: getInclVat(share), order })),
  );
  return shares.map((share, index) => {
    const inclVat = parts[index] ?? 0;
    const whole = getInclVat(share);
    // Of the whole exactly what the invoice says.
    const vatAmount = whole === 0 ? 0 : Math.round((inclVat * share.vatAmount) / whole);
    return { ...share, amountExclVat: inclVat - vatAmount, vatAmount };
  });
}

/**
 * The VAT of a credit note: what has been taken back with it less what was taken back before, so that all credit notes of an invoice
 * together come to its amounts to the cent.
 *
 * @param shares of the invoice
 * @param before euro cents incl. VAT that earlier credit notes have taken back
 * @param amount euro cents incl. VAT of this one
 */
export function splitCredit(shares: readonly VatShare[], before: number, amount: number): VatShare[] {
  const earlier = takePart(shares, before);
  return takePart(shares, before + amount).map((share, index) => ({
    ...share,
    amountExclVat: share.amountExclVat - (earlier[index]?.amountExclVat ?? 0),
    vatAmount: share.vatAmount - (earlier[index]?.vatAmount ?? 0),
  }));
}
