import { inArray } from 'drizzle-orm';
import { createPersonTable, type PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import { selectOrdersOfPerson } from '../orders/queries.ts';
import { paymentRetention } from './retention.ts';
import { payment, refund } from './tables.ts';

/** Payments and refunds of a person's orders. */
export const paymentPersonalData: PersonalDataSource = {
  tables: {
    payment: createPersonTable(payment, {
      topic: 'payments',
      whereOwnedBy: (database, person) => inArray(payment.orderId, selectOrdersOfPerson(database, person)),
      excludedColumns: ['paymentUrl'],
      onClosure: 'kept by law',
      retention: [paymentRetention.payments],
    }),
    refund: createPersonTable(refund, {
      topic: 'payments',
      whereOwnedBy: (database, person) =>
        inArray(
          refund.paymentId,
          database
            .select({ paymentId: payment.paymentId })
            .from(payment)
            .where(inArray(payment.orderId, selectOrdersOfPerson(database, person))),
        ),
      excludedColumns: [],
      onClosure: 'kept by law',
      retention: [paymentRetention.refunds],
    }),
  },
};
