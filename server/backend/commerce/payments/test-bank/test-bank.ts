import { randomUUID } from 'node:crypto';
import { isSlowPaymentMethod } from '../../../../../shared/rules/orders/payment-period.ts';
import type { ModuleDeps } from '../../../sites/backend-module.ts';
import {
  type PaymentProvider,
  ProviderError,
  type ProviderPayment,
  type TransferDetails,
} from '../provider.ts';
import { listFictitiousBanks } from './banks.ts';
import {
  findTestPayment,
  insertTestPayment,
  listTestPayments,
  refundTestPayment,
  settleTestPayment,
  sumRefunded,
  type TestPayment,
} from './queries.ts';

export const TEST_BANK_PATH = '/api/testbank/';

/** Payments per page of its list. */
const PAGE_SIZE = 100;

/** Returns the details of a bank transfer to an account of a fictitious bank. */
export function createTestTransferDetails({ methodKey, sequence }: TestPayment): TransferDetails | null {
  if (!isSlowPaymentMethod(methodKey)) return null;
  const number = String(sequence).padStart(9, '0').slice(-9);
  const reference = `${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`;
  const isMultibanco = methodKey === 'multibanco';
  return {
    accountHolder: 'Test Bank (no real account)',
    iban: isMultibanco ? null : 'XX00 TEST 0000 0000 00',
    entity: isMultibanco ? '00000' : null,
    reference,
  };
}

const createTestRefundId = (refundId: string): string => `test-${refundId}`;

const toProviderPayment = (row: TestPayment): ProviderPayment => ({
  providerPaymentId: row.testBankPaymentId,
  status: row.status,
  amount: row.amount,
  currency: row.currency,
  paymentId: row.idempotencyKey,
  // The return URL is the page of the order.
  orderId: URL.parse(row.redirectUrl)?.searchParams.get('orderId') ?? null,
  siteId: null,
  description: row.reference,
  paymentUrl:
    row.status === 'pending'
      ? `${new URL(row.redirectUrl).origin}${TEST_BANK_PATH}${row.testBankPaymentId}`
      : null,
  transfer: createTestTransferDetails(row),
  refundedAmount: sumRefunded(row),
  chargedBackAmount: 0,
  refunds: Object.entries(row.refunds).map(([refundId, amount]) => ({
    providerRefundId: createTestRefundId(refundId),
    refundId,
    amount,
    isFailed: false,
  })),
});

/**
 * Creates the test bank, which replaces a provider without moving money. It stores payments in the database,
 * and its customers decide on its own pages how a payment ends.
 */
export function createTestBank({
  database,
  clock,
  isAllowed,
}: Pick<ModuleDeps, 'database' | 'clock'> & {
  /** Checked on each call: the installation may become public while it runs. */
  readonly isAllowed: () => Promise<boolean>;
}): PaymentProvider {
  const find = (id: string) => findTestPayment(database, id, new Date(clock()));

  return {
    supports: (methodKey) => methodKey !== 'gift-card',
    listIssuers: async (methodKey) => listFictitiousBanks(methodKey),
    async begin({ paymentId, amount, methodKey, issuer, description, redirectUrl, webhookUrl, expiresAt }) {
      if (!(await isAllowed())) throw new ProviderError('test_bank_not_allowed', { isPermanent: true });
      const isKnown = listFictitiousBanks(methodKey).some((bank) => bank.issuer === issuer);
      const row = await insertTestPayment(database, {
        testBankPaymentId: randomUUID(),
        idempotencyKey: paymentId,
        amount,
        currency: 'EUR',
        reference: description,
        methodKey,
        issuer: isKnown ? issuer : null,
        redirectUrl,
        webhookUrl,
        createdAt: new Date(clock()),
        expiresAt,
      });
      return toProviderPayment(row);
    },
    async fetch(id) {
      const row = await find(id);
      return row ? toProviderPayment(row) : null;
    },
    async *list(since) {
      let after = 0;
      for (;;) {
        const rows = await listTestPayments(database, { since, after }, PAGE_SIZE);
        if (rows.length > 0) {
          yield rows.map((row) => ({
            providerPaymentId: row.testBankPaymentId,
            summary: toProviderPayment(row),
          }));
        }
        if (rows.length < PAGE_SIZE) return;
        after = rows.at(-1)?.sequence ?? after;
      }
    },
    async capture(id, amount) {
      const row = await find(id);
      if (row?.status === 'paid') return;
      const isTaken = row?.amount === amount && (await settleTestPayment(database, id, 'authorized', 'paid'));
      if (!isTaken) throw new ProviderError('not_authorized', { isPermanent: true });
    },
    async cancel(id, { releases }) {
      await settleTestPayment(database, id, 'pending', 'cancelled');
      if (releases) await settleTestPayment(database, id, 'authorized', 'cancelled');
    },
    async refund(id, refund) {
      if (!(await refundTestPayment(database, id, refund))) {
        throw new ProviderError('not_enough_paid', { isPermanent: true });
      }
      return { providerRefundId: createTestRefundId(refund.refundId) };
    },
  };
}
