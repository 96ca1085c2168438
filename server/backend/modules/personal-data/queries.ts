import { and, asc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { auditEntry } from '../../audit/tables.ts';
import type { Database } from '../../database/database.ts';
import type { TablesOf } from '../../database/table-contents.ts';
import { idempotentAnswer } from '../../idempotency/tables.ts';
import { rateLimit } from '../../limits/tables.ts';
import { outboxMail, storedDocument } from '../../mail/tables.ts';
import { account, accountAddress, accountRequest, accountSession, accountToken } from '../accounts/tables.ts';
import { hashAddress } from '../campaigns/queries.ts';
import { campaignRecipient } from '../campaigns/tables.ts';
import {
  cart,
  cartAccess,
  cartHandover,
  cartImpersonation,
  cartProduct,
  cartSample,
} from '../carts/tables.ts';
import { feedAdvice } from '../feed-advice/tables.ts';
import { cartGiftCard, giftCard, giftCardMovement } from '../gift-cards/tables.ts';
import { labResult, roughageSample } from '../lab-results/tables.ts';
import { newsletterConsent, newsletterSubscriber } from '../newsletter/tables.ts';
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
} from '../orders/tables.ts';
import { payment, refund } from '../payments/tables.ts';
import { productReturn, returnAnswer, returnPhoto } from '../returns/tables.ts';
import { review, reviewTranslation } from '../reviews/tables.ts';
import { siloQuotation } from '../silo-quotations/tables.ts';
import { stockReminder } from '../stock-reminders/tables.ts';
import { withdrawal } from '../withdrawals/tables.ts';

/** The person behind an account. */
export interface Person {
  /** `NO_ACCOUNT` for a guest. */
  readonly accountId: string;
  readonly siteId: number;
  /** Confirmed address in its normal form. */
  readonly emailAddress: string;
  /** Whether guest orders with the address are included. Staff have verified the person in that case. */
  readonly hasGuestOrders?: boolean;
}

/** Id that belongs to no account. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** What happens to the rows of a person whose account is closed. */
export type ClosingFate =
  /** Deleted with the account. */
  | 'deleted'
  /** Retained by law for the period in `retention.ts`, without a reference to the account. */
  | 'kept by law'
  /** Retained without any reference to the person. */
  | 'unlinked'
  /** Not linked to a person: deleted by age. */
  | 'of nobody';

export interface PersonTable {
  readonly table: PgTable;
  /** Selects its rows of a person; null if the rows are not linked to a person. */
  readonly listOwn: ((database: Database, person: Person) => SQL | undefined) | null;
  /** Columns that are left out of the export: hashes, tokens and other secrets. */
  readonly leftOut: readonly string[];
  readonly atClosing: ClosingFate;
}

const ofTable = <T extends PgTable>(
  table: T,
  rule: Omit<PersonTable, 'table' | 'leftOut'> & {
    readonly leftOut: readonly (keyof T['$inferSelect'] & string)[];
  },
): PersonTable => ({ table, ...rule });

const isOwnOrder = ({ accountId, siteId, emailAddress, hasGuestOrders = false }: Person) =>
  or(
    eq(customerOrder.accountId, accountId),
    hasGuestOrders
      ? and(
          eq(customerOrder.siteId, siteId),
          isNull(customerOrder.accountId),
          // Billing details store addresses in their normal form.
          eq(sql`${customerOrder.billing} ->> 'emailAddress'`, emailAddress),
        )
      : undefined,
  );
const ownOrders = (database: Database, person: Person) =>
  database.select({ orderId: customerOrder.orderId }).from(customerOrder).where(isOwnOrder(person));
const ownCarts = (database: Database, { accountId }: Person) =>
  database.select({ cartId: cart.cartId }).from(cart).where(eq(cart.accountId, accountId));
const ownReturns = (database: Database, { accountId }: Person) =>
  database
    .select({ returnId: productReturn.returnId })
    .from(productReturn)
    .where(eq(productReturn.accountId, accountId));
const ownSamples = (database: Database, { accountId }: Person) =>
  database
    .select({ sampleId: roughageSample.sampleId })
    .from(roughageSample)
    .where(eq(roughageSample.accountId, accountId));
const ownReviews = (database: Database, { accountId }: Person) =>
  database.select({ reviewId: review.reviewId }).from(review).where(eq(review.accountId, accountId));
const ownPayments = (database: Database, person: Person) =>
  database
    .select({ paymentId: payment.paymentId })
    .from(payment)
    .where(inArray(payment.orderId, ownOrders(database, person)));

/**
 * Every table with personal data: which rows belong to an account, which columns its owner gets, and what
 * happens to them when it is closed. A missing table is a compile error.
 */
export const personTables: { readonly [T in TablesOf<'person'>]: PersonTable } = {
  account: ofTable(account, {
    listOwn: (_database, { accountId }) => eq(account.accountId, accountId),
    leftOut: ['passwordHash'],
    atClosing: 'deleted',
  }),
  accountAddress: ofTable(accountAddress, {
    listOwn: (_database, { accountId }) => eq(accountAddress.accountId, accountId),
    leftOut: [],
    atClosing: 'deleted',
  }),
  accountRequest: ofTable(accountRequest, {
    listOwn: (_database, { accountId, siteId, emailAddress }) =>
      sql`${accountRequest.siteId} = ${siteId} and ${accountRequest.subject} in (${accountId}, ${emailAddress})`,
    // Contains a password hash.
    leftOut: ['registration'],
    atClosing: 'deleted',
  }),
  accountSession: ofTable(accountSession, {
    listOwn: (_database, { accountId }) => eq(accountSession.accountId, accountId),
    leftOut: ['tokenHash', 'handoverHash'],
    atClosing: 'deleted',
  }),
  accountToken: ofTable(accountToken, {
    listOwn: (_database, { accountId }) => eq(accountToken.accountId, accountId),
    leftOut: ['tokenHash'],
    atClosing: 'deleted',
  }),
  auditEntry: ofTable(auditEntry, {
    listOwn: (_database, { accountId }) =>
      sql`(${auditEntry.actorKind} = 'account' and ${auditEntry.actorId} = ${accountId}) or (${auditEntry.noun} = 'account' and ${auditEntry.nounId} = ${accountId})`,
    leftOut: [],
    // Only contains the random id of a deleted account.
    atClosing: 'unlinked',
  }),
  cart: ofTable(cart, {
    listOwn: (_database, { accountId }) => eq(cart.accountId, accountId),
    leftOut: ['passwordHash'],
    atClosing: 'deleted',
  }),
  cartAccess: ofTable(cartAccess, {
    listOwn: (database, person) => inArray(cartAccess.cartId, ownCarts(database, person)),
    leftOut: ['idHash'],
    atClosing: 'deleted',
  }),
  cartGiftCard: ofTable(cartGiftCard, {
    listOwn: (database, person) => inArray(cartGiftCard.cartId, ownCarts(database, person)),
    leftOut: [],
    atClosing: 'deleted',
  }),
  cartHandover: ofTable(cartHandover, {
    listOwn: (database, person) => inArray(cartHandover.cartId, ownCarts(database, person)),
    leftOut: ['tokenHash'],
    atClosing: 'deleted',
  }),
  cartImpersonation: ofTable(cartImpersonation, {
    listOwn: (database, person) => inArray(cartImpersonation.cartId, ownCarts(database, person)),
    leftOut: ['keyHash'],
    atClosing: 'deleted',
  }),
  cartProduct: ofTable(cartProduct, {
    listOwn: (database, person) => inArray(cartProduct.cartId, ownCarts(database, person)),
    leftOut: [],
    atClosing: 'deleted',
  }),
  cartSample: ofTable(cartSample, {
    listOwn: (database, person) => inArray(cartSample.cartId, ownCarts(database, person)),
    leftOut: [],
    atClosing: 'deleted',
  }),
  customerOrder: ofTable(customerOrder, {
    listOwn: (_database, person) => isOwnOrder(person),
    leftOut: ['tokenHash'],
    atClosing: 'kept by law',
  }),
  feedAdvice: ofTable(feedAdvice, {
    listOwn: (_database, { accountId }) => eq(feedAdvice.accountId, accountId),
    leftOut: [],
    atClosing: 'deleted',
  }),
  giftCard: ofTable(giftCard, {
    // Cards that were bought, and cards that have paid.
    listOwn: (database, person) =>
      or(
        inArray(giftCard.orderId, ownOrders(database, person)),
        inArray(
          giftCard.giftCardId,
          database
            .select({ giftCardId: giftCardMovement.giftCardId })
            .from(giftCardMovement)
            .where(inArray(giftCardMovement.orderId, ownOrders(database, person))),
        ),
      ),
    // The balance is only shown to the holder of number and PIN.
    leftOut: ['numberHash', 'pinHash', 'balance'],
    atClosing: 'kept by law',
  }),
  giftCardMovement: ofTable(giftCardMovement, {
    listOwn: (database, person) => inArray(giftCardMovement.orderId, ownOrders(database, person)),
    leftOut: [],
    atClosing: 'kept by law',
  }),
  idempotentAnswer: ofTable(idempotentAnswer, { listOwn: null, leftOut: [], atClosing: 'of nobody' }),
  invoice: ofTable(invoice, {
    listOwn: (database, person) => inArray(invoice.orderId, ownOrders(database, person)),
    leftOut: [],
    atClosing: 'kept by law',
  }),
  labResult: ofTable(labResult, {
    listOwn: (database, person) => inArray(labResult.sampleId, ownSamples(database, person)),
    leftOut: [],
    atClosing: 'deleted',
  }),
  campaignRecipient: ofTable(campaignRecipient, {
    listOwn: (_database, { emailAddress }) => eq(campaignRecipient.addressHash, hashAddress(emailAddress)),
    leftOut: ['addressHash'],
    atClosing: 'deleted',
  }),
  newsletterConsent: ofTable(newsletterConsent, {
    listOwn: (_database, { siteId, emailAddress }) =>
      sql`${newsletterConsent.siteId} = ${siteId} and ${newsletterConsent.emailAddress} = ${emailAddress}`,
    leftOut: ['confirmTokenHash'],
    atClosing: 'deleted',
  }),
  newsletterSubscriber: ofTable(newsletterSubscriber, {
    listOwn: (_database, { siteId, emailAddress }) =>
      sql`${newsletterSubscriber.siteId} = ${siteId} and ${newsletterSubscriber.emailAddress} = ${emailAddress}`,
    leftOut: ['unsubscribeKey'],
    atClosing: 'deleted',
  }),
  orderCredit: ofTable(orderCredit, {
    listOwn: (database, person) => inArray(orderCredit.orderId, ownOrders(database, person)),
    leftOut: [],
    atClosing: 'kept by law',
  }),
  orderCreditPart: ofTable(orderCreditPart, {
    listOwn: (database, person) =>
      inArray(
        orderCreditPart.orderCreditId,
        database
          .select({ orderCreditId: orderCredit.orderCreditId })
          .from(orderCredit)
          .where(inArray(orderCredit.orderId, ownOrders(database, person))),
      ),
    leftOut: [],
    atClosing: 'kept by law',
  }),
  orderLine: ofTable(orderLine, {
    listOwn: (database, person) => inArray(orderLine.orderId, ownOrders(database, person)),
    leftOut: [],
    atClosing: 'kept by law',
  }),
  orderNote: ofTable(orderNote, {
    listOwn: (database, person) => inArray(orderNote.orderId, ownOrders(database, person)),
    // The author is internal.
    leftOut: ['staffMemberId'],
    atClosing: 'deleted',
  }),
  orderPromotion: ofTable(orderPromotion, {
    listOwn: (database, person) => inArray(orderPromotion.orderId, ownOrders(database, person)),
    leftOut: [],
    atClosing: 'kept by law',
  }),
  orderSample: ofTable(orderSample, {
    listOwn: (database, person) => inArray(orderSample.orderId, ownOrders(database, person)),
    leftOut: [],
    atClosing: 'kept by law',
  }),
  orderStatusChange: ofTable(orderStatusChange, {
    listOwn: (database, person) => inArray(orderStatusChange.orderId, ownOrders(database, person)),
    leftOut: [],
    atClosing: 'kept by law',
  }),
  outboxMail: ofTable(outboxMail, {
    listOwn: (_database, { siteId, emailAddress }) =>
      sql`${outboxMail.siteId} = ${siteId} and lower(${outboxMail.recipient}) = ${emailAddress}`,
    // The HTML repeats the text; the URL contains the key that ends a subscription.
    leftOut: ['html', 'unsubscribeUrl'],
    // Unsent mails about an order are sent first, and then deleted by age.
    atClosing: 'deleted',
  }),
  payment: ofTable(payment, {
    listOwn: (database, person) => inArray(payment.orderId, ownOrders(database, person)),
    leftOut: ['paymentUrl'],
    atClosing: 'kept by law',
  }),
  productReturn: ofTable(productReturn, {
    listOwn: (_database, { accountId }) => eq(productReturn.accountId, accountId),
    leftOut: [],
    atClosing: 'deleted',
  }),
  rateLimit: ofTable(rateLimit, { listOwn: null, leftOut: [], atClosing: 'of nobody' }),
  refund: ofTable(refund, {
    listOwn: (database, person) => inArray(refund.paymentId, ownPayments(database, person)),
    leftOut: [],
    atClosing: 'kept by law',
  }),
  returnAnswer: ofTable(returnAnswer, {
    listOwn: (database, person) => inArray(returnAnswer.returnId, ownReturns(database, person)),
    leftOut: [],
    atClosing: 'deleted',
  }),
  returnPhoto: ofTable(returnPhoto, {
    listOwn: (database, person) => inArray(returnPhoto.returnId, ownReturns(database, person)),
    leftOut: [],
    atClosing: 'deleted',
  }),
  review: ofTable(review, {
    listOwn: (_database, { accountId }) => eq(review.accountId, accountId),
    leftOut: ['contentHash', 'confirmTokenHash'],
    // Published reviews; the others are deleted.
    atClosing: 'unlinked',
  }),
  reviewTranslation: ofTable(reviewTranslation, {
    listOwn: (database, person) => inArray(reviewTranslation.reviewId, ownReviews(database, person)),
    leftOut: [],
    atClosing: 'unlinked',
  }),
  roughageSample: ofTable(roughageSample, {
    listOwn: (_database, { accountId }) => eq(roughageSample.accountId, accountId),
    leftOut: ['keyVersion'],
    // Its number alone.
    atClosing: 'unlinked',
  }),
  siloQuotation: ofTable(siloQuotation, {
    listOwn: (_database, { siteId, emailAddress }) =>
      sql`${siloQuotation.siteId} = ${siteId} and ${siloQuotation.emailAddress} = ${emailAddress}`,
    leftOut: [],
    atClosing: 'deleted',
  }),
  stockMovement: ofTable(stockMovement, {
    listOwn: (database, person) => inArray(stockMovement.orderId, ownOrders(database, person)),
    leftOut: [],
    atClosing: 'kept by law',
  }),
  stockReminder: ofTable(stockReminder, {
    listOwn: (_database, { siteId, emailAddress }) =>
      sql`${stockReminder.siteId} = ${siteId} and ${stockReminder.emailAddress} = ${emailAddress}`,
    leftOut: ['confirmTokenHash', 'unsubscribeTokenHash'],
    atClosing: 'deleted',
  }),
  storedDocument: ofTable(storedDocument, {
    // Invoices and credit notes, and receipts of withdrawals.
    listOwn: (database, person) =>
      or(
        inArray(
          storedDocument.storedDocumentId,
          database
            .select({ storedDocumentId: invoice.storedDocumentId })
            .from(invoice)
            .where(inArray(invoice.orderId, ownOrders(database, person))),
        ),
        inArray(
          storedDocument.storedDocumentId,
          database
            .select({ storedDocumentId: withdrawal.receiptDocumentId })
            .from(withdrawal)
            .where(
              sql`${withdrawal.siteId} = ${person.siteId} and ${withdrawal.emailAddress} = ${person.emailAddress}`,
            ),
        ),
      ),
    // The files can be downloaded individually: `/api/invoices/{invoiceId}`. Their content is in the orders
    // and withdrawals.
    leftOut: ['bytes'],
    atClosing: 'kept by law',
  }),
  withdrawal: ofTable(withdrawal, {
    listOwn: (_database, { siteId, emailAddress }) =>
      sql`${withdrawal.siteId} = ${siteId} and ${withdrawal.emailAddress} = ${emailAddress}`,
    leftOut: ['receiptTokenHash'],
    atClosing: 'kept by law',
  }),
};

/** Keys in the links of mails. They can be read in the mailbox to which the mail was sent. */
const KEY_IN_ADDRESS = /([?&#](?:token|key)=|\/(?:rqs|qs)\/)[\w-]+/g;
/** Kind of mails whose text is worth money: it contains gift card numbers and PINs. */
const MONEY_MAIL = 'gift-cards';

/** Returns a value in a form that JSON can represent: files as base64, secrets removed. */
function writeValue(name: string, value: unknown, row: Readonly<Record<string, unknown>>): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (name !== 'text' || typeof value !== 'string') return value;
  return row.kind === MONEY_MAIL ? '' : value.replaceAll(KEY_IN_ADDRESS, '$1…');
}

/**
 * Returns all stored data of a person by table. Tables without rows of the person are empty; tables that are
 * not linked to persons are left out.
 */
export async function listPersonRows(
  transaction: Database,
  person: Person,
): Promise<Record<string, Record<string, unknown>[]>> {
  const told: Record<string, Record<string, unknown>[]> = {};
  for (const [name, { table, listOwn, leftOut }] of Object.entries(personTables)) {
    if (listOwn === null) continue;
    const hidden = new Set(leftOut);
    const columns = Object.fromEntries(
      Object.entries(getTableColumns(table)).filter(([column]) => !hidden.has(column)),
    );
    const rows = await transaction
      .select(columns)
      .from(table)
      .where(listOwn(transaction, person))
      // The first column identifies the row or its parent.
      .orderBy(asc(sql`1`));
    told[name] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [column, writeValue(column, value, row)]),
      ),
    );
  }
  return told;
}
