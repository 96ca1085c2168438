import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../server/backend/core/database/database.ts';
import type { OpenDatabase } from '../../../server/backend/core/database/open-database.ts';
import { checkLegalCommand } from '../../../server/backend/import-export/check-legal-command.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { openSampleDatabase } from '../../fixtures/sample-database.ts';

let openedDatabase: OpenDatabase;

beforeAll(async () => {
  openedDatabase = await openSampleDatabase();
});
afterAll(() => openedDatabase?.close());

/** Runs the command as `npm run check:legal` does. */
async function run(database: Database) {
  const lines = { out: [] as string[], err: [] as string[] };
  const work = checkLegalCommand.prepare([], '/');
  const code = await work?.({
    print: (text) => lines.out.push(text),
    warn: (text) => lines.err.push(text),
    openDatabase: async () => ({ database, description: '' }),
    deliverPurges: async () => 0,
    now: FIXTURE_NOW,
    getOrigin: (domain) => `http://${domain}`,
    secondPersonAboveCents: null,
    collectGarbage: () => {},
  });
  return { code, ...lines };
}

/** Returns the output of the command after a statement has changed the shop, and rolls the change back. */
async function runLegalCheckAfter(change: SQL) {
  let answer: Awaited<ReturnType<typeof run>> | undefined;
  const undo = new Error('undo');
  await openedDatabase.database
    .transaction('import-shop', async (transaction) => {
      await transaction.execute(change);
      answer = await run(transaction);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return answer!;
}

const shop = sql`site_id = (select site_id from site where key = 'hafero-de')`;
const setLegalEntityField = (name: string) =>
  sql`update site_setting set legal_entity = legal_entity || jsonb_build_object(${name}::text, '') where ${shop}`;
const setManufacturerField = (name: string) =>
  sql`update legal_profile set manufacturer = manufacturer || jsonb_build_object(${name}::text, '') where ${shop}`;
const setSiteText = (column: string, value: string | null) =>
  sql`update legal_profile_translation set ${sql.identifier(column)} = ${value} where ${shop} and language_id = 2`;
const deletePageRoute = (key: string) => sql`delete from route where ${shop} and language_id = 2
  and content_page_id = (select content_page_id from content_page where key = ${key})`;

const setManufacturerAddressField = (name: string) =>
  sql`update legal_profile set manufacturer = jsonb_set(manufacturer, array['address', ${name}::text], '""') where ${shop}`;
const setUnitPriceBases = (...bases: string[]) =>
  sql`update site_setting set unit_price_bases = ${JSON.stringify(bases)}::jsonb where ${shop}`;
/**
 * Returns a statement that sets a withdrawal period below the legal minimum. The database and the import
 * refuse it; the check reports older data.
 */
const setWithdrawalDays = (days: number) => sql`
  do $$ begin
    alter table legal_profile drop constraint legal_profile_withdrawal_days;
    update legal_profile set withdrawal_days = ${sql.raw(String(days))}
      where site_id = (select site_id from site where key = 'hafero-de');
  end $$`;

/** Removed or invalid data of a correct shop, the only rule that is violated by it, and the reported text. */
const legalFaultCases: [what: string, change: SQL, rule: string, missing: string | RegExp][] = [
  [
    'an order button that mentions the payment',
    setSiteText('order_button', 'Bestellen'),
    'order button',
    /^de: 'Bestellen' does not state the obligation to pay; use one of: zahlungspflichtig bestellen/,
  ],
  ['a label of the order button', setSiteText('order_button', ''), 'order button', /^de: '' does not state/],
  [
    'the withdrawal button',
    setSiteText('withdrawal_button', 'Kontakt'),
    'withdrawal',
    "de: the first button must read 'vertrag widerrufen'",
  ],
  [
    'the confirmation of the withdrawal',
    setSiteText('withdrawal_confirmation', 'Weiter'),
    'withdrawal',
    "de: the second button must read 'widerruf bestätigen'",
  ],
  [
    'the legal period of 14 days',
    setWithdrawalDays(13),
    'withdrawal',
    'a period of 13 days, below the legal minimum of 14',
  ],
  ['prices per kg', setUnitPriceBases('litre', 'piece'), 'unit prices', /^none per kg/],
  ['prices per litre', setUnitPriceBases('kg', 'piece'), 'unit prices', /^none per litre/],
  [
    'kg and litre as the only units in Germany',
    setUnitPriceBases('kg', 'litre', 'piece', '100g'),
    'unit prices',
    /^per 100g in Germany/,
  ],
  [
    'the review statement',
    deletePageRoute('how-reviews-work'),
    'review statement',
    'de: no page explains how reviews are collected',
  ],
  ['the page of the imprint', deletePageRoute('imprint'), 'imprint', 'de: no page'],
  ...['name', 'street', 'zipcode', 'city', 'registerNumber', 'vatNumber'].map(
    (name): [string, SQL, string, string] => [
      `${name} in the imprint`,
      setLegalEntityField(name),
      'imprint',
      `no ${name}`,
    ],
  ),
  [
    'the phone number',
    sql`update site set customer_service_phone = '' where ${shop}`,
    'imprint',
    'no phone number',
  ],
  [
    'the e-mail address',
    sql`update site set customer_service_email_address = '' where ${shop}`,
    'imprint',
    'no e-mail address',
  ],
  [
    'the manufacturer',
    sql`update legal_profile set manufacturer = null where ${shop}`,
    'product safety',
    'no manufacturer',
  ],
  ...['name', 'emailAddress'].map((name): [string, SQL, string, string] => [
    `${name} of the manufacturer`,
    setManufacturerField(name),
    'product safety',
    `no ${name} of the manufacturer`,
  ]),
  ...['street', 'zipcode', 'city', 'regionCode'].map((name): [string, SQL, string, string] => [
    `${name} of the manufacturer`,
    setManufacturerAddressField(name),
    'product safety',
    `no ${name} of the manufacturer`,
  ]),
  [
    'the safety information',
    setSiteText('safety', null),
    'product safety',
    'de: no safety information for products other than feed',
  ],
  [
    'pages without the platform for disputes',
    sql`update content_page_translation set blocks = blocks || '[{"href": "https://ec.europa.eu/consumers/odr/"}]'
      where language_id = 2 and content_page_id = (select content_page_id from content_page where key = 'imprint')`,
    'EU platform for disputes',
    /^page imprint links ec\.europa\.eu\/consumers\/odr/,
  ],
];

describe('npm run check:legal', () => {
  /**
   * The official guarantee notice is not part of the sample shop: until its file exists, each shop has a
   * warning per language, and is correct otherwise.
   */
  it('finds no violated rule in the sample shop, and warns of each guarantee notice without its official file', async () => {
    const { code, out, err } = await run(openedDatabase.database);
    expect(err).toEqual([]);
    expect(code).toBe(0);
    // Eight shops with English in addition to their language, the English one, one with three languages, one
    // with one.
    expect(out.filter((line) => line.startsWith('warning: '))).toHaveLength(8 * 2 + 1 + 3 + 1);
    expect(out[0]).toContain('havero-nl · guarantee notice · nl: the official file');
    expect(out.at(-1)).toBe('11 shops: 0 rules broken, 21 warnings.');
  });

  it('does not warn of a guarantee notice with its file', async () => {
    const { code, out } = await runLegalCheckAfter(
      sql`with file as (
        insert into legal_notice (file_name, sha256, content) values ('guarantee-de.pdf', ${'0'.repeat(64)}, '')
      ) ${setSiteText('guarantee_notice', 'guarantee-de.pdf')}`,
    );
    expect(code).toBe(0);
    expect(out.filter((line) => line.startsWith('warning: hafero-de '))).toEqual(
      ['nl', 'da'].map((language) => expect.stringContaining(`guarantee notice · ${language}: `)),
    );
    expect(out.at(-1)).toBe('11 shops: 0 rules broken, 20 warnings.');
  });

  it.each(legalFaultCases)(
    'exits with 1 and names the one rule of a shop without %s',
    async (_what, change, rule, missing) => {
      const { code, out, err } = await runLegalCheckAfter(change);
      expect(code).toBe(1);
      // Other shops may have a text that links the platform, too; all other data belong to one shop.
      const lines = err.map((line) => line.split(' · '));
      expect(new Set(lines.map(([, named]) => named))).toEqual(new Set([rule]));
      const own = lines.filter(([key]) => key === 'hafero-de');
      expect(own).toEqual([
        ['hafero-de', rule, typeof missing === 'string' ? missing : expect.stringMatching(missing)],
      ]);
      if (rule !== 'EU platform for disputes') expect(lines).toHaveLength(1);
      expect(out.at(-1)).toBe(`11 shops: ${err.length} rules broken, 21 warnings.`);
    },
  );

  it('exits with 1 and names a delivery country whose different VAT rates are not confirmed', async () => {
    const { code, err } = await runLegalCheckAfter(
      sql`delete from legal_vat_country where site_id = (select site_id from site where key = 'havero-be')`,
    );
    expect(code).toBe(1);
    expect(err).toEqual([
      'havero-be · VAT of delivery countries · orders for LU are charged its VAT: confirm in legal.json that the shop pays it there (One Stop Shop or registration)',
    ]);
  });

  it('exits with 1 and names the delivery countries with unknown VAT rates', async () => {
    const { code, err } = await runLegalCheckAfter(
      sql`update country set vat = null where region_code in ('LU', 'IE')`,
    );
    expect(code).toBe(1);
    expect(err).toEqual([
      'havero-be · VAT of delivery countries · nothing is delivered to LU: state its VAT rates in countries.json',
      'havero-en · VAT of delivery countries · nothing is delivered to IE: state its VAT rates in countries.json',
    ]);
  });

  it('requires no price per litre if no product is sold by the litre', async () => {
    const { code, err } = await runLegalCheckAfter(sql`
      with dry as (update site_setting set unit_price_bases = '["kg", "piece"]' where ${shop})
      delete from site_product where ${shop} and product_id in
        (select product_id from product_variant where content_unit in ('l', 'ml'))`);
    expect(err).toEqual([]);
    expect(code).toBe(0);
  });

  it('names every rule of a shop without legal data', async () => {
    const { code, err } = await runLegalCheckAfter(sql`delete from legal_profile where ${shop}`);
    expect(code).toBe(1);
    expect(err).toContain('hafero-de · withdrawal · no period: state at least 14 days');
    const rules = new Set(err.map((line) => line.split(' · ').slice(0, 2).join(' · ')));
    expect([...rules].sort()).toEqual(
      ['order button', 'product safety', 'review statement', 'withdrawal'].map(
        (rule) => `hafero-de · ${rule}`,
      ),
    );
  });
});

describe('the locale files', () => {
  it('link the closed platform for disputes in no language', async () => {
    const folder = path.join(import.meta.dirname, '../../../locales');
    const files = await readdir(folder);
    expect(files.length).toBeGreaterThan(9);
    for (const file of files) {
      expect(await readFile(path.join(folder, file), 'utf8')).not.toMatch(/ec\.europa\.eu\/consumers\/odr/i);
    }
  });
});
