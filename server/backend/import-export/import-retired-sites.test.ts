import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { PACKSHOTS_FOLDER } from '../../../test/fixtures/sample-database.ts';
import {
  createSmallShopFolder,
  getImportIssues,
  type Json,
  openSmallShopDatabase,
  removeDanglingSearchTerms,
  type ShopFilesFolder,
} from '../../../test/fixtures/shop-folder.ts';
import { listTableNames } from '../../../test/fixtures/table-names.ts';
import { createLog } from '../../platform/logging.ts';
import { readPageLinks } from '../content/content/queries.ts';
import type { Database } from '../core/database/database.ts';
import type { OpenDatabase } from '../core/database/open-database.ts';
import { createMailWorker } from '../core/mail/jobs.ts';
import type { OutgoingMail } from '../core/mail/mail-transport.ts';
import { insertMail } from '../core/mail/queries.ts';
import { createQueueWorker } from '../core/queue/queue-worker.ts';
import * as schema from '../schema/schema.ts';
import { readImportVersion } from '../shop-store/import-version.ts';
import { fetchRows } from '../shop-store/write-rows.ts';
import { createSiteDirectory } from '../sites/site-directory.ts';
import { importShop } from './import-shop.ts';

const FIRST_IMPORT_TIME = new Date('2026-11-02T09:00:00Z');
const LATER_IMPORT_TIME = new Date('2026-12-01T10:00:00Z');
const RETIRED_SITE_ID = 4;
const RETIRED_SITE_KEY = 'havero-en';

let open: OpenDatabase;
let db: Database;
let folder: ShopFilesFolder;

const importFolder = (now: Date, retire: readonly string[] = []) =>
  importShop(db, folder.path, { now, packshotsFolder: PACKSHOTS_FOLDER, retire, again: true });

const removeSiteFromFiles = async () => {
  await folder.edit('sites.json', (json) => {
    json.sites = json.sites.filter(({ key }: Json) => key !== RETIRED_SITE_KEY);
  });
  await folder.edit('legal.json', (json) => {
    json.legal = json.legal.filter(({ site }: Json) => site !== RETIRED_SITE_KEY);
  });
};

/**
 * Returns the rows that must outlast the catalogue and the sites: all tables with personal data except import
 * records, the promotions and the prices.
 */
async function dumpPermanentRows(): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  const ofPersons = listTableNames('person').filter((table) => table !== 'audit_entry');
  for (const table of [...ofPersons, ...listTableNames('staff'), 'price']) {
    const rows = await fetchRows<{ text: string }>(
      db,
      sql`select t::text as text from ${sql.identifier(table)} t order by 1`,
    );
    dump[table] = rows.map(({ text }) => text);
  }
  return dump;
}

beforeAll(async () => {
  open = await openSmallShopDatabase();
  db = open.database;
  folder = await createSmallShopFolder();
  const at = { createdAt: FIRST_IMPORT_TIME, languageId: 4 };
  const [review] = await db
    .insert(schema.review)
    .values({
      ...at,
      productId: 101,
      siteId: RETIRED_SITE_ID,
      rating: 4,
      authorName: 'Ada',
      status: 'published',
    })
    .returning({ reviewId: schema.review.reviewId });
  await db.insert(schema.reviewTranslation).values({
    reviewId: review!.reviewId,
    languageId: 4,
    title: 'Good',
    opinion: 'She likes it.',
    text: 'My mare likes it a lot.',
  });
  await db.insert(schema.stockReminder).values({
    ...at,
    siteId: RETIRED_SITE_ID,
    productVariantId: 1001,
    emailAddress: 'ada@example.com',
    confirmTokenHash: 'a',
    confirmedAt: FIRST_IMPORT_TIME,
  });
  await db.insert(schema.siloQuotation).values({
    ...at,
    siteId: RETIRED_SITE_ID,
    productId: 101,
    name: 'Ada',
    emailAddress: 'ada@example.com',
    phoneNumber: '+44 20 0000 0000',
    zipcode: 'AB1',
    city: 'Bath',
    horses: 20,
    kilograms: 3000,
    message: 'Please',
  });
  await insertMail(
    db,
    {
      kind: 'silo-quotation',
      siteId: RETIRED_SITE_ID,
      languageId: at.languageId,
      recipient: 'ada@example.com',
      subject: 'Thank you',
      text: 'Thank you',
      html: '<p>Thank you</p>',
      unsubscribeUrl: null,
      documents: [],
      now: FIRST_IMPORT_TIME,
      limit: null,
    },
    true,
  );
});
afterAll(() => open.close());
beforeEach(async () => {
  folder = await createSmallShopFolder();
});
afterEach(() => folder.remove());

describe('site that is missing in the files', () => {
  it('is an error, and nothing is written', async () => {
    const before = await dumpPermanentRows();
    await removeSiteFromFiles();
    expect(await getImportIssues(importFolder(LATER_IMPORT_TIME))).toEqual([
      {
        file: 'sites.json',
        row: `sites.${RETIRED_SITE_KEY}`,
        field: '',
        problem: expect.stringMatching(/is missing, but open: restore it, or close it .* --retire havero-en/),
      },
    ]);
    expect(await dumpPermanentRows()).toEqual(before);
    expect(await createSiteDirectoryNow().findSite(RETIRED_SITE_ID)).toBeDefined();
  });

  it('must not return under another id either', async () => {
    await folder.edit('sites.json', (json) => {
      json.sites.find(({ key }: Json) => key === RETIRED_SITE_KEY).siteId = 44;
    });
    expect(await getImportIssues(importFolder(LATER_IMPORT_TIME, [RETIRED_SITE_KEY]))).toContainEqual({
      file: 'sites.json',
      row: `sites.${RETIRED_SITE_KEY}`,
      field: 'siteId',
      problem: 'is 44, but 4 in the shop: the id of a site must not change',
    });
  });

  it.each([
    ['is in the file', RETIRED_SITE_KEY, /remove it there, or omit --retire/],
    ['is unknown', 'havero-xx', /the shop has no site with this key/],
  ])('cannot be closed if it %s', async (_what, key, problem) => {
    expect(await getImportIssues(importFolder(LATER_IMPORT_TIME, [key]))).toEqual([
      { file: 'sites.json', row: `sites.${key}`, field: '', problem: expect.stringMatching(problem) },
    ]);
  });

  it('is closed by --retire, keeps its customer data, and reopens with it', async () => {
    const before = await dumpPermanentRows();
    await removeSiteFromFiles();
    const { retiredSites } = (await importFolder(LATER_IMPORT_TIME, [RETIRED_SITE_KEY]))!;
    expect(retiredSites).toEqual([RETIRED_SITE_KEY]);
    expect(await dumpPermanentRows()).toEqual(before);
    const seen = await fetchRows(
      db,
      sql`select 1 from site_language where site_id = ${RETIRED_SITE_ID} union all select 1 from route where site_id = ${RETIRED_SITE_ID}
        union all select 1 from site_product where site_id = ${RETIRED_SITE_ID} union all select 1 from product_listing where site_id = ${RETIRED_SITE_ID}
        union all select 1 from site_content_page where site_id = ${RETIRED_SITE_ID}`,
    );
    expect(seen).toEqual([]);
    const sites = createSiteDirectoryNow();
    expect(await sites.findSite(RETIRED_SITE_ID)).toBeUndefined();
    expect((await sites.listSites()).map(({ site }) => site.key)).not.toContain(RETIRED_SITE_KEY);

    // Mails of the closed site that are still in the outbox are sent.
    const sent: OutgoingMail[] = [];
    const clock = () => LATER_IMPORT_TIME.getTime();
    const { signal } = new AbortController();
    const mail = createMailWorker({
      database: db,
      transport: {
        deliver: async (message) => {
          sent.push(message);
          return { outcome: 'sent' };
        },
      },
      sites,
      senderAddress: undefined,
      clock,
    });
    await createQueueWorker({
      database: db,
      workers: { mail },
      errors: { reportError: () => {}, flush: () => Promise.resolve() },
      log: createLog({ name: 'test', level: 'silent' }),
      clock,
    }).run(signal);
    expect(sent.map(({ recipient }) => recipient)).toEqual(['ada@example.com']);

    // Closed sites need not be named in later imports.
    expect((await importFolder(LATER_IMPORT_TIME))!.retiredSites).toEqual([]);

    await folder.remove();
    folder = await createSmallShopFolder();
    await importFolder(LATER_IMPORT_TIME);
    expect(await createSiteDirectoryNow().findByDomain('havero-en.localhost')).toBeDefined();
    const [stored] = await db
      .select()
      .from(schema.outboxMail)
      .where(eq(schema.outboxMail.siteId, RETIRED_SITE_ID));
    expect(stored!.sentAt).toEqual(LATER_IMPORT_TIME);
  });
});

describe('product that is missing in the files', () => {
  it('is reported, no longer sold, and keeps its reviews including hidden ones', async () => {
    await db.update(schema.review).set({ status: 'rejected' }).where(sql`import_key like 'prado-balance/%'`);
    const before = await dumpPermanentRows();
    await folder.edit('catalogue.json', (json) => {
      json.products = json.products.filter(({ key }: Json) => key !== 'prado-balance');
    });
    await folder.edit('articles.json', (json) => {
      for (const article of json.articles) {
        article.relatedProducts = article.relatedProducts.filter((key: string) => key !== 'prado-balance');
      }
    });
    await folder.edit('search-synonyms.json', (json) =>
      removeDanglingSearchTerms(json, 'product', (key) => key === 'prado-balance'),
    );
    expect((await importFolder(LATER_IMPORT_TIME))!.withdrawnProducts).toEqual(['prado-balance']);
    expect(await dumpPermanentRows()).toEqual(before);
    expect((await importFolder(LATER_IMPORT_TIME))!.withdrawnProducts).toEqual([]);
    await folder.remove();
    folder = await createSmallShopFolder();
    await importFolder(LATER_IMPORT_TIME);
    expect(await dumpPermanentRows()).toEqual(before);
  });
});

const createSiteDirectoryNow = () =>
  createSiteDirectory({
    database: db,
    clock: () => LATER_IMPORT_TIME.getTime(),
    siteDomains: new Map(),
    readPageLinks,
    readShopVersion: readImportVersion,
  });
