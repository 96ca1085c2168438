import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc } from 'drizzle-orm';
import request from 'supertest';
import { adminLog } from '../../server/backend/admin/tables.ts';
import { countEditedRecords } from '../../server/backend/catalogue-import/shop-records.ts';
import { LOCALES } from '../../shared/i18n/locales.ts';
import type { AdminResponse, SignedInStaffClient } from '../fixtures/admin-pages.ts';
import { prepareAdminShop } from '../fixtures/admin-shop.ts';
import { FIXTURE_NOW } from '../fixtures/backend-fixture.ts';

const SHOP = '/admin/texts/entries/shop/nl';
const GROUP = '/admin/texts/entries/group/nl';
const FOOTER = '/admin/texts/entries/footer/nl';
/** The Dutch shop in Dutch and in English, the German one, and the corporate site. */
const DUTCH = { site: 1, language: 1 };
const ENGLISH = { site: 1, language: 4 };
const GERMAN = { site: 10, language: 2 };
const CORPORATE = { site: 12, language: 4 };
type Scope = typeof DUTCH;

const shop = prepareAdminShop();
let bert: SignedInStaffClient;

beforeAll(async () => {
  bert = await shop.pages.signIn('bert');
});

const original = new Map<string, string>();
beforeEach(async () => {
  for (const path of [SHOP, GROUP, FOOTER]) original.set(path, await readLines(path));
  await deliver();
});
afterEach(async () => {
  shop.backend.setNow(FIXTURE_NOW);
  for (const [path, entries] of original)
    if ((await readLines(path)) !== entries) await arrange(path, entries);
});

const readFault = ({ document }: AdminResponse): string =>
  [...document.querySelectorAll('main .fault')].map(({ textContent }) => textContent).join(' ');
const readField = ({ document }: AdminResponse, operation: string, name: string): string =>
  document.querySelector<HTMLInputElement>(`form[action$="${operation}"] [name=${name}]`)?.value ?? '';
const readLines = async (path: string) => readField(await shop.anna.get(path), 'text.save', 'entries');
const arrange = (path: string, entries: string, who = shop.anna) =>
  who.submit(path, 'text.save', { entries });

async function deliver(): Promise<string[]> {
  shop.backend.forgotten.length = 0;
  await shop.backend.runJob('events');
  return [...shop.backend.forgotten].sort();
}

const ask = async (path: string, { site, language }: Scope) =>
  (
    await request(shop.backend.app)
      .get(path)
      .set({ siteid: String(site), languageid: String(language) })
      .expect(200)
  ).body;

interface Entry {
  readonly key: string;
  readonly title: string;
  readonly route: string;
}

/** Returns a menu as visitors see it, as lines, with the target of each. */
async function readMenu(scope: Scope) {
  const { items } = await ask(`/api/navigations/${scope.site}1`, scope);
  const links = new Map<string, Entry>();
  const lines: string[] = [];
  for (const { key, link, children } of items) {
    lines.push(key);
    links.set(key, link);
    for (const child of children) {
      lines.push(`${key}/${child.key}`);
      links.set(child.key, child.link);
    }
  }
  return { lines, links };
}

async function readFooter(scope: Scope) {
  const { columns } = await ask(`/api/footers/${scope.site}2`, scope);
  return columns as { key: string; title: string; links: Entry[] }[];
}

const countLog = () => shop.backend.database.$count(adminLog);

/** Returns the lines without one of them. */
const without = (lines: string, line: string): string =>
  lines
    .split('\n')
    .filter((one) => one !== line)
    .join('\n');

it('the page of a menu shows the entries as visitors see them, with links to their labels', async () => {
  const { lines } = await readMenu(DUTCH);
  const shown = (await readLines(SHOP)).split('\n');
  expect(lines.filter((line) => !shown.includes(line))).toEqual([]);
  const page = await shop.anna.get(SHOP);
  expect([...page.document.querySelectorAll('.languages a')].map((link) => link.textContent)).toEqual([
    ...LOCALES,
  ]);
  const list = await shop.anna.get('/admin/texts?kind=entries');
  const links = [...list.document.querySelectorAll('main tbody a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(expect.arrayContaining([SHOP, GROUP, FOOTER]));
  for (const [labels, ways] of [
    ['/admin/texts/menu/main/nl', [SHOP, GROUP]],
    ['/admin/texts/footer/footer/de', [FOOTER]],
  ] as const) {
    const { html } = await shop.anna.get(labels);
    for (const way of ways) expect(html).toContain(`href="${way}"`);
  }
  for (const path of ['/admin/texts/entries/shop/en', '/admin/texts/entries/nothing/nl'])
    expect((await shop.anna.get(path)).status).toBe(404);
});

describe('a changed order of entries', () => {
  it('applies in every language, on the sites of the menu only, and can be undone', async () => {
    const before = await readMenu(DUTCH);
    const corporate = await readMenu(CORPORATE);
    const edited = await countEditedRecords(shop.backend.database);
    const lines = (await readLines(SHOP)).split('\n');
    const [first = ''] = lines;
    const ofFirst = lines.filter((line) => line === first || line.startsWith(`${first}/`));
    const others = lines.filter((line) => !ofFirst.includes(line) && line !== 'news');
    const answer = await arrange(SHOP, [...others, first, ...ofFirst.slice(1).toReversed()].join('\n'));
    expect(readFault(answer)).toBe('');
    for (const scope of [DUTCH, ENGLISH, GERMAN]) {
      const after = await readMenu(scope);
      expect(after.lines.at(-ofFirst.length)).toBe(first);
      expect(after.lines).not.toContain('news');
    }
    expect((await readMenu(DUTCH)).lines.slice(1 - ofFirst.length)).toEqual(ofFirst.slice(1).toReversed());
    expect(await readMenu(CORPORATE)).toEqual(corporate);
    const told = await deliver();
    expect(told).toEqual(expect.arrayContaining(['site-1-nl', 'site-1-en', 'site-10-de']));
    expect(told.filter((key) => !/^site-(?!12-)\d+-[a-z]+$/.test(key))).toEqual([]);
    const [log] = await shop.backend.database
      .select()
      .from(adminLog)
      .orderBy(desc(adminLog.adminLogId))
      .limit(1);
    expect(log).toMatchObject({
      staffMemberId: shop.anna.staffMemberId,
      operation: 'text.save',
      resourceId: 'entries/shop/nl',
      before: { text: { entries: lines } },
    });

    const version = answer.document.querySelector('a[href*="/texts/versions/"]')?.getAttribute('href') ?? '';
    const isRestoreForm = (form: HTMLFormElement) =>
      form.querySelector<HTMLInputElement>('[name=to]')?.value === 'before';
    const removed = [...(await shop.anna.get(version)).document.querySelectorAll('.difference del')];
    expect(removed.map(({ textContent }) => textContent).join()).toContain('news');
    expect(readFault(await shop.anna.submit(version, 'text.restore', {}, { pick: isRestoreForm }))).toBe('');
    expect(await readMenu(DUTCH)).toEqual(before);
    // The menu is derived from the categories again.
    expect(await countEditedRecords(shop.backend.database)).toBe(edited);
  });

  it.each([
    ['/admin/texts/page/contact/nl', { title: 'Bel of schrijf ons' }],
    ['/admin/texts/category/feed/nl', { name: 'Voer voor paarden' }],
  ])('remains after an edit of %s', async (path, written) => {
    expect(readFault(await arrange(SHOP, without(await readLines(SHOP), 'news')))).toBe('');
    const { lines } = await readMenu(DUTCH);
    expect(lines).not.toContain('news');
    expect(readFault(await shop.anna.submit(path, 'text.save', written))).toBe('');
    expect((await readMenu(DUTCH)).lines).toEqual(lines);
    expect((await readMenu(GERMAN)).lines).not.toContain('news');
  });

  it('moves entries below others, and removes an entry with its children', async () => {
    const lines = await readLines(SHOP);
    const moved = `${without(lines, 'news')}\nfeed/news`.replace('supplements/', 'feed/');
    expect(readFault(await arrange(SHOP, moved))).toBe('');
    const after = await readMenu(DUTCH);
    expect(after.lines).toContain('feed/news');
    expect(after.links.get('news')?.route).toBe('/media/');
    const kept = lines.split('\n').filter((line) => !/^feed(\/|$)/.test(line));
    expect(readFault(await arrange(SHOP, kept.join('\n')))).toBe('');
    expect((await readMenu(DUTCH)).lines.filter((line) => line.startsWith('feed'))).toEqual(['feed-advice']);
  });

  it('of the corporate menu and of the footer purges only pages that show it', async () => {
    expect(readFault(await arrange(GROUP, without(await readLines(GROUP), 'jobs')))).toBe('');
    expect((await deliver()).every((key) => key.startsWith('site-12-'))).toBe(true);
    expect((await readMenu(CORPORATE)).lines).not.toContain('jobs');
    // No corporate site has this entry.
    expect(readFault(await arrange(FOOTER, without(await readLines(FOOTER), 'shop/payment')))).toBe('');
    const told = await deliver();
    expect(told).toContain('site-1-nl');
    expect(told.filter((key) => key.startsWith('site-12-'))).toEqual([]);
    const column = (await readFooter(DUTCH)).find(({ key }) => key === 'shop');
    expect(column?.links.map(({ key }) => key)).toEqual(['delivery', 'silo-supply', 'how-reviews-work']);
  });

  it('without a difference changes nothing', async () => {
    const logged = await countLog();
    expect(readFault(await arrange(SHOP, `  ${await readLines(SHOP)}\n\n`))).toBe('');
    expect(await countLog()).toBe(logged);
    expect(await deliver()).toEqual([]);
  });
});

describe('an added entry', () => {
  it.each([
    ['a page', 'payment'],
    ['an article', 'weight-condition'],
    ['a list', 'for-ponies'],
    ['a category on the first level', 'hooves-coat'],
  ])('for %s gets the existing names in each language', async (_, entry) => {
    const lines = await readLines(SHOP);
    const bare = lines
      .split('\n')
      .filter((line) => !line.endsWith(`/${entry}`))
      .join('\n');
    await arrange(SHOP, bare);
    const answer = await shop.anna.submit(SHOP, 'entry.add', { entry, below: '' });
    expect(readFault(answer)).toBe('');
    const dutch = await readMenu(DUTCH);
    expect(dutch.lines.at(-1)).toBe(entry);
    const english = await readMenu(ENGLISH);
    for (const [scope, { links }] of [
      [DUTCH, dutch],
      [ENGLISH, english],
    ] as const) {
      const link = links.get(entry);
      const found = await ask(`/api/routing/getbyurl?url=${encodeURIComponent(link?.route ?? '')}`, scope);
      expect(found.kind).not.toBe('redirect');
    }
    expect(dutch.links.get(entry)?.title).not.toBe(english.links.get(entry)?.title);
    // From then on it is a content entry like any label.
    const labels = readField(await shop.anna.get('/admin/texts/menu/main/en'), 'text.save', 'labels');
    expect(labels).toContain(`${entry}: ${english.links.get(entry)?.title}`);
  });

  it('has the label of the first language, and is shown below its parent', async () => {
    const answer = await shop.anna.submit(SHOP, 'entry.add', {
      entry: 'contact',
      below: 'feed',
      label: 'Zq vraag',
    });
    expect(readFault(answer)).toBe('');
    const { lines, links } = await readMenu(DUTCH);
    const ofFeed = lines.filter((line) => line.startsWith('feed/'));
    expect(ofFeed.at(-1)).toBe('feed/contact');
    expect(links.get('contact')?.title).toBe('Zq vraag');
    expect((await readMenu(ENGLISH)).links.get('contact')?.title).toBe('Contact');
    const again = await shop.anna.submit(SHOP, 'entry.add', { entry: 'delivery', below: 'feed' });
    expect(readFault(again)).toBe('');
    const choices = [...again.document.querySelectorAll('form[action$="entry.add"] [name=entry] option')];
    const offered = choices.map((option) => option.getAttribute('value'));
    expect(offered).toContain('about');
    for (const taken of ['feed', 'contact', 'delivery', 'not-found', 'checkout-success'])
      expect(offered).not.toContain(taken);
  });

  it('for an article is hidden before its publication day, and prevents the removal of the article', async () => {
    const article = {
      articleKey: 'zq-frost',
      publishedOn: '2026-11-10',
      title: 'Zq vorst',
      slug: 'zq-vorst',
      summary: 'Water.',
      body: 'Water.',
    };
    expect(readFault(await shop.anna.submit('/admin/texts/new-article', 'article.add', article))).toBe('');
    for (const [path, below] of [
      [SHOP, ''],
      [FOOTER, 'shop'],
    ] as const)
      expect(readFault(await shop.anna.submit(path, 'entry.add', { entry: 'zq-frost', below }))).toBe('');
    const isShown = async () => [
      (await readMenu(DUTCH)).lines.includes('zq-frost'),
      JSON.stringify(await readFooter(DUTCH)).includes('zq-frost'),
    ];
    expect(await isShown()).toEqual([false, false]);
    shop.backend.setNow(new Date('2026-11-10T12:00:00Z'));
    expect(await isShown()).toEqual([true, true]);
    shop.backend.setNow(FIXTURE_NOW);
    const path = '/admin/texts/article/zq-frost/nl';
    const kept = await shop.anna.submit(path, 'article.remove', { _consent: 'true' });
    expect([kept.status, readFault(kept)]).toEqual([409, expect.stringContaining('zq-frost')]);
    for (const [menu, entries] of original) await arrange(menu, entries);
    expect(readFault(await shop.anna.submit(path, 'article.remove', { _consent: 'true' }))).toBe('');
  });

  it('in a footer is in a column, which can be a new one', async () => {
    // Later than the labels of earlier tests.
    shop.backend.setNow(new Date(FIXTURE_NOW.getTime() + 60_000));
    const column = await shop.anna.submit(FOOTER, 'entry.addColumn', {
      columnKey: 'zq-more',
      label: 'Zq meer',
    });
    expect(readFault(column)).toBe('');
    expect((await readFooter(DUTCH)).map(({ key }) => key)).not.toContain('zq-more');
    for (const entry of ['muesli', 'news', 'dealers', 'feeding-basics']) {
      const answer = await shop.anna.submit(FOOTER, 'entry.add', { entry, below: 'zq-more' });
      expect(readFault(answer)).toBe('');
    }
    for (const scope of [DUTCH, ENGLISH, GERMAN]) {
      const found = (await readFooter(scope)).find(({ key }) => key === 'zq-more');
      // Not translated yet.
      expect(found?.title).toBe('Zq meer');
      expect(found?.links.map(({ key }) => key)).toEqual(['muesli', 'news', 'dealers', 'feeding-basics']);
      const menu = await readMenu(scope);
      for (const { key, title, route } of found?.links ?? []) {
        expect(title).not.toBe(key);
        const same = menu.links.get(key);
        if (same) expect(route).toBe(same.route);
      }
    }
    const list = await shop.anna.get('/admin/texts?kind=footer');
    expect(list.document.querySelectorAll('.languages .older')).toHaveLength(LOCALES.length - 1);
    await shop.anna.submit('/admin/texts/footer/footer/de', 'text.save', {
      columns: readField(
        await shop.anna.get('/admin/texts/footer/footer/de'),
        'text.save',
        'columns',
      ).replace('Zq meer', 'Zq mehr'),
    });
    expect((await readFooter(GERMAN)).find(({ key }) => key === 'zq-more')?.title).toBe('Zq mehr');
  });
});

describe('a refused change', () => {
  it.each([
    [SHOP, (lines: string) => `${lines}\nnowhere`, 'nowhere does not exist'],
    [SHOP, (lines: string) => `${lines}\nnot-found`, 'not-found does not exist'],
    [SHOP, (lines: string) => `${lines}\nfeed/muesli/pellets`, 'third level'],
    [SHOP, (lines: string) => `${lines}\nfeed`, 'feed is listed twice'],
    [SHOP, (lines: string) => `${lines}\nsupplements/muesli`, 'muesli is listed twice'],
    [SHOP, (lines: string) => `${lines}\nnews/feed-basics/`, 'third level'],
    [SHOP, (lines: string) => `${lines}\ncontact/about`, 'under contact'],
    [SHOP, (lines: string) => without(lines, 'feed'), 'under feed'],
    [SHOP, () => '', 'no menu'],
    [GROUP, () => '', 'no menu'],
    [SHOP, (lines: string) => `${lines}\nhttps://elsewhere.example/`, 'third level'],
    [SHOP, (lines: string) => `${lines}\njavascript:alert(1)`, 'does not exist'],
    [SHOP, (lines: string) => `${lines}\n<script>alert(1)</script>`, 'HTML'],
    [SHOP, (lines: string) => `${lines}\n__proto__\nconstructor`, 'does not exist'],
    [
      SHOP,
      (lines: string) =>
        `${lines}\n${['about', 'contact', 'terms', 'privacy', 'cookies', 'jobs', 'payment', 'delivery'].join('\n')}`,
      'can have 12 entries',
    ],
    [GROUP, (lines: string) => `${lines}\nmuesli`, 'muesli does not exist'],
    [FOOTER, (lines: string) => without(lines, 'legal/privacy'), 'legal/privacy must stay'],
    [FOOTER, (lines: string) => lines.replace('legal/cookies', 'shop/cookies'), 'legal/cookies must stay'],
    [FOOTER, (lines: string) => without(lines, 'service/withdrawal'), 'withdrawal must stay'],
    [FOOTER, () => '', 'must stay'],
    [FOOTER, (lines: string) => `${lines}\ncontact`, 'no column contact'],
    [FOOTER, (lines: string) => `${lines}\nshop/contact`, 'contact is listed twice'],
  ])('of %s shows a message and keeps the input, and no data is written', async (path, change, words) => {
    const logged = await countLog();
    const entries = change(await readLines(path));
    const answer = await arrange(path, entries);
    expect([answer.status, readFault(answer)]).toEqual([409, expect.stringContaining(words)]);
    expect(readFault(answer)).not.toMatch(/\.json|is missing/);
    expect(readField(answer, 'text.save', 'entries')).toBe(entries);
    expect(answer.document.querySelector('main script, main img')).toBeNull();
    expect(await countLog()).toBe(logged);
    expect(await readLines(path)).toBe(original.get(path));
    expect(await deliver()).toEqual([]);
  });

  it.each([
    [SHOP, 'entry.add', { entry: 'nowhere', below: '', label: 'Zq' }, 'nowhere does not exist'],
    [SHOP, 'entry.add', { entry: 'feed', below: '' }, 'feed is listed twice'],
    [SHOP, 'entry.add', { entry: 'contact', below: 'muesli' }, 'under muesli'],
    [SHOP, 'entry.add', { entry: 'Contact us', below: '' }, ''],
    [SHOP, 'entry.add', { entry: '../x', below: '' }, ''],
    [SHOP, 'entry.add', { entry: 'contact', below: '', label: '<b>Contact</b>' }, 'HTML'],
    [SHOP, 'entry.add', { entry: 'contact', below: '', label: '{unheard}' }, '{unheard}'],
    [SHOP, 'entry.add', { entry: 'contact', below: '', label: 'x'.repeat(201) }, ''],
    [SHOP, 'entry.add', { entry: 'contact', below: '', menu: 'nothing' }, ''],
    [FOOTER, 'entry.add', { entry: 'muesli', below: '' }, 'Choose a column'],
    [FOOTER, 'entry.addColumn', { columnKey: 'shop', label: 'Zq' }, 'shop is listed twice'],
    [FOOTER, 'entry.addColumn', { columnKey: 'zq', label: '' }, ''],
  ])('of %s by %s with %j', async (path, operation, entered, words) => {
    const logged = await countLog();
    const labels = await shop.anna.get('/admin/texts/menu/main/nl');
    const answer = await shop.anna.submit(path, operation, entered);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(readFault(answer)).toContain(words);
    expect(await countLog()).toBe(logged);
    expect(await readLines(path)).toBe(original.get(path));
    const after = await shop.anna.get('/admin/texts/menu/main/nl');
    expect(readField(after, 'text.save', 'labels')).toBe(readField(labels, 'text.save', 'labels'));
  });

  it('is not caused by a label with hostile characters, which is accepted as text', async () => {
    const label = '" onmouseover=x & \'$& \u202E';
    const answer = await shop.anna.submit(SHOP, 'entry.add', { entry: 'terms', below: '', label });
    expect(readFault(answer)).toBe('');
    expect((await readMenu(DUTCH)).links.get('terms')?.title).toBe(label);
    expect((await shop.anna.get(SHOP)).document.querySelector('[onmouseover]')).toBeNull();
    expect((await shop.anna.get(SHOP)).document.querySelector('.entries')?.textContent).toContain(label);
    expect((await shop.anna.get('/admin/log')).status).toBe(200);
  });

  it('is caused by a planned or drafted order of entries', async () => {
    for (const publish of ['draft', 'later']) {
      const written = { publish, publishAt: '2026-11-06T10:00', entries: 'feed' };
      const done = await shop.run('text.save', { kind: 'entries', key: 'shop', language: 'nl', ...written });
      expect(done).toMatchObject({ kind: 'refused', refusal: { code: 'entries_only_now' } });
    }
  });
});

it('is not caused by an order of entries set by command', async () => {
  const entries = without(await readLines(SHOP), 'news');
  const arranged = await shop.run('text.save', {
    kind: 'entries',
    key: 'shop',
    language: 'nl',
    publish: 'now',
    entries,
  });
  expect(arranged).toMatchObject({ kind: 'done', isChanged: true });
  const added = await shop.run('entry.add', { menu: 'shop', entry: 'news', below: 'feed' });
  expect(added).toMatchObject({ kind: 'done', isChanged: true });
  expect((await readMenu(DUTCH)).lines).toContain('feed/news');
});

describe('two concurrent edits of one menu', () => {
  it('show the later editor both versions to choose from', async () => {
    const stamp = readField(await bert.get(SHOP), 'text.save', 'stamp');
    const lines = await readLines(SHOP);
    await arrange(SHOP, without(lines, 'news'));
    const entries = without(lines, 'dealers');
    const refused = await bert.submit(SHOP, 'text.save', { stamp, entries });
    expect([refused.status, readFault(refused)]).toEqual([
      409,
      expect.stringContaining('changed this in the meantime'),
    ]);
    expect(readField(refused, 'text.save', 'entries')).toBe(entries);
    const difference = refused.document.querySelector('.difference')?.innerHTML ?? '';
    expect(difference).toContain('<ins>');
    const late = await bert.submit(SHOP, 'entry.add', { stamp, entry: 'contact', below: '' });
    expect(late.status).toBe(409);
    const again = { stamp: readField(refused, 'text.save', 'stamp'), entries };
    expect(readFault(await bert.submit(SHOP, 'text.save', again))).toBe('');
    expect((await readMenu(DUTCH)).lines).toContain('news');
  });

  it('at the same moment are serialized', async () => {
    const lines = await readLines(SHOP);
    const answers = await Promise.all([
      arrange(SHOP, without(lines, 'news')),
      bert.submit(SHOP, 'entry.add', { entry: 'contact', below: '' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
