import { splitAmount } from './split-amount.ts';

/** Euro cents by type of VAT; what is exempt takes no part. */
export type AmountByType = Readonly<Record<'high' | 'low', number>>;

/**
 * Splits the price of a service (delivery, payment) over the types of VAT: it is taxed as the goods that it is for, in proportion to what
 * is paid for them. With exempt goods only (gift cards), all of it is taxed at the high rate.
 *
 * @param amount euro cents incl. VAT, 0 or more
 * @param paidByType what is paid for the goods, incl. VAT
 */
export function splitService(amount: number, paidByType: AmountByType): AmountByType {
  const hasGoods = paidByType.high + paidByType.low > 0;
  const [high = 0, low = 0] = splitAmount(amount, [
    { weight: hasGoods ? paidByType.high : 1, order: 1 },
    { weight: paidByType.low, order: 2 },
  ]);
  return { high, low };
}
