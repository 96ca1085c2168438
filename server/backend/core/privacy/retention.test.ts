import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  account,
  accountAddress,
  accountRequest,
  accountSession,
  accountToken,
  auditEntry,
  campaignRecipient,
  cart,
  cartAccess,
  cartGiftCard,
  cartHandover,
  cartImpersonation,
  cartProduct,
  cartSample,
  customerOrder,
  feedAdvice,
  giftCard,
  giftCardMovement,
  idempotentAnswer,
  invoice,
  labResult,
  newsletterConsent,
  newsletterSubscriber,
  orderCredit,
  orderCreditPart,
  orderLine,
  orderNote,
  orderPromotion,
  orderSample,
  orderStatusChange,
  outboxMail,
  payment,
  productReturn,
  rateLimit,
  refund,
  returnAnswer,
  returnPhoto,
  review,
  reviewTranslation,
  roughageSample,
  siloQuotation,
  stockMovement,
  stockReminder,
  storedDocument,
  withdrawal,
} from '../../schema/schema.ts';
import { tableOrigins } from '../../schema/table-origins.ts';
import { getRetentionLimit, type PersonTableName, type RetentionRule, retention } from './retention.ts';

const tablesByName: Readonly<Record<PersonTableName, PgTable>> = {
  account,
  accountAddress,
  accountRequest,
  accountSession,
  accountToken,
  feedAdvice,
  roughageSample,
  labResult,
  campaignRecipient,
  newsletterConsent,
  newsletterSubscriber,
  productReturn,
  returnAnswer,
  returnPhoto,
  auditEntry,
  withdrawal,
  stockMovement,
  refund,
  payment,
  orderStatusChange,
  orderPromotion,
  orderSample,
  orderCredit,
  orderCreditPart,
  orderLine,
  orderNote,
  invoice,
  giftCardMovement,
  giftCard,
  customerOrder,
  cartGiftCard,
  cart,
  cartAccess,
  cartHandover,
  cartImpersonation,
  cartProduct,
  cartSample,
  idempotentAnswer,
  outboxMail,
  rateLimit,
  review,
  reviewTranslation,
  siloQuotation,
  stockReminder,
  storedDocument,
};
type RuleOfTable = RetentionRule & { readonly table: PersonTableName };
const retentionRules: readonly RuleOfTable[] = Object.values(retention);

/** Formats a rule as a row of docs/privacy.md. */
const toDocsRow = ({ table, what, since, days, why }: RuleOfTable): string => {
  const time =
    days === null
      ? 'no fixed period'
      : days === 'retentionYears'
        ? `\`retentionYears\` of the site after the year of \`${since}\``
        : `${days} ${days === 1 ? 'day' : 'days'} after \`${since}\``;
  return `| \`${getTableName(tablesByName[table])}\` | ${what} | ${time} | ${why} |`;
};

describe('retention of personal data', () => {
  it('has a rule for every table with personal data', () => {
    const ofPersons = Object.entries(tableOrigins).flatMap(([name, word]) =>
      word === 'person' ? [name] : [],
    );
    expect([...new Set(retentionRules.map(({ table }) => table))].sort()).toEqual(ofPersons.sort());
  });

  it('refers to existing date columns', () => {
    for (const { table, since, days } of retentionRules) {
      expect(since === null).toBe(days === null);
      const columns = Object.values(getTableColumns(tablesByName[table])).map(({ name }) => name);
      if (since !== null) expect(columns).toContain(since);
    }
  });

  it('matches docs/privacy.md', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/privacy.md'), 'utf8');
    const told = page.split('\n').filter((line) => line.startsWith('| `'));
    expect(told).toEqual(retentionRules.map(toDocsRow));
  });

  it('deletes the data after its retention time', () => {
    const now = new Date('2026-11-05T12:00:00Z');
    expect(getRetentionLimit('sentMails', now)).toEqual(new Date('2026-10-22T12:00:00Z'));
  });
});
