import type { Database } from '../../core/database/database.ts';
import { readCreditNoteBasis } from './credit-order.ts';
import { type CreditPart, splitCreditVat, spreadAmountOverVatRates, type VatShare } from './credit-parts.ts';
import { listCredits } from './credit-queries.ts';
import { findOrder, listOrderLines } from './queries.ts';

/** The part of a document at one VAT rate. Euro cents, positive for invoices and credit notes. */
export interface DocumentAmount extends VatShare {
  /** Whether it is the amount of sold gift cards, which is stated separately. */
  readonly isVoucher: boolean;
}

/** The fields of a document that determine its amounts. */
export interface DocumentAmountsInput {
  readonly kind: 'invoice' | 'credit-note';
  readonly orderId: string;
  /** Null for invoices, and for credit notes from before credits were introduced. */
  readonly orderCreditId: string | null;
  readonly totalAmount: number;
  /** Euro cents of the order's earlier credit notes. */
  readonly creditedBefore: number;
}

/**
 * Divides the amounts of a document into gift cards and everything else.
 *
 * @param vouchers gift card amounts by VAT rate
 */
function separateGiftCardAmounts(
  shares: readonly VatShare[],
  vouchers: readonly VatShare[],
): DocumentAmount[] {
  return shares.flatMap(({ vatRatePercentage, amountExclVat, vatAmount }): DocumentAmount[] => {
    const sold = vouchers.filter((share) => share.vatRatePercentage === vatRatePercentage);
    const soldExclVat = sold.reduce((sum, share) => sum + share.amountExclVat, 0);
    const soldVat = sold.reduce((sum, share) => sum + share.vatAmount, 0);
    return [
      {
        isVoucher: false,
        vatRatePercentage,
        amountExclVat: amountExclVat - soldExclVat,
        vatAmount: vatAmount - soldVat,
      },
      { isVoucher: true, vatRatePercentage, amountExclVat: soldExclVat, vatAmount: soldVat },
    ].filter((amount) => amount.amountExclVat !== 0 || amount.vatAmount !== 0);
  });
}

/**
 * Lists the amounts of an invoice or a credit note by VAT rate, exactly as the document states them.
 *
 * @throws RangeError if its order does not exist
 */
export async function listDocumentAmounts(
  handle: Database,
  document: DocumentAmountsInput,
): Promise<DocumentAmount[]> {
  const order = await findOrder(handle, document.orderId);
  if (!order) throw new RangeError(`Unknown order ${document.orderId}`);
  const lines = await listOrderLines(handle, document.orderId);
  const vouchers = lines.filter(({ isVoucher }) => isVoucher);
  if (document.kind === 'invoice') {
    return separateGiftCardAmounts(
      order.vatAmounts,
      vouchers.map(({ vatRatePercentage, paidAmount, vatAmount }) => ({
        vatRatePercentage,
        amountExclVat: paidAmount - vatAmount,
        vatAmount,
      })),
    );
  }
  const { orderCreditId, totalAmount } = document;
  const credit = (await listCredits(handle, document.orderId)).find(
    (candidate) => candidate.orderCreditId === orderCreditId,
  );
  const parts = credit?.parts ?? spreadAmountOverVatRates(order.vatAmounts, totalAmount);
  const shares = splitCreditVat(await readCreditNoteBasis(handle, order, document), parts);
  const isVoucherPart = ({ position }: CreditPart) => vouchers.some((line) => line.position === position);
  const voucherShares = shares.map(({ vatRatePercentage, amountExclVat, vatAmount }) => {
    const amount = parts
      .filter((part) => part.vatRatePercentage === vatRatePercentage && isVoucherPart(part))
      .reduce((sum, part) => sum + part.amount, 0);
    const vat = amount === 0 ? 0 : Math.round((amount * vatAmount) / (amountExclVat + vatAmount));
    return { vatRatePercentage, amountExclVat: amount - vat, vatAmount: vat };
  });
  return separateGiftCardAmounts(shares, voucherShares);
}
