import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { deleteExpiredReviewData } from '../../server/backend/catalogue/reviews/queries.ts';
import { listFailedPaymentWork } from '../../server/backend/commerce/payments/queries.ts';
import { isRepeatedQuotation } from '../../server/backend/commerce/silo-quotations/queries.ts';
import {
  claimSendableReminders,
  deleteOldStockReminders,
} from '../../server/backend/commerce/stock-reminders/queries.ts';
import type { Database } from '../../server/backend/core/database/database.ts';
import type { OpenDatabase } from '../../server/backend/core/database/open-database.ts';
import { countMailsByDelivery, deleteOldMails } from '../../server/backend/core/mail/queries.ts';
import { claimItem, deleteDoneItems } from '../../server/backend/core/queue/claim-items.ts';
import { countDeadItems, listDeadItems } from '../../server/backend/core/queue/dead-items.ts';
import { enqueue } from '../../server/backend/core/queue/enqueue.ts';
import {
  countItems,
  countItemsByName,
  countWaitingCampaignMails,
  findNextDueTime,
  hasUntriedItem,
} from '../../server/backend/core/queue/waiting-items.ts';
import {
  deleteOldConsents,
  endSubscriptions,
  lockSubscribers,
} from '../../server/backend/customers/newsletter/queries.ts';
import { DAY_MS } from '../../shared/rules/durations.ts';
import { explain, type PlanNode, summarisePlan } from '../bench/query-plan.ts';
import { FIXTURE_NOW } from '../fixtures/backend-fixture.ts';
import { openSampleDatabase } from '../fixtures/sample-database.ts';

/** Number of rows above which a sequential scan is more expensive than an index. */
const ROW_COUNT = 10_000;

const statements: { query: string; values: readonly unknown[] }[] = [];
let openedDatabase: OpenDatabase;
let database: Database;

beforeAll(async () => {
  openedDatabase = await openSampleDatabase({
    onQuery: (query, values) => statements.push({ query, values }),
  });
  database = openedDatabase.database;
  const now = sql`${FIXTURE_NOW.toISOString()}::timestamptz`;
  // A shop after some time: most mails are sent, most reminders are answered or wait, most reviews are
  // published.
  const minutes = sql`n * interval '1 minute'`;
  const some = sql`generate_series(1, ${ROW_COUNT}::int) n`;
  await database.execute(sql`insert into outbox_mail
      (kind, site_id, language_id, recipient, subject, text, html, created_at, sent_at)
    select 'test', 1, 1, 'x' || n || '@example.com', 'Subject', repeat('text ', 50), repeat('html ', 100),
      ${now} - ${minutes}, case when n > 20 then ${now} - ${minutes} end
    from ${some}`);
  await database.execute(sql`insert into review
      (product_id, language_id, rating, author_name, author_email_address, status, created_at, confirmed_at, published_at)
    select 101, 1, 1 + n % 5, 'Somebody', case when n < 500 then 'x' || n || '@example.com' end,
      case when n < 50 then 'unconfirmed' else 'published' end, ${now} - ${minutes}, ${now} - ${minutes}, ${now} - ${minutes}
    from ${some}`);
  await database.execute(sql`insert into stock_reminder
      (site_id, language_id, product_variant_id, email_address, confirm_token_hash, created_at, confirmed_at, notified_at)
    select 1, 1, v.product_variant_id, 'x' || n || '@example.com', 'hash ' || n, ${now} - ${minutes},
      case when n > 50 then ${now} - ${minutes} end, case when n > 500 then ${now} - ${minutes} end
    from ${some}, (select min(product_variant_id) as product_variant_id from product_variant) v`);
  await database.execute(sql`insert into silo_quotation
      (site_id, language_id, name, email_address, phone_number, zipcode, city, horses, kilograms, message, created_at)
    select 1, 1, 'Somebody', 'x' || n || '@example.com', '1', '1', 'Somewhere', 1, 3000, '', ${now} - ${minutes}
    from ${some}`);
  await database.execute(sql`insert into newsletter_subscriber
      (site_id, language_id, email_address, newsletter, offers, unsubscribe_key, created_at)
    select 1, 1, 'x' || n || '@example.com', true, false, 'key ' || n, ${now} - ${minutes} from ${some}`);
  await database.execute(sql`insert into newsletter_consent
      (site_id, language_id, email_address, kind, source, words, created_at, confirmed_at, ended_at)
    select 1, 1, 'x' || n || '@example.com', 'newsletter', 'footer', '', ${now} - ${minutes},
      case when n > 50 then ${now} - ${minutes} end, case when n between 51 and 500 then ${now} - ${minutes} end
    from ${some}`);
  await database.execute(sql`analyze`);
});

afterAll(() => openedDatabase?.close());

const GROWING_TABLES = new Set([
  'newsletter_consent',
  'newsletter_subscriber',
  'outbox_mail',
  'review',
  'stock_reminder',
  'silo_quotation',
]);
const getTimeDaysAgo = (days: number) => new Date(FIXTURE_NOW.getTime() - days * DAY_MS);

/** Returns how the statements of some work read tables. */
async function listTableReads(
  work: () => Promise<unknown>,
  tables: ReadonlySet<string> = GROWING_TABLES,
): Promise<string[]> {
  statements.length = 0;
  await work();
  const ran = [...statements];
  const reads: string[] = [];
  for (const { query, values } of ran) {
    reads.push(...summarisePlan(await explain(database, query, values), tables).reads);
  }
  return reads;
}

describe('tables that grow with the number of visitors are read by an index', () => {
  it.each<[string, () => Promise<unknown>, number]>([
    [
      'old mails, sent or not',
      () => deleteOldMails(database, { sent: getTimeDaysAgo(14), unsent: getTimeDaysAgo(30) }),
      2,
    ],
    [
      'expired reviews, and reviews by mailbox',
      () =>
        deleteExpiredReviewData(database, {
          unconfirmedBefore: getTimeDaysAgo(7),
          addressesBefore: getTimeDaysAgo(30),
        }),
      2,
    ],
    [
      'due stock reminders',
      () => database.transaction('send-stock-reminders', (t) => claimSendableReminders(t, 50)),
      1,
    ],
    [
      'expired stock reminders',
      () =>
        deleteOldStockReminders(database, {
          unconfirmed: getTimeDaysAgo(7),
          notified: getTimeDaysAgo(30),
          waiting: getTimeDaysAgo(365),
        }),
      1,
    ],
    [
      'expired consents',
      () => deleteOldConsents(database, { unconfirmed: getTimeDaysAgo(7), ended: getTimeDaysAgo(1095) }),
      1,
    ],
    [
      'readers of a batch of a campaign',
      () =>
        lockSubscribers(database, { kind: 'newsletter', siteIds: [1], after: 100, upTo: 90_000, limit: 50 }),
      1,
    ],
    [
      'the campaign mails of an unsubscribed address',
      () =>
        database.transaction('end-newsletter', (t) =>
          endSubscriptions(
            t,
            { siteId: 1, emailAddress: 'x7@example.com' },
            ['newsletter', 'offers'],
            FIXTURE_NOW,
          ),
        ),
      1,
    ],
    [
      'silo quotations of an address',
      () =>
        isRepeatedQuotation(
          database,
          {
            siteId: 1,
            languageId: 1,
            name: '',
            emailAddress: 'x7@example.com',
            phoneNumber: '',
            zipcode: '',
            city: '',
            horses: 1,
            kilograms: 1,
            message: '',
            createdAt: FIXTURE_NOW,
          },
          getTimeDaysAgo(1),
        ),
      1,
    ],
  ])('%s', async (_name, work, atLeast) => {
    const reads = await listTableReads(work);
    expect(reads.length).toBeGreaterThanOrEqual(atLeast);
    expect(reads.filter((read) => read.endsWith('by a sequential scan'))).toEqual([]);
  });
});

describe('the queue', () => {
  it('joins no waiting items in a claim if the table was last analysed while it was empty', async () => {
    // `beforeAll` has analysed the empty table.
    await database.transaction('create-cart', (transaction) =>
      enqueue(
        transaction,
        Array.from({ length: 2000 }, (_value, index) => ({
          name: 'purge' as const,
          orderingKey: `subject ${index % 100}`,
          payload: {},
          now: getTimeDaysAgo(1),
        })),
      ),
    );
    statements.length = 0;
    const claimed = await claimItem(database, 'purge', FIXTURE_NOW, 60_000);
    expect(claimed).toMatchObject({ orderingKey: 'subject 0', attempts: 1 });
    const claim = statements.find(({ query }) => query.startsWith('update "queue_item"'));
    const plan = await explain(database, claim!.query, claim!.values);
    expect(listNodeTypes(plan).filter((type) => /Nested Loop|Join/.test(type))).toEqual([]);
    expect(summarisePlan(plan, new Set(['queue_item'])).reads).toContain('queue_item by queue_item_order');
  });

  it('reads the done items of a week by no sequential scan', async () => {
    await database.execute(sql`delete from queue_item`);
    await database.execute(sql`insert into queue_item (name, ordering_key, payload, due_since, run_at, done_at, dead_at)
      select 'mail', 'mail ' || n, '{}', ${FIXTURE_NOW.toISOString()}::timestamptz, ${FIXTURE_NOW.toISOString()}::timestamptz,
        case when n > 20 then ${FIXTURE_NOW.toISOString()}::timestamptz end,
        case when n < 5 then ${FIXTURE_NOW.toISOString()}::timestamptz end
      from generate_series(1, ${ROW_COUNT}::int) n`);
    await database.execute(sql`analyze queue_item`);
    const reads = await listTableReads(
      async () => {
        await deleteDoneItems(database, getTimeDaysAgo(7));
        await countItemsByName(database);
        await findNextDueTime(database, ['mail', 'payment'], { after: FIXTURE_NOW, until: FIXTURE_NOW });
        await countItems(database, 'purge');
        await hasUntriedItem(database, 'purge');
        await countWaitingCampaignMails(database, 1000);
        await countDeadItems(database);
        await listDeadItems(database);
        await listFailedPaymentWork(database);
        await countMailsByDelivery(database, 'letter-newsletter-1');
        await deleteOldMails(database, { sent: getTimeDaysAgo(14), unsent: getTimeDaysAgo(30) });
      },
      new Set(['queue_item']),
    );
    expect(reads.length).toBeGreaterThanOrEqual(11);
    expect(reads.filter((read) => read.endsWith('by a sequential scan'))).toEqual([]);
  });
});

const listNodeTypes = (plan: PlanNode): string[] => [
  plan['Node Type'],
  ...(plan.Plans ?? []).flatMap(listNodeTypes),
];
