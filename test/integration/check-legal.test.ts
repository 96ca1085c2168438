import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SQL, sql } from 'drizzle-orm';
import type { Database, OpenDatabase } from '../../server/backend/database/database.ts';
import { checkLegalCommand } from '../../server/backend/modules/legal/check-legal-command.ts';
import { FIXTURE_NOW, getFixtureKey } from '../fixtures/backend-app.ts';
import { openSampleDatabase } from '../fixtures/sample-database.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openSampleDatabase();
});
afterAll(() => open?.close());

/** Runs the command as `npm run check:legal` does. */
async function run(database: Database) {
  const lines = { out: [] as string[], err: [] as string[] };
  const work = checkLegalCommand.prepare([], '/');
  const code = await work?.({
    say: (text) => lines.out.push(text),
    warn: (text) => lines.err.push(text),
    openDatabase: async () => ({ database, description: '' }),
    deliverPurges: async () => 0,
    now: FIXTURE_NOW,
    getOrigin: (domain) => `http://${domain}`,
    getKey: async (purpose) => getFixtureKey(purpose),
    collectGarbage: () => {},
  });
  return { code, ...lines };
}

/** What the command says once a statement has changed the shop; the change is taken back. */
async function runAfter(change: SQL) {
  let answer: Awaited<ReturnType<typeof run>> | undefined;
  const undo = new Error('undo');
  await open.database
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
const setEntity = (name: string) =>
  sql`update site_setting set legal_entity = legal_entity || jsonb_build_object(${name}::text, '') where ${shop}`;
const setMaker = (name: string) =>
  sql`update legal_profile set manufacturer = manufacturer || jsonb_build_object(${name}::text, '') where ${shop}`;
const setText = (column: string, value: string | null) =>
  sql`update legal_profile_translation set ${sql.identifier(column)} = ${value} where ${shop} and language_id = 2`;
const dropPage = (key: string) => sql`delete from route where ${shop} and language_id = 2
  and content_page_id = (select content_page_id from content_page where key = ${key})`;

/** What is taken out or spoilt, and the one line that is expected of it. */
const cases: [what: string, change: SQL, line: RegExp][] = [
  ['the order button', setText('order_button', 'Bestellen'), /· order button · de: 'Bestellen' does not say/],
  [
    'the withdrawal button',
    setText('withdrawal_button', 'Kontakt'),
    /· withdrawal · de: .*'vertrag widerrufen'/,
  ],
  [
    'its confirmation',
    setText('withdrawal_confirmation', 'Weiter'),
    /· withdrawal · de: .*'widerruf bestätigen'/,
  ],
  [
    'prices per kg and litre',
    sql`update site_setting set unit_price_bases = '["kg", "litre", "piece", "100g"]' where ${shop}`,
    /· unit prices · per 100g in Germany/,
  ],
  ['the review statement', dropPage('how-reviews-work'), /· review statement · de: no page/],
  ['the imprint', dropPage('imprint'), /· imprint · de: no page/],
  ['the name of the company', setEntity('name'), /· imprint · no name/],
  ['its street', setEntity('street'), /· imprint · no street/],
  ['its register number', setEntity('registerNumber'), /· imprint · no registerNumber/],
  ['its VAT number', setEntity('vatNumber'), /· imprint · no vatNumber/],
  [
    'the confirmed country',
    sql`delete from legal_vat_country where site_id = (select site_id from site where key = 'havero-be')`,
    /^havero-be · VAT of delivery countries · LU has other rates/,
  ],
  [
    'the manufacturer',
    sql`update legal_profile set manufacturer = null where ${shop}`,
    /· product safety · no manufacturer/,
  ],
  ['its e-mail address', setMaker('emailAddress'), /· product safety · no emailAddress of the manufacturer/],
  ['the safety words', setText('safety', null), /· product safety · de: no safety words/],
  [
    'the platform for disputes left out',
    sql`update content_page_translation set blocks = blocks || '[{"href": "https://ec.europa.eu/consumers/odr/"}]'
      where language_id = 2 and content_page_id = (select content_page_id from content_page where key = 'imprint')`,
    /· EU platform for disputes · page imprint links/,
  ],
  [
    'the phone number',
    sql`update site set customer_service_phone = '' where ${shop}`,
    /· contact · no phone number/,
  ],
  [
    'the e-mail address',
    sql`update site set customer_service_email_address = '' where ${shop}`,
    /· contact · no e-mail/,
  ],
];

describe('npm run check:legal', () => {
  it('finds no broken rule in the sample shop, and warns of each guarantee notice whose official file is not there', async () => {
    const { code, out, err } = await run(open.database);
    expect(err).toEqual([]);
    expect(code).toBe(0);
    // Nine shops with English beside their language but the English one, one with three, one with one.
    expect(out.filter((line) => line.startsWith('warning: '))).toHaveLength(8 * 2 + 1 + 3 + 1);
    expect(out[0]).toContain('havero-nl · guarantee notice · nl: the official file');
    expect(out.at(-1)).toBe('11 shops: 0 rules broken, 21 warnings.');
  });

  it.each(cases)('ends with 1 and names the rule without %s', async (_what, change, line) => {
    const { code, err } = await runAfter(change);
    expect(code).toBe(1);
    expect(err.length).toBeGreaterThan(0);
    for (const told of err) expect(told).toMatch(line);
  });

  it('names every rule of a shop that states nothing of the law', async () => {
    const { code, err } = await runAfter(sql`delete from legal_profile where ${shop}`);
    expect(code).toBe(1);
    const rules = new Set(err.map((line) => line.split(' · ').slice(0, 2).join(' · ')));
    expect([...rules].sort()).toEqual(
      ['order button', 'product safety', 'review statement', 'withdrawal'].map(
        (rule) => `hafero-de · ${rule}`,
      ),
    );
  });
});

describe('the words of the program', () => {
  it('link the closed platform for disputes in no language', async () => {
    const folder = path.join(import.meta.dirname, '../../locales');
    const files = await readdir(folder);
    expect(files.length).toBeGreaterThan(9);
    for (const file of files) {
      expect(await readFile(path.join(folder, file), 'utf8')).not.toMatch(/ec\.europa\.eu\/consumers\/odr/i);
    }
  });
});
