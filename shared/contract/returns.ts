import Type from 'typebox';
import { returnReasons, returnStatuses } from '../rules/returns.ts';
import type { ContractsOf } from './call-contract.ts';
import type { returnPaths } from './paths/returns.ts';
import { Id, IsoDate, Nullable } from './primitives.ts';
import { ProductSummary } from './products.ts';

const Instant = Type.String({ format: 'date-time' });

/** Something that was bought, as far as it may be sent back. */
export const ReturnableProduct = Type.Object({
  orderId: Type.String({ format: 'uuid' }),
  orderNumber: Type.String(),
  orderedAt: Instant,
  productVariantId: Id,
  description: Type.String(),
  productLabel: Type.String({ description: "Pack, for example 'Bag 15 kg'" }),
  quantity: Type.Integer({ minimum: 1, description: 'Pieces that can still be returned' }),
  product: Nullable(ProductSummary),
});
export type ReturnableProduct = Type.Static<typeof ReturnableProduct>;

const ReturnStatusName = Type.Enum([...returnStatuses], {
  description: 'Waits; was answered; is replaced; is refunded; was rejected',
});

/** What the shop has answered to a return. */
export const ReturnAnswer = Type.Object({
  at: Instant,
  status: ReturnStatusName,
  text: Type.String({ description: 'In the words of customer service' }),
  amount: Nullable(Type.Integer({ minimum: 1, description: 'Euro cents that go back' })),
  orderNumber: Nullable(Type.String({ description: 'Of the order that brings new goods' })),
});
export type ReturnAnswer = Type.Static<typeof ReturnAnswer>;

/** A return that was asked for. */
export const ProductReturn = Type.Object({
  returnId: Type.String({ format: 'uuid' }),
  created: Instant,
  orderId: Type.String({ format: 'uuid' }),
  orderNumber: Type.String(),
  productVariantId: Id,
  description: Type.String({ description: 'Name of the product' }),
  productLabel: Type.String(),
  product: Nullable(ProductSummary),
  quantity: Type.Integer({ minimum: 1, description: 'Pieces' }),
  reason: Type.Enum([...returnReasons]),
  text: Type.String({ description: 'What its customer wrote' }),
  labelDate: Nullable(IsoDate),
  status: ReturnStatusName,
  answers: Type.Array(ReturnAnswer, { description: 'The first one first' }),
  photos: Type.Array(
    Type.Object({ path: Type.String({ description: '`/api/returns/{returnId}/photos/{n}`' }) }),
  ),
});
export type ProductReturn = Type.Static<typeof ProductReturn>;

export const returnCalls = {
  fetchReturns: {
    summary: 'The returns that were asked for, the latest first',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(ProductReturn),
    refusals: [],
  },
  fetchReturnableProducts: {
    summary: 'What was bought and can be sent back, the latest first',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(ReturnableProduct),
    refusals: [],
  },
} as const satisfies ContractsOf<typeof returnPaths>;
