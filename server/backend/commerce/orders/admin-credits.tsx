import Type from 'typebox';
import type { AdminForm } from '../../core/admin/admin-form.ts';
import { Choice, EuroCents, Flag, Pieces } from '../../core/admin/fields.ts';
import { formatEuro } from '../../core/admin/formats.ts';
import { AdminRefusal } from '../../core/admin/operation.ts';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import type { Database } from '../../core/database/database.ts';
import { readCreditBasis } from './credit-order.ts';
import {
  type CreditablePart,
  type CreditMethod,
  type CreditOptions,
  type CreditRefusal,
  type CreditResult,
  creditMethods,
  listCreditableParts,
} from './credit-parts.ts';
import { sumCredits } from './credit-queries.ts';
import { findOrder } from './queries.ts';
import type { OrderChanger, OrderRecord } from './types.ts';

const MAX_CREDITED_LINES = 200;

/** Fields of an operation that credits parts of an order. */
export const creditFields = {
  pieces: Type.Optional(Pieces(MAX_CREDITED_LINES)),
  delivery: Flag(),
  paymentCosts: Flag(),
  goodwill: Type.Optional(EuroCents(1)),
  vatRate: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  means: Type.Optional(Choice(creditMethods)),
};

/** Values entered into `creditFields`. */
export interface CreditFormInput {
  readonly pieces?: CreditOptions['request']['pieces'];
  readonly delivery: boolean;
  readonly paymentCosts: boolean;
  /** Euro cents. */
  readonly goodwill?: number;
  readonly vatRate?: number;
  readonly means?: CreditMethod;
}

/** Returns whether a credit was requested. */
export const hasCreditInput = ({ pieces = [], delivery, paymentCosts, goodwill }: CreditFormInput): boolean =>
  pieces.length > 0 || delivery || paymentCosts || goodwill !== undefined;

/** Form field that a refusal refers to. */
const fieldByRefusalCode = {
  refund_nothing: 'pieces',
  refund_pieces: 'pieces',
  refund_vat_rate: 'vatRate',
  order_refund_too_much: 'goodwill',
  order_card_used: 'pieces',
} as const satisfies Record<CreditRefusal['code'], string>;

/** @throws AdminRefusal if the credit was refused */
export function assertCreditAccepted(
  { orderNumber }: Pick<OrderRecord, 'orderNumber'>,
  credited: CreditResult | CreditRefusal,
): CreditResult {
  if (!('code' in credited)) return credited;
  const { code, ...values } = credited;
  throw new AdminRefusal(
    code,
    {
      number: orderNumber,
      ...('position' in values && values),
      ...('amount' in values && { amount: (values.amount / 100).toFixed(2) }),
    },
    fieldByRefusalCode[code],
  );
}

/** Credits the entered parts. @throws AdminRefusal if the credit is refused */
export async function creditFromForm(
  transaction: Database,
  orders: OrderChanger,
  order: OrderRecord,
  {
    input: { pieces = [], delivery, paymentCosts, goodwill, vatRate, means = 'payment' },
    reason,
    now,
  }: { readonly input: CreditFormInput; readonly reason: CreditOptions['reason']; readonly now: Date },
): Promise<CreditResult> {
  const request = {
    pieces,
    hasDelivery: delivery,
    hasPaymentCosts: paymentCosts,
    goodwill: goodwill === undefined ? null : { amount: goodwill, vatRatePercentage: vatRate ?? null },
  };
  return assertCreditAccepted(
    order,
    await orders.credit(transaction, order, { request, reason, means, now }),
  );
}

/** Lists the lines of an order with the pieces that can still be credited; empty for an unknown order. */
export async function listCreditableLines(
  handle: Database,
  orderId: string,
): Promise<{ readonly position: number; readonly quantity: number }[]> {
  const order = await findOrder(handle, orderId);
  if (!order) return [];
  return listCreditableParts(await readCreditBasis(handle, order)).flatMap(({ position, quantity }) =>
    position !== null && quantity !== null ? [{ position, quantity }] : [],
  );
}

/** Returns the form section for a credit: fields, options and a note. */
export async function createCreditForm(
  database: Database,
  order: OrderRecord,
  lines: readonly { readonly position: number; readonly description: string }[],
  { t, locale }: { readonly t: AdminTranslate; readonly locale: string },
): Promise<Pick<AdminForm, 'fields' | 'choices' | 'note'> & { readonly creditedBefore: number }> {
  const creditable = listCreditableParts(await readCreditBasis(database, order));
  const rates = [...new Set(order.vatAmounts.map(({ vatRatePercentage }) => vatRatePercentage))];
  const pieces = creditable.flatMap(({ position, quantity, amount }) => {
    const line = lines.find((candidate) => candidate.position === position);
    return line && position !== null && quantity !== null
      ? [[position, `${line.description} · ${quantity} · ${formatEuro(amount, locale)}`, quantity] as const]
      : [];
  });
  const has = (wanted: CreditablePart['kind']) => creditable.some(({ kind }) => kind === wanted);
  return {
    fields: [
      ...(pieces.length > 0 ? ['pieces'] : []),
      ...(has('delivery') ? ['delivery'] : []),
      ...(has('payment') ? ['paymentCosts'] : []),
      'goodwill',
      ...(rates.length > 1 ? ['vatRate'] : []),
      ...(order.giftCardAmount > 0 && order.giftCardAmount < order.totalAmount ? ['means'] : []),
    ],
    choices: { pieces, vatRate: rates.map((rate) => [String(rate), `${rate} %`] as const) },
    note: <p>{t('admin.orders.refundNote')}</p>,
    creditedBefore: await sumCredits(database, order.orderId),
  };
}
