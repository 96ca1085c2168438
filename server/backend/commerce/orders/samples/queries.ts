import { and, asc, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { RoughageTestKind } from '../../../../../shared/rules/lab-results.ts';
import { product } from '../../../catalogue/products/tables.ts';
import type { Database } from '../../../core/database/database.ts';
import { newestResultCondition } from '../../../nutrition/lab-results/queries.ts';
import type {
  AccountSample,
  ExpectedSample,
  ListedSample,
  SampleWithOrder,
} from '../../../nutrition/lab-results/service.ts';
import { labResult, roughageSample } from '../../../nutrition/lab-results/tables.ts';
import { customerOrder, orderLine, orderSample } from '../tables.ts';

/** Lists the samples of an account, the latest first. */
export async function listAccountSamples(
  handle: Database,
  accountId: string,
  kind: RoughageTestKind,
): Promise<AccountSample[]> {
  return handle
    .select({
      sample: roughageSample,
      productVariantId: orderLine.productVariantId,
      orderNumber: customerOrder.orderNumber,
      result: labResult,
    })
    .from(roughageSample)
    .leftJoin(customerOrder, eq(customerOrder.orderId, roughageSample.orderId))
    .leftJoin(
      orderLine,
      and(eq(orderLine.orderId, roughageSample.orderId), eq(orderLine.position, roughageSample.linePosition)),
    )
    .leftJoin(labResult, and(eq(labResult.sampleId, roughageSample.sampleId), newestResultCondition))
    .where(and(eq(roughageSample.accountId, accountId), eq(roughageSample.testKind, kind)))
    .orderBy(desc(roughageSample.createdAt), desc(roughageSample.sampleNumber));
}

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

const orderedSampleCondition = and(
  eq(roughageSample.orderId, orderSample.orderId),
  eq(roughageSample.linePosition, orderSample.position),
  eq(roughageSample.sequence, orderSample.sequence),
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
    .leftJoin(roughageSample, orderedSampleCondition)
    .where(and(eq(orderSample.orderId, orderId), testLineCondition, isNull(roughageSample.sampleId)))
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
    .leftJoin(roughageSample, orderedSampleCondition)
    .where(
      and(
        inArray(customerOrder.status, ['paid', 'processing', 'sent', 'closed']),
        testLineCondition,
        isNull(roughageSample.sampleId),
      ),
    )
    .orderBy(asc(customerOrder.orderId));
}

/** Lists the samples that the laboratory has not received, by number. */
export async function listExpectedSamples(handle: Database): Promise<ExpectedSample[]> {
  const { sampleId, sampleNumber, testKind, orderId, linePosition } = roughageSample;
  return handle
    .select({ sampleId, sampleNumber, testKind, kit: product.key })
    .from(roughageSample)
    .leftJoin(orderLine, and(eq(orderLine.orderId, orderId), eq(orderLine.position, linePosition)))
    .leftJoin(product, eq(product.productId, orderLine.productId))
    .where(and(inArray(roughageSample.state, ['ordered', 'sent']), eq(roughageSample.isWithdrawn, false)))
    .orderBy(asc(roughageSample.sampleNumber));
}

/** Lists samples with the numbers of their orders, newest first. */
export async function listSamplesWithOrders(
  handle: Database,
  condition: SQL | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ListedSample[]> {
  return handle
    .select({
      sampleNumber: roughageSample.sampleNumber,
      testKind: roughageSample.testKind,
      state: roughageSample.state,
      isWithdrawn: roughageSample.isWithdrawn,
      createdAt: roughageSample.createdAt,
      sentAt: roughageSample.sentAt,
      receiptDate: roughageSample.receiptDate,
      orderNumber: customerOrder.orderNumber,
    })
    .from(roughageSample)
    .leftJoin(customerOrder, eq(customerOrder.orderId, roughageSample.orderId))
    .where(condition)
    .orderBy(desc(roughageSample.createdAt), desc(roughageSample.sampleNumber))
    .limit(limit)
    .offset(offset);
}

/** Returns a sample by its number. */
export async function findSampleWithOrder(
  handle: Database,
  sampleNumber: string,
): Promise<SampleWithOrder | undefined> {
  const [row] = await handle
    .select({ sample: roughageSample, orderNumber: customerOrder.orderNumber })
    .from(roughageSample)
    .leftJoin(customerOrder, eq(customerOrder.orderId, roughageSample.orderId))
    .where(eq(roughageSample.sampleNumber, sampleNumber));
  return row;
}

/** Returns the email address of the billing details of an order. */
export async function findOrderEmailAddress(handle: Database, orderId: string): Promise<string | undefined> {
  const [order] = await handle
    .select({ billing: customerOrder.billing })
    .from(customerOrder)
    .where(eq(customerOrder.orderId, orderId));
  return order?.billing.emailAddress;
}
