import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { isCancellableByCustomer } from '../../../../shared/rules/orders/order-status.ts';
import type { ProductService } from '../../catalogue/products/service.ts';
import type { Database } from '../../core/database/database.ts';
import { listOrdersAtLab } from '../../nutrition/lab-results/queries.ts';
import type { ContextOf, SessionContext } from '../../sites/scoped-call.ts';
import { createInvoiceSummary } from './order-answer.ts';
import { isPayable } from './payable-amount.ts';
import {
  findInvoiceFile,
  listAccountOrders,
  listInvoices,
  listLinesOfOrders,
  listStatusChangesOfOrders,
  type OrderOwner,
} from './queries.ts';

/** A downloadable file. */
export interface InvoiceFile {
  readonly mediaType: string;
  readonly fileName: string;
  readonly bytes: Buffer;
}

/** Handles the calls of signed-in customers about all their orders. */
export interface AccountOrderService {
  fetchOrders(
    context: ContextOf<'fetchOrders'>,
    input: CallInput<'fetchOrders'>,
  ): Promise<CallAnswer<'fetchOrders'>>;
  fetchInvoices(context: ContextOf<'fetchInvoices'>): Promise<CallAnswer<'fetchInvoices'>>;
  /** Returns undefined if the invoice does not belong to the account. */
  fetchInvoiceFile(context: SessionContext, invoiceId: number): Promise<InvoiceFile | undefined>;
}

const PAGE_SIZE = 10;
/** Number of lines that a list shows of an order. */
const MAX_LISTED_LINES = 4;

/** Creates the service. */
export function createAccountOrderService({
  database,
  products,
}: {
  readonly database: Database;
  readonly products: Pick<ProductService, 'fetchSummaries'>;
}): AccountOrderService {
  const getOwner = ({ account, site }: Pick<SessionContext, 'account' | 'site'>): OrderOwner => ({
    accountId: account.accountId,
    siteId: site.site.siteId,
  });

  return {
    async fetchOrders(context, { query: { page = 1, pageSize = PAGE_SIZE } }) {
      const wanted = { offset: (page - 1) * pageSize, limit: pageSize };
      const { orders, total } = await listAccountOrders(database, getOwner(context), wanted);
      const orderIds = orders.map(({ orderId }) => orderId);
      const [lines, statusChanges, atLab] = await Promise.all([
        listLinesOfOrders(database, orderIds),
        listStatusChangesOfOrders(database, orderIds),
        listOrdersAtLab(database, orderIds),
      ]);
      const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId);
      const listedLines = [...linesByOrder.values()].flatMap((orderLines) =>
        orderLines.slice(0, MAX_LISTED_LINES),
      );
      const variantIds = [...new Set(listedLines.map(({ productVariantId }) => productVariantId))];
      const summaries = new Map(
        (await products.fetchSummaries(context, variantIds)).map((summary) => [
          summary.productVariantId,
          summary,
        ]),
      );
      return {
        items: orders.map((order) => {
          const orderLines = linesByOrder.get(order.orderId) ?? [];
          return {
            orderId: order.orderId,
            orderNumber: order.orderNumber,
            created: order.createdAt.toISOString(),
            status: order.status,
            statusChanges: statusChanges
              .filter(({ orderId }) => orderId === order.orderId)
              .map(({ status, at }) => ({ status, at: at.toISOString() })),
            totalAmount: order.totalAmount,
            delivery: order.delivery,
            trackingUrl: order.trackingUrl,
            isCancellable: isCancellableByCustomer(order.status) && !atLab.has(order.orderId),
            isPayable: isPayable(order),
            lines: orderLines
              .slice(0, MAX_LISTED_LINES)
              .map(({ productVariantId, quantity, description, productLabel, isGift }) => ({
                productVariantId,
                quantity,
                description,
                productLabel,
                isGift,
                product: summaries.get(productVariantId) ?? null,
              })),
            lineCount: orderLines.length,
          };
        }),
        total,
        page,
        pageSize,
      };
    },

    fetchInvoices: async (context) =>
      (await listInvoices(database, getOwner(context))).map(createInvoiceSummary),

    fetchInvoiceFile: (context, invoiceId) => findInvoiceFile(database, invoiceId, getOwner(context)),
  };
}
