import { and, asc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { review, reviewTranslation } from '../../catalogue/reviews/tables.ts';
import {
  cart,
  cartAccess,
  cartHandover,
  cartImpersonation,
  cartProduct,
  cartSample,
} from '../../commerce/carts/tables.ts';
import { cartGiftCard, giftCard, giftCardMovement } from '../../commerce/gift-cards/tables.ts';
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
} from '../../commerce/orders/tables.ts';
import { payment, refund } from '../../commerce/payments/tables.ts';
import { productReturn, returnAnswer, returnPhoto } from '../../commerce/returns/tables.ts';
import { siloQuotation } from '../../commerce/silo-quotations/tables.ts';
import { stockReminder } from '../../commerce/stock-reminders/tables.ts';
import { withdrawal } from '../../commerce/withdrawals/tables.ts';
import { auditEntry } from '../../core/audit/tables.ts';
import type { Database } from '../../core/database/database.ts';
import { idempotentAnswer } from '../../core/idempotency/tables.ts';
import { rateLimit } from '../../core/limits/tables.ts';
import { outboxMail, storedDocument } from '../../core/mail/tables.ts';
import type { PersonTableName } from '../../core/privacy/retention.ts';
import {
  account,
  accountAddress,
  accountRequest,
  accountSession,
  accountToken,
} from '../../customers/accounts/tables.ts';
import { newsletterConsent, newsletterSubscriber } from '../../customers/newsletter/tables.ts';
import { feedAdvice } from '../../nutrition/feed-advice/tables.ts';
import { labResult, roughageSample } from '../../nutrition/lab-results/tables.ts';
import { hashEmailAddress } from '../mail-campaigns/queries.ts';
import { campaignRecipient } from '../mail-campaigns/tables.ts';

/** The person behind an account. */
export interface Person {
  /** `NO_ACCOUNT_ID` for a guest. */
  readonly accountId: string;
  readonly siteId: number;
  /** Confirmed address in its normal form. */
  readonly emailAddress: string;
  /** Whether guest orders with the address are included. Staff have verified the person in that case. */
  readonly hasGuestOrders?: boolean;
}

/** Id that belongs to no account. */
export const NO_ACCOUNT_ID = '00000000-0000-0000-0000-000000000000';

/** What happens to the rows of a person whose account is closed. */
export type AccountClosureRule =
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
  readonly whereOwnedBy: ((database: Database, person: Person) => SQL | undefined) | null;
  /** Columns that are left out of the export: hashes, tokens and other secrets. */
  readonly excludedColumns: readonly string[];
  readonly onClosure: AccountClosureRule;
}

const createPersonTable = <T extends PgTable>(
  table: T,
  rule: Omit<PersonTable, 'table' | 'excludedColumns'> & {
    readonly excludedColumns: readonly (keyof T['$inferSelect'] & string)[];
  },
): PersonTable => ({ table, ...rule });

const createOwnOrderCondition = ({ accountId, siteId, emailAddress, hasGuestOrders = false }: Person) =>
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
const selectOwnOrders = (database: Database, person: Person) =>
  database
    .select({ orderId: customerOrder.orderId })
    .from(customerOrder)
    .where(createOwnOrderCondition(person));
const selectOwnCarts = (database: Database, { accountId }: Person) =>
  database.select({ cartId: cart.cartId }).from(cart).where(eq(cart.accountId, accountId));
const selectOwnReturns = (database: Database, { accountId }: Person) =>
  database
    .select({ returnId: productReturn.returnId })
    .from(productReturn)
    .where(eq(productReturn.accountId, accountId));
const selectOwnSamples = (database: Database, { accountId }: Person) =>
  database
    .select({ sampleId: roughageSample.sampleId })
    .from(roughageSample)
    .where(eq(roughageSample.accountId, accountId));
const selectOwnReviews = (database: Database, { accountId }: Person) =>
  database.select({ reviewId: review.reviewId }).from(review).where(eq(review.accountId, accountId));
const selectOwnPayments = (database: Database, person: Person) =>
  database
    .select({ paymentId: payment.paymentId })
    .from(payment)
    .where(inArray(payment.orderId, selectOwnOrders(database, person)));

/**
 * Every table with personal data: which rows belong to an account, which columns its owner gets, and what
 * happens to them when it is closed. A missing table is a compile error.
 */
export const personTables: { readonly [T in PersonTableName]: PersonTable } = {
  account: createPersonTable(account, {
    whereOwnedBy: (_database, { accountId }) => eq(account.accountId, accountId),
    excludedColumns: ['passwordHash'],
    onClosure: 'deleted',
  }),
  accountAddress: createPersonTable(accountAddress, {
    whereOwnedBy: (_database, { accountId }) => eq(accountAddress.accountId, accountId),
    excludedColumns: [],
    onClosure: 'deleted',
  }),
  accountRequest: createPersonTable(accountRequest, {
    whereOwnedBy: (_database, { accountId, siteId, emailAddress }) =>
      sql`${accountRequest.siteId} = ${siteId} and ${accountRequest.subject} in (${accountId}, ${emailAddress})`,
    // Contains a password hash.
    excludedColumns: ['registration'],
    onClosure: 'deleted',
  }),
  accountSession: createPersonTable(accountSession, {
    whereOwnedBy: (_database, { accountId }) => eq(accountSession.accountId, accountId),
    excludedColumns: ['tokenHash', 'handoverHash'],
    onClosure: 'deleted',
  }),
  accountToken: createPersonTable(accountToken, {
    whereOwnedBy: (_database, { accountId }) => eq(accountToken.accountId, accountId),
    excludedColumns: ['tokenHash'],
    onClosure: 'deleted',
  }),
  auditEntry: createPersonTable(auditEntry, {
    whereOwnedBy: (_database, { accountId }) =>
      sql`(${auditEntry.actorKind} = 'account' and ${auditEntry.actorId} = ${accountId}) or (${auditEntry.resource} = 'account' and ${auditEntry.resourceId} = ${accountId})`,
    excludedColumns: [],
    // Only contains the random id of a deleted account.
    onClosure: 'unlinked',
  }),
  cart: createPersonTable(cart, {
    whereOwnedBy: (_database, { accountId }) => eq(cart.accountId, accountId),
    excludedColumns: ['passwordHash'],
    onClosure: 'deleted',
  }),
  cartAccess: createPersonTable(cartAccess, {
    whereOwnedBy: (database, person) => inArray(cartAccess.cartId, selectOwnCarts(database, person)),
    excludedColumns: ['idHash'],
    onClosure: 'deleted',
  }),
  cartGiftCard: createPersonTable(cartGiftCard, {
    whereOwnedBy: (database, person) => inArray(cartGiftCard.cartId, selectOwnCarts(database, person)),
    excludedColumns: [],
    onClosure: 'deleted',
  }),
  cartHandover: createPersonTable(cartHandover, {
    whereOwnedBy: (database, person) => inArray(cartHandover.cartId, selectOwnCarts(database, person)),
    excludedColumns: ['tokenHash'],
    onClosure: 'deleted',
  }),
  cartImpersonation: createPersonTable(cartImpersonation, {
    whereOwnedBy: (database, person) => inArray(cartImpersonation.cartId, selectOwnCarts(database, person)),
    excludedColumns: ['keyHash'],
    onClosure: 'deleted',
  }),
  cartProduct: createPersonTable(cartProduct, {
    whereOwnedBy: (database, person) => inArray(cartProduct.cartId, selectOwnCarts(database, person)),
    excludedColumns: [],
    onClosure: 'deleted',
  }),
  cartSample: createPersonTable(cartSample, {
    whereOwnedBy: (database, person) => inArray(cartSample.cartId, selectOwnCarts(database, person)),
    excludedColumns: [],
    onClosure: 'deleted',
  }),
  customerOrder: createPersonTable(customerOrder, {
    whereOwnedBy: (_database, person) => createOwnOrderCondition(person),
    excludedColumns: ['tokenHash'],
    onClosure: 'kept by law',
  }),
  feedAdvice: createPersonTable(feedAdvice, {
    whereOwnedBy: (_database, { accountId }) => eq(feedAdvice.accountId, accountId),
    excludedColumns: [],
    onClosure: 'deleted',
  }),
  giftCard: createPersonTable(giftCard, {
    // Cards that were bought, and cards that have paid.
    whereOwnedBy: (database, person) =>
      or(
        inArray(giftCard.orderId, selectOwnOrders(database, person)),
        inArray(
          giftCard.giftCardId,
          database
            .select({ giftCardId: giftCardMovement.giftCardId })
            .from(giftCardMovement)
            .where(inArray(giftCardMovement.orderId, selectOwnOrders(database, person))),
        ),
      ),
    // The balance is only shown to the holder of number and PIN.
    excludedColumns: ['numberHash', 'pinHash', 'balance'],
    onClosure: 'kept by law',
  }),
  giftCardMovement: createPersonTable(giftCardMovement, {
    whereOwnedBy: (database, person) => inArray(giftCardMovement.orderId, selectOwnOrders(database, person)),
    excludedColumns: [],
    onClosure: 'kept by law',
  }),
  idempotentAnswer: createPersonTable(idempotentAnswer, {
    whereOwnedBy: null,
    excludedColumns: [],
    onClosure: 'of nobody',
  }),
  invoice: createPersonTable(invoice, {
    whereOwnedBy: (database, person) => inArray(invoice.orderId, selectOwnOrders(database, person)),
    excludedColumns: [],
    onClosure: 'kept by law',
  }),
  labResult: createPersonTable(labResult, {
    whereOwnedBy: (database, person) => inArray(labResult.sampleId, selectOwnSamples(database, person)),
    excludedColumns: [],
    onClosure: 'deleted',
  }),
  campaignRecipient: createPersonTable(campaignRecipient, {
    whereOwnedBy: (_database, { emailAddress }) =>
      eq(campaignRecipient.addressHash, hashEmailAddress(emailAddress)),
    excludedColumns: ['addressHash'],
    onClosure: 'deleted',
  }),
  newsletterConsent: createPersonTable(newsletterConsent, {
    whereOwnedBy: (_database, { siteId, emailAddress }) =>
      sql`${newsletterConsent.siteId} = ${siteId} and ${newsletterConsent.emailAddress} = ${emailAddress}`,
    excludedColumns: ['confirmTokenHash'],
    onClosure: 'deleted',
  }),
  newsletterSubscriber: createPersonTable(newsletterSubscriber, {
    whereOwnedBy: (_database, { siteId, emailAddress }) =>
      sql`${newsletterSubscriber.siteId} = ${siteId} and ${newsletterSubscriber.emailAddress} = ${emailAddress}`,
    excludedColumns: ['unsubscribeKey'],
    onClosure: 'deleted',
  }),
  orderCredit: createPersonTable(orderCredit, {
    whereOwnedBy: (database, person) => inArray(orderCredit.orderId, selectOwnOrders(database, person)),
    excludedColumns: [],
    onClosure: 'kept by law',
  }),
  orderCreditPart: createPersonTable(orderCreditPart, {
    whereOwnedBy: (database, person) =>
      inArray(
        orderCreditPart.orderCreditId,
        database
          .select({ orderCreditId: orderCredit.orderCreditId })
          .from(orderCredit)
          .where(inArray(orderCredit.orderId, selectOwnOrders(database, person))),
      ),
    excludedColumns: [],
    onClosure: 'kept by law',
  }),
  orderLine: createPersonTable(orderLine, {
    whereOwnedBy: (database, person) => inArray(orderLine.orderId, selectOwnOrders(database, person)),
    excludedColumns: [],
    onClosure: 'kept by law',
  }),
  orderNote: createPersonTable(orderNote, {
    whereOwnedBy: (database, person) => inArray(orderNote.orderId, selectOwnOrders(database, person)),
    // The author is internal.
    excludedColumns: ['staffMemberId'],
    onClosure: 'deleted',
  }),
  orderPromotion: createPersonTable(orderPromotion, {
    whereOwnedBy: (database, person) => inArray(orderPromotion.orderId, selectOwnOrders(database, person)),
    excludedColumns: [],
    onClosure: 'kept by law',
  }),
  orderSample: createPersonTable(orderSample, {
    whereOwnedBy: (database, person) => inArray(orderSample.orderId, selectOwnOrders(database, person)),
    excludedColumns: [],
    onClosure: 'kept by law',
  }),
  orderStatusChange: createPersonTable(orderStatusChange, {
    whereOwnedBy: (database, person) => inArray(orderStatusChange.orderId, selectOwnOrders(database, person)),
    excludedColumns: [],
    onClosure: 'kept by law',
  }),
  outboxMail: createPersonTable(outboxMail, {
    whereOwnedBy: (_database, { siteId, emailAddress }) =>
      sql`${outboxMail.siteId} = ${siteId} and lower(${outboxMail.recipient}) = ${emailAddress}`,
    // The HTML repeats the text; the URL contains the key that ends a subscription.
    excludedColumns: ['html', 'unsubscribeUrl'],
    // Unsent mails about an order are sent first, and then deleted by age.
    onClosure: 'deleted',
  }),
  payment: createPersonTable(payment, {
    whereOwnedBy: (database, person) => inArray(payment.orderId, selectOwnOrders(database, person)),
    excludedColumns: ['paymentUrl'],
    onClosure: 'kept by law',
  }),
  productReturn: createPersonTable(productReturn, {
    whereOwnedBy: (_database, { accountId }) => eq(productReturn.accountId, accountId),
    excludedColumns: [],
    onClosure: 'deleted',
  }),
  rateLimit: createPersonTable(rateLimit, {
    whereOwnedBy: null,
    excludedColumns: [],
    onClosure: 'of nobody',
  }),
  refund: createPersonTable(refund, {
    whereOwnedBy: (database, person) => inArray(refund.paymentId, selectOwnPayments(database, person)),
    excludedColumns: [],
    onClosure: 'kept by law',
  }),
  returnAnswer: createPersonTable(returnAnswer, {
    whereOwnedBy: (database, person) => inArray(returnAnswer.returnId, selectOwnReturns(database, person)),
    excludedColumns: [],
    onClosure: 'deleted',
  }),
  returnPhoto: createPersonTable(returnPhoto, {
    whereOwnedBy: (database, person) => inArray(returnPhoto.returnId, selectOwnReturns(database, person)),
    excludedColumns: [],
    onClosure: 'deleted',
  }),
  review: createPersonTable(review, {
    whereOwnedBy: (_database, { accountId }) => eq(review.accountId, accountId),
    excludedColumns: ['contentHash', 'confirmTokenHash'],
    // Published reviews; the others are deleted.
    onClosure: 'unlinked',
  }),
  reviewTranslation: createPersonTable(reviewTranslation, {
    whereOwnedBy: (database, person) =>
      inArray(reviewTranslation.reviewId, selectOwnReviews(database, person)),
    excludedColumns: [],
    onClosure: 'unlinked',
  }),
  roughageSample: createPersonTable(roughageSample, {
    whereOwnedBy: (_database, { accountId }) => eq(roughageSample.accountId, accountId),
    excludedColumns: ['keyVersion'],
    // Its number alone.
    onClosure: 'unlinked',
  }),
  siloQuotation: createPersonTable(siloQuotation, {
    whereOwnedBy: (_database, { siteId, emailAddress }) =>
      sql`${siloQuotation.siteId} = ${siteId} and ${siloQuotation.emailAddress} = ${emailAddress}`,
    excludedColumns: [],
    onClosure: 'deleted',
  }),
  stockMovement: createPersonTable(stockMovement, {
    whereOwnedBy: (database, person) => inArray(stockMovement.orderId, selectOwnOrders(database, person)),
    excludedColumns: [],
    onClosure: 'kept by law',
  }),
  stockReminder: createPersonTable(stockReminder, {
    whereOwnedBy: (_database, { siteId, emailAddress }) =>
      sql`${stockReminder.siteId} = ${siteId} and ${stockReminder.emailAddress} = ${emailAddress}`,
    excludedColumns: ['confirmTokenHash', 'unsubscribeTokenHash'],
    onClosure: 'deleted',
  }),
  storedDocument: createPersonTable(storedDocument, {
    // Invoices and credit notes, and receipts of withdrawals.
    whereOwnedBy: (database, person) =>
      or(
        inArray(
          storedDocument.storedDocumentId,
          database
            .select({ storedDocumentId: invoice.storedDocumentId })
            .from(invoice)
            .where(inArray(invoice.orderId, selectOwnOrders(database, person))),
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
    excludedColumns: ['bytes'],
    onClosure: 'kept by law',
  }),
  withdrawal: createPersonTable(withdrawal, {
    whereOwnedBy: (_database, { siteId, emailAddress }) =>
      sql`${withdrawal.siteId} = ${siteId} and ${withdrawal.emailAddress} = ${emailAddress}`,
    excludedColumns: ['receiptTokenHash'],
    onClosure: 'kept by law',
  }),
};

/** Keys in the links of mails. They can be read in the mailbox to which the mail was sent. */
const TOKEN_IN_URL_PATTERN = /([?&#](?:token|key)=|\/(?:rqs|qs)\/)[\w-]+/g;
/** Kind of mails whose text is worth money: it contains gift card numbers and PINs. */
const GIFT_CARD_MAIL_KIND = 'gift-cards';

/** Returns a value in a form that JSON can represent: files as base64, secrets removed. */
function serializePersonalValue(
  name: string,
  value: unknown,
  row: Readonly<Record<string, unknown>>,
): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (name !== 'text' || typeof value !== 'string') return value;
  return row.kind === GIFT_CARD_MAIL_KIND ? '' : value.replaceAll(TOKEN_IN_URL_PATTERN, '$1…');
}

/**
 * Returns all stored data of a person by table. Tables without rows of the person are empty; tables that are
 * not linked to persons are left out.
 */
export async function listPersonRows(
  transaction: Database,
  person: Person,
): Promise<Record<string, Record<string, unknown>[]>> {
  const rowsByTable: Record<string, Record<string, unknown>[]> = {};
  for (const [name, { table, whereOwnedBy: listOwn, excludedColumns }] of Object.entries(personTables)) {
    if (listOwn === null) continue;
    const hidden = new Set(excludedColumns);
    const columns = Object.fromEntries(
      Object.entries(getTableColumns(table)).filter(([column]) => !hidden.has(column)),
    );
    const rows = await transaction
      .select(columns)
      .from(table)
      .where(listOwn(transaction, person))
      // The first column identifies the row or its parent.
      .orderBy(asc(sql`1`));
    rowsByTable[name] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [column, serializePersonalValue(column, value, row)]),
      ),
    );
  }
  return rowsByTable;
}
