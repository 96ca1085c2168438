import { splitAmount } from './split-amount.ts';

/** Euro cents by VAT type; exempt goods are excluded. */
export type AmountByVatType = Readonly<Record<'high' | 'low', number>>;

/**
 * Splits the price of a service (delivery, payment) over the VAT types. It is taxed like its goods, in
 * proportion to what is paid for them. If all goods are exempt (gift cards), it is taxed at the high rate.
 *
 * @param amount euro cents incl. VAT, 0 or more
 * @param paidByType amount paid for the goods, incl. VAT
 */
export function splitServicePrice(amount: number, paidByType: AmountByVatType): AmountByVatType {
  const hasGoods = paidByType.high + paidByType.low > 0;
  const [high = 0, low = 0] = splitAmount(amount, [
    { weight: hasGoods ? paidByType.high : 1, order: 1 },
    { weight: paidByType.low, order: 2 },
  ]);
  return { high, low };
}
