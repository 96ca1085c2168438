import { inArray } from 'drizzle-orm';
import { createPersonTable, type PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import {
  createPersonOrderCondition,
  deleteOrderNotesOfPerson,
  selectOrdersOfPerson,
  unlinkOrdersFromAccount,
} from './queries.ts';
import { orderRetention } from './retention.ts';
import {
  customerOrder,
  invoice,
  orderCredit,
  orderCreditPart,
  orderLine,
  orderNote,
  orderPromotion,
  orderSample,
  orderStatusChange,
  stockMovement,
} from './tables.ts';

/** Orders of a person, with everything that belongs to an order. */
export const orderPersonalData: PersonalDataSource = {
  tables: {
    customerOrder: createPersonTable(customerOrder, {
      topic: 'orders',
      whereOwnedBy: (_database, person) => createPersonOrderCondition(person),
      excludedColumns: ['tokenHash'],
      onClosure: 'kept by law',
      retention: [orderRetention.orders],
    }),
    invoice: createPersonTable(invoice, {
      topic: 'invoices',
      whereOwnedBy: (database, person) => inArray(invoice.orderId, selectOrdersOfPerson(database, person)),
      excludedColumns: [],
      onClosure: 'kept by law',
      retention: [orderRetention.invoices],
    }),
    orderCredit: createPersonTable(orderCredit, {
      topic: 'payments',
      whereOwnedBy: (database, person) =>
        inArray(orderCredit.orderId, selectOrdersOfPerson(database, person)),
      excludedColumns: [],
      onClosure: 'kept by law',
      retention: [orderRetention.orderCredits],
    }),
    orderCreditPart: createPersonTable(orderCreditPart, {
      topic: 'payments',
      whereOwnedBy: (database, person) =>
        inArray(
          orderCreditPart.orderCreditId,
          database
            .select({ orderCreditId: orderCredit.orderCreditId })
            .from(orderCredit)
            .where(inArray(orderCredit.orderId, selectOrdersOfPerson(database, person))),
        ),
      excludedColumns: [],
      onClosure: 'kept by law',
      retention: [orderRetention.orderCreditParts],
    }),
    orderLine: createPersonTable(orderLine, {
      topic: 'orders',
      whereOwnedBy: (database, person) => inArray(orderLine.orderId, selectOrdersOfPerson(database, person)),
      excludedColumns: [],
      onClosure: 'kept by law',
      retention: [orderRetention.orderLines],
    }),
    orderNote: createPersonTable(orderNote, {
      topic: 'orders',
      whereOwnedBy: (database, person) => inArray(orderNote.orderId, selectOrdersOfPerson(database, person)),
      // The author is internal.
      excludedColumns: ['staffMemberId'],
      onClosure: 'deleted',
      retention: [orderRetention.orderNotes],
    }),
    orderPromotion: createPersonTable(orderPromotion, {
      topic: 'orders',
      whereOwnedBy: (database, person) =>
        inArray(orderPromotion.orderId, selectOrdersOfPerson(database, person)),
      excludedColumns: [],
      onClosure: 'kept by law',
      retention: [orderRetention.orderPromotions],
    }),
    orderSample: createPersonTable(orderSample, {
      topic: 'orders',
      whereOwnedBy: (database, person) =>
        inArray(orderSample.orderId, selectOrdersOfPerson(database, person)),
      excludedColumns: [],
      onClosure: 'kept by law',
      retention: [orderRetention.orderSamples],
    }),
    orderStatusChange: createPersonTable(orderStatusChange, {
      topic: 'orders',
      whereOwnedBy: (database, person) =>
        inArray(orderStatusChange.orderId, selectOrdersOfPerson(database, person)),
      excludedColumns: [],
      onClosure: 'kept by law',
      retention: [orderRetention.orderStatusChanges],
    }),
    stockMovement: createPersonTable(stockMovement, {
      topic: 'orders',
      whereOwnedBy: (database, person) =>
        inArray(stockMovement.orderId, selectOrdersOfPerson(database, person)),
      excludedColumns: [],
      onClosure: 'kept by law',
      retention: [orderRetention.stockMovements],
    }),
  },
  accountErasure: {
    position: 50,
    async erase(transaction, { accountId }) {
      await deleteOrderNotesOfPerson(transaction, { accountId });
      await unlinkOrdersFromAccount(transaction, accountId);
    },
  },
  guestErasure: {
    position: 10,
    erase: (transaction, { siteId, emailAddress }) =>
      deleteOrderNotesOfPerson(transaction, { siteId, emailAddress }),
  },
};
