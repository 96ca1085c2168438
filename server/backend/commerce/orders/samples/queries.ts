import { and, asc, eq, inArray, not } from 'drizzle-orm';
import type { RoughageTestKind } from '../../../../../shared/rules/lab-results.ts';
import { productKeys } from '../../../catalogue/products/views.ts';
import type { Database } from '../../../core/database/database.ts';
import { createSampledCondition } from '../../../nutrition/lab-results/queries.ts';
import type { SampleOrder } from '../../../nutrition/lab-results/service.ts';
import { customerOrder, orderLine, orderSample } from '../tables.ts';

/** An ordered piece of a roughage test. */
export interface OrderedTestPiece {
  readonly testKind: RoughageTestKind;
  readonly linePosition: number;
  readonly sequence: number;
  readonly sampleName: string;
}

const testKindByProductType = { 4: 'rqs', 5: 'qs' } as const;
const testLineCondition = inArray(orderLine.productType, [4, 5]);

const sampleOrderLineCondition = and(
  eq(orderLine.orderId, orderSample.orderId),
  eq(orderLine.position, orderSample.position),
);

/** Lists the pieces of an order that have no sample yet, in their order. */
export async function listPiecesWithoutSample(
  handle: Database,
  orderId: string,
): Promise<OrderedTestPiece[]> {
  const rows = await handle
    .select({
      productType: orderLine.productType,
      linePosition: orderSample.position,
      sequence: orderSample.sequence,
      sampleName: orderSample.sampleName,
    })
    .from(orderSample)
    .innerJoin(orderLine, sampleOrderLineCondition)
    .where(
      and(
        eq(orderSample.orderId, orderId),
        testLineCondition,
        not(createSampledCondition(handle, orderSample)),
      ),
    )
    .orderBy(asc(orderSample.position), asc(orderSample.sequence));
  return rows.flatMap(({ productType, ...piece }) =>
    productType === 4 || productType === 5
      ? [{ testKind: testKindByProductType[productType], ...piece }]
      : [],
  );
}

/** Lists the paid orders with roughage tests that have no sample. */
export async function listOrdersWithoutSamples(
  handle: Database,
): Promise<Pick<typeof customerOrder.$inferSelect, 'orderId' | 'siteId' | 'languageId' | 'accountId'>[]> {
  const { orderId, siteId, languageId, accountId } = customerOrder;
  return handle
    .selectDistinct({ orderId, siteId, languageId, accountId })
    .from(customerOrder)
    .innerJoin(orderSample, eq(orderSample.orderId, customerOrder.orderId))
    .innerJoin(orderLine, sampleOrderLineCondition)
    .where(
      and(
        inArray(customerOrder.status, ['paid', 'processing', 'sent', 'closed']),
        testLineCondition,
        not(createSampledCondition(handle, orderSample)),
      ),
    )
    .orderBy(asc(customerOrder.orderId));
}

/** Returns the orders of samples by id. Deleted orders have no entry. */
export async function readOrdersById(
  handle: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, SampleOrder>> {
  if (orderIds.length === 0) return new Map();
  const rows = await handle
    .select({
      orderId: customerOrder.orderId,
      orderNumber: customerOrder.orderNumber,
      position: orderLine.position,
      productVariantId: orderLine.productVariantId,
      productKey: productKeys.key,
    })
    .from(customerOrder)
    .innerJoin(orderLine, eq(orderLine.orderId, customerOrder.orderId))
    .innerJoin(productKeys, eq(productKeys.productId, orderLine.productId))
    .where(and(inArray(customerOrder.orderId, [...orderIds]), testLineCondition));
  return new Map(
    [...Map.groupBy(rows, ({ orderId }) => orderId)].map(([orderId, lines]) => [
      orderId,
      {
        orderNumber: lines[0]?.orderNumber ?? '',
        lines: new Map(lines.map(({ position, ...line }) => [position, line])),
      },
    ]),
  );
}

/** Returns the email address of the billing details of an order. */
export async function findOrderEmailAddress(handle: Database, orderId: string): Promise<string | undefined> {
  const [order] = await handle
    .select({ billing: customerOrder.billing })
    .from(customerOrder)
    .where(eq(customerOrder.orderId, orderId));
  return order?.billing.emailAddress;
}
