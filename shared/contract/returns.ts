import Type from 'typebox';
import { returnReasons, returnStatuses } from '../rules/returns.ts';
import type { ContractsOf } from './call-contract.ts';
import type { returnPaths } from './paths/returns.ts';
import { Id, IsoDate, Nullable } from './primitives.ts';
import { ProductSummary } from './products.ts';

const Instant = Type.String({ format: 'date-time' });

/** A purchased product that can be returned. */
export const ReturnableProduct = Type.Object({
  orderId: Type.String({ format: 'uuid' }),
  orderNumber: Type.String(),
  orderedAt: Instant,
  productVariantId: Id,
  description: Type.String(),
  productLabel: Type.String({ description: "Pack, for example 'Bag 15 kg'" }),
  quantity: Type.Integer({ minimum: 1, description: 'Number of pieces that can still be returned' }),
  product: Nullable(ProductSummary),
});
export type ReturnableProduct = Type.Static<typeof ReturnableProduct>;

const ReturnStatusName = Type.Enum([...returnStatuses], {
  description: 'Status in the order of the values: waiting, answered, replaced, refunded, rejected',
});

/** An answer of the shop to a return. */
export const ReturnAnswer = Type.Object({
  at: Instant,
  status: ReturnStatusName,
  text: Type.String({ description: 'Message of customer service' }),
  amount: Nullable(Type.Integer({ minimum: 1, description: 'Refunded amount in euro cents' })),
  orderNumber: Nullable(Type.String({ description: 'Number of the replacement order' })),
});
export type ReturnAnswer = Type.Static<typeof ReturnAnswer>;

/** A requested return. */
export const ProductReturn = Type.Object({
  returnId: Type.String({ format: 'uuid' }),
  created: Instant,
  orderId: Type.String({ format: 'uuid' }),
  orderNumber: Type.String(),
  productVariantId: Id,
  description: Type.String({ description: 'Product name' }),
  productLabel: Type.String(),
  product: Nullable(ProductSummary),
  quantity: Type.Integer({ minimum: 1, description: 'Number of pieces' }),
  reason: Type.Enum([...returnReasons]),
  text: Type.String({ description: 'Message of the customer' }),
  labelDate: Nullable(IsoDate),
  status: ReturnStatusName,
  answers: Type.Array(ReturnAnswer, { description: 'Answers, oldest first' }),
  photos: Type.Array(
    Type.Object({ path: Type.String({ description: '`/api/returns/{returnId}/photos/{n}`' }) }),
  ),
});
export type ProductReturn = Type.Static<typeof ProductReturn>;

export const returnCalls = {
  fetchReturns: {
    summary: 'Lists the requested returns, latest first',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(ProductReturn),
    refusals: [],
  },
  fetchReturnableProducts: {
    summary: 'Lists purchased products that can be returned, latest first',
    needs: 'session',
    isIdempotent: true,
    answer: Type.Array(ReturnableProduct),
    refusals: [],
  },
} as const satisfies ContractsOf<typeof returnPaths>;
