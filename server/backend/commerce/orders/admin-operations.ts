import Type from 'typebox';
import { UUID_PATTERN } from '../../../../shared/rules/uuid.ts';
import { Text, Uuid } from '../../core/admin/fields.ts';
import {
  type AdminOperation,
  AdminRefusal,
  type Change,
  createOperation,
} from '../../core/admin/operation.ts';
import type { Actor } from '../../core/audit/audit.ts';
import { creditFields, creditFromForm } from './admin-credits.tsx';
import { createDispatchOperations } from './admin-operations/dispatch-operations.ts';
import { createOrderMailOperations, type OrderMailDeps } from './admin-operations/mail-operations.ts';
import {
  assertOrderChangeAccepted,
  createStatusChangeLogEntry,
  lockFoundOrder,
  MAX_ORDERS_PER_REQUEST,
} from './admin-operations/order-changes.ts';
import { deleteNote, insertNote } from './admin-queries.ts';
import { sumCredits } from './credit-queries.ts';
import { cancelOrder, type OrderActionDeps, packOrder } from './order-actions.ts';
import type { OrderRecord } from './types.ts';

export { createShipmentLogEntries } from './admin-operations/dispatch-operations.ts';
export { createStatusChangeLogEntry, MAX_ORDERS_PER_REQUEST } from './admin-operations/order-changes.ts';

/** Returns the log entry for a refund. @param before euro cents refunded before */
export const describeRefund = (
  { orderId, orderNumber }: OrderRecord,
  before: number,
  amount: number,
): Change => ({
  resource: 'order',
  resourceId: orderId,
  before: { number: orderNumber, refunded: before },
  after: { number: orderNumber, refunded: before + amount },
});

/** Returns the id of the staff account; null for a command. */
const getStaffMemberId = ({ id }: Actor): string | null => (id === 'command' ? null : id);

/** Creates the admin operations on orders. */
export function createOrderOperations(deps: OrderActionDeps & OrderMailDeps): readonly AdminOperation[] {
  const { orders } = deps;

  return [
    createOperation({
      name: 'order.pack',
      input: Type.Object({ orderId: Uuid() }),
      async run(transaction, { orderId }, { now }) {
        const order = await lockFoundOrder(transaction, orders, orderId);
        assertOrderChangeAccepted(order, await packOrder(transaction, deps, order, now));
        return { changes: [createStatusChangeLogEntry(order, 'processing')] };
      },
    }),
    createOperation({
      name: 'order.packAll',
      input: Type.Object({
        orders: Type.String({
          pattern: `^${UUID_PATTERN}(?:,${UUID_PATTERN}){0,${MAX_ORDERS_PER_REQUEST - 1}}$`,
          maxLength: MAX_ORDERS_PER_REQUEST * 37,
        }),
      }),
      async run(transaction, { orders: ids }, { now }) {
        const changes: Change[] = [];
        // Locks in a fixed order, so that concurrent operations wait without a deadlock.
        for (const orderId of [...new Set(ids.split(','))].sort()) {
          const order = await lockFoundOrder(transaction, orders, orderId);
          if ((await packOrder(transaction, deps, order, now)) === null) {
            changes.push(createStatusChangeLogEntry(order, 'processing'));
          }
        }
        return { changes, message: { key: 'admin.said.packed', values: { smart_count: changes.length } } };
      },
    }),
    ...createDispatchOperations(deps),
    createOperation({
      name: 'order.cancel',
      input: Type.Object({ orderId: Uuid() }),
      needsConsent: true,
      async run(transaction, { orderId }, { now, requireSecondPerson }) {
        const order = await lockFoundOrder(transaction, orders, orderId);
        const before = await sumCredits(transaction, orderId);
        assertOrderChangeAccepted(order, await cancelOrder(transaction, deps, order, now));
        requireSecondPerson((await sumCredits(transaction, orderId)) - before);
        return { changes: [createStatusChangeLogEntry(order, 'cancelled')] };
      },
    }),
    createOperation({
      name: 'order.refund',
      input: Type.Object({
        orderId: Uuid(),
        ...creditFields,
        // Euro cents credited before, as the form displayed: submitting it twice refunds once.
        refundedBefore: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
      needsConsent: true,
      async run(transaction, { orderId, refundedBefore, ...asked }, { now, requireSecondPerson }) {
        const order = await lockFoundOrder(transaction, orders, orderId);
        const before = await sumCredits(transaction, orderId);
        if (refundedBefore !== undefined && refundedBefore !== before) {
          throw new AdminRefusal('changed_meanwhile');
        }
        const { amount } = await creditFromForm(transaction, orders, order, {
          input: asked,
          reason: 'refund',
          now,
        });
        requireSecondPerson(amount);
        return { changes: [describeRefund(order, before, amount)] };
      },
    }),
    createOperation({
      name: 'order.note',
      input: Type.Object({ orderId: Uuid(), text: Text(4000, 1) }),
      async run(transaction, { orderId, text }, { now, actor }) {
        if (text.trim() === '') throw new AdminRefusal('text_missing', {}, 'text');
        await lockFoundOrder(transaction, orders, orderId);
        const note = { orderId, at: now, staffMemberId: getStaffMemberId(actor), text: text.trim() };
        const orderNoteId = await insertNote(transaction, note);
        return {
          changes: [{ resource: 'order', resourceId: orderId, before: null, after: { noteId: orderNoteId } }],
        };
      },
    }),
    createOperation({
      name: 'order.deleteNote',
      input: Type.Object({ orderId: Uuid(), noteId: Type.Integer({ minimum: 1 }) }),
      async run(transaction, { orderId, noteId }) {
        const isDeleted = await deleteNote(transaction, { orderId, orderNoteId: noteId });
        return {
          changes: isDeleted
            ? [{ resource: 'order', resourceId: orderId, before: { noteId }, after: null }]
            : [],
        };
      },
    }),
    ...createOrderMailOperations(deps),
  ];
}
