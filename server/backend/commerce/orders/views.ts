import { sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { customerOrder } from './tables.ts';

/** Orders with their customer, as billed. */
export const orderHeads = new QueryBuilder()
  .select({
    orderId: customerOrder.orderId,
    orderNumber: customerOrder.orderNumber,
    siteId: customerOrder.siteId,
    status: customerOrder.status,
    emailAddress: sql<string>`${customerOrder.billing} ->> 'emailAddress'`.as('email_address'),
    customerName:
      sql<string>`(${customerOrder.billing} ->> 'firstName') || ' ' || (${customerOrder.billing} ->> 'lastName')`.as(
        'customer_name',
      ),
  })
  .from(customerOrder)
  .as('order_heads');
