import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc } from 'drizzle-orm';
import request from 'supertest';
import { adminLog } from '../../server/backend/core/admin/tables.ts';
import { countEditedRecords } from '../../server/backend/shop-store/shop-records.ts';
import { LOCALES } from '../../shared/i18n/locales.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { prepareAdminShop } from '../fixtures/admin-shop.ts';
import type { AdminResponse, SignedInStaffClient } from '../fixtures/back-office-fixture.ts';
import { FIXTURE_NOW } from '../fixtures/backend-fixture.ts';

const SHOP_MENU_PATH = '/admin/texts/entries/shop/nl';
const GROUP_MENU_PATH = '/admin/texts/entries/group/nl';
const FOOTER_MENU_PATH = '/admin/texts/entries/footer/nl';
/** The Dutch shop in Dutch and in English, the German one, and the corporate site. */
const DUTCH_SCOPE = { site: 1, language: 1 };
const ENGLISH_SCOPE = { site: 1, language: 4 };
const GERMAN_SCOPE = { site: 10, language: 2 };
const CORPORATE_SCOPE = { site: 12, language: 4 };
type MenuScope = typeof DUTCH_SCOPE;

const shop = prepareAdminShop();
let bert: SignedInStaffClient;

beforeAll(async () => {
  bert = await shop.pages.signIn('bert');
});

const originalEntries = new Map<string, string>();
beforeEach(async () => {
  for (const path of [SHOP_MENU_PATH, GROUP_MENU_PATH, FOOTER_MENU_PATH])
    originalEntries.set(path, await readMenuLines(path));
  await runEventsJob();
});
afterEach(async () => {
  shop.backend.setNow(FIXTURE_NOW);
  for (const [path, entries] of originalEntries)
    if ((await readMenuLines(path)) !== entries) await saveMenuEntries(path, entries);
});

const readFaultText = ({ document }: AdminResponse): string =>
  [...document.querySelectorAll('main .fault')].map(({ textContent }) => textContent).join(' ');
const readField = ({ document }: AdminResponse, operation: string, name: string): string =>
  document.querySelector<HTMLInputElement>(`form[action$="${operation}"] [name=${name}]`)?.value ?? '';
const readMenuLines = async (path: string) => readField(await shop.anna.get(path), 'text.save', 'entries');
const saveMenuEntries = (path: string, entries: string, who = shop.anna) =>
  who.submit(path, 'text.save', { entries });

async function runEventsJob(): Promise<string[]> {
  shop.backend.forgotten.length = 0;
  await shop.backend.runJob('queue');
  return [...shop.backend.forgotten].sort();
}

const fetchInScope = async (path: string, { site, language }: MenuScope) =>
  (
    await request(shop.backend.app)
      .get(path)
      .set({ siteid: String(site), languageid: String(language) })
      .expect(200)
  ).body;

interface MenuEntry {
  readonly key: string;
  readonly title: string;
  readonly route: string;
}

/** Returns a menu as visitors see it, as lines, with the target of each. */
async function fetchMenu(scope: MenuScope) {
  const { items } = await fetchInScope(`/api/navigations/${scope.site}1`, scope);
  const links = new Map<string, MenuEntry>();
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

async function fetchFooter(scope: MenuScope) {
  const { columns } = await fetchInScope(`/api/footers/${scope.site}2`, scope);
  return columns as { key: string; title: string; links: MenuEntry[] }[];
}

const countAdminLogRows = () => shop.backend.database.$count(adminLog);

/** Returns the lines without one of them. */
const without = (lines: string, line: string): string =>
  lines
    .split('\n')
    .filter((one) => one !== line)
    .join('\n');

it('the page of a menu shows the entries as visitors see them, with links to their labels', async () => {
  const { lines } = await fetchMenu(DUTCH_SCOPE);
  const shown = (await readMenuLines(SHOP_MENU_PATH)).split('\n');
  expect(lines.filter((line) => !shown.includes(line))).toEqual([]);
  const page = await shop.anna.get(SHOP_MENU_PATH);
  expect([...page.document.querySelectorAll('.languages a')].map((link) => link.textContent)).toEqual([
    ...LOCALES,
  ]);
  const list = await shop.anna.get('/admin/texts?kind=entries');
  const links = [...list.document.querySelectorAll('main tbody a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(expect.arrayContaining([SHOP_MENU_PATH, GROUP_MENU_PATH, FOOTER_MENU_PATH]));
  for (const [labels, ways] of [
    ['/admin/texts/menu/main/nl', [SHOP_MENU_PATH, GROUP_MENU_PATH]],
    ['/admin/texts/footer/footer/de', [FOOTER_MENU_PATH]],
  ] as const) {
    const { html } = await shop.anna.get(labels);
    for (const way of ways) expect(html).toContain(`href="${way}"`);
  }
  for (const path of ['/admin/texts/entries/shop/en', '/admin/texts/entries/nothing/nl'])
    expect((await shop.anna.get(path)).status).toBe(404);
});

describe('a changed order of entries', () => {
  it('applies in every language, on the sites of the menu only, and can be undone', async () => {
    const before = await fetchMenu(DUTCH_SCOPE);
    const corporate = await fetchMenu(CORPORATE_SCOPE);
    const edited = await countEditedRecords(shop.backend.database);
    const lines = (await readMenuLines(SHOP_MENU_PATH)).split('\n');
    const [first = ''] = lines;
    const ofFirst = lines.filter((line) => line === first || line.startsWith(`${first}/`));
    const others = lines.filter((line) => !ofFirst.includes(line) && line !== 'news');
    const answer = await saveMenuEntries(
      SHOP_MENU_PATH,
      [...others, first, ...ofFirst.slice(1).toReversed()].join('\n'),
    );
    expect(readFaultText(answer)).toBe('');
    for (const scope of [DUTCH_SCOPE, ENGLISH_SCOPE, GERMAN_SCOPE]) {
      const after = await fetchMenu(scope);
      expect(after.lines.at(-ofFirst.length)).toBe(first);
      expect(after.lines).not.toContain('news');
    }
    expect((await fetchMenu(DUTCH_SCOPE)).lines.slice(1 - ofFirst.length)).toEqual(
      ofFirst.slice(1).toReversed(),
    );
    expect(await fetchMenu(CORPORATE_SCOPE)).toEqual(corporate);
    const told = await runEventsJob();
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
    expect(readFaultText(await shop.anna.submit(version, 'text.restore', {}, { pick: isRestoreForm }))).toBe(
      '',
    );
    expect(await fetchMenu(DUTCH_SCOPE)).toEqual(before);
    // The menu is derived from the categories again.
    expect(await countEditedRecords(shop.backend.database)).toBe(edited);
  });

  it.each([
    ['/admin/texts/page/contact/nl', { title: 'Bel of schrijf ons' }],
    ['/admin/texts/category/feed/nl', { name: 'Voer voor paarden' }],
  ])('remains after an edit of %s', async (path, written) => {
    expect(
      readFaultText(
        await saveMenuEntries(SHOP_MENU_PATH, without(await readMenuLines(SHOP_MENU_PATH), 'news')),
      ),
    ).toBe('');
    const { lines } = await fetchMenu(DUTCH_SCOPE);
    expect(lines).not.toContain('news');
    expect(readFaultText(await shop.anna.submit(path, 'text.save', written))).toBe('');
    expect((await fetchMenu(DUTCH_SCOPE)).lines).toEqual(lines);
    expect((await fetchMenu(GERMAN_SCOPE)).lines).not.toContain('news');
  });

  it('moves entries below others, and removes an entry with its children', async () => {
    const lines = await readMenuLines(SHOP_MENU_PATH);
    const moved = `${without(lines, 'news')}\nfeed/news`.replace('supplements/', 'feed/');
    expect(readFaultText(await saveMenuEntries(SHOP_MENU_PATH, moved))).toBe('');
    const after = await fetchMenu(DUTCH_SCOPE);
    expect(after.lines).toContain('feed/news');
    expect(after.links.get('news')?.route).toBe('/media/');
    const kept = lines.split('\n').filter((line) => !/^feed(\/|$)/.test(line));
    expect(readFaultText(await saveMenuEntries(SHOP_MENU_PATH, kept.join('\n')))).toBe('');
    expect((await fetchMenu(DUTCH_SCOPE)).lines.filter((line) => line.startsWith('feed'))).toEqual([
      'feed-advice',
    ]);
  });

  it('of the corporate menu and of the footer purges only pages that show it', async () => {
    expect(
      readFaultText(
        await saveMenuEntries(GROUP_MENU_PATH, without(await readMenuLines(GROUP_MENU_PATH), 'jobs')),
      ),
    ).toBe('');
    expect((await runEventsJob()).every((key) => key.startsWith('site-12-'))).toBe(true);
    expect((await fetchMenu(CORPORATE_SCOPE)).lines).not.toContain('jobs');
    // No corporate site has this entry.
    expect(
      readFaultText(
        await saveMenuEntries(
          FOOTER_MENU_PATH,
          without(await readMenuLines(FOOTER_MENU_PATH), 'shop/payment'),
        ),
      ),
    ).toBe('');
    const told = await runEventsJob();
    expect(told).toContain('site-1-nl');
    expect(told.filter((key) => key.startsWith('site-12-'))).toEqual([]);
    const column = (await fetchFooter(DUTCH_SCOPE)).find(({ key }) => key === 'shop');
    expect(column?.links.map(({ key }) => key)).toEqual(['delivery', 'silo-supply', 'how-reviews-work']);
  });

  it('without a difference changes nothing', async () => {
    const logged = await countAdminLogRows();
    expect(
      readFaultText(await saveMenuEntries(SHOP_MENU_PATH, `  ${await readMenuLines(SHOP_MENU_PATH)}\n\n`)),
    ).toBe('');
    expect(await countAdminLogRows()).toBe(logged);
    expect(await runEventsJob()).toEqual([]);
  });
});

describe('an added entry', () => {
  it.each([
    ['a page', 'payment'],
    ['an article', 'weight-condition'],
    ['a list', 'for-ponies'],
    ['a category on the first level', 'hooves-coat'],
  ])('for %s gets the existing names in each language', async (_, entry) => {
    const lines = await readMenuLines(SHOP_MENU_PATH);
    const bare = lines
      .split('\n')
      .filter((line) => !line.endsWith(`/${entry}`))
      .join('\n');
    await saveMenuEntries(SHOP_MENU_PATH, bare);
    const answer = await shop.anna.submit(SHOP_MENU_PATH, 'entry.add', { entry, below: '' });
    expect(readFaultText(answer)).toBe('');
    const dutch = await fetchMenu(DUTCH_SCOPE);
    expect(dutch.lines.at(-1)).toBe(entry);
    const english = await fetchMenu(ENGLISH_SCOPE);
    for (const [scope, { links }] of [
      [DUTCH_SCOPE, dutch],
      [ENGLISH_SCOPE, english],
    ] as const) {
      const link = links.get(entry);
      const found = await fetchInScope(
        `/api/routing/getbyurl?url=${encodeURIComponent(link?.route ?? '')}`,
        scope,
      );
      expect(found.kind).not.toBe('redirect');
    }
    expect(dutch.links.get(entry)?.title).not.toBe(english.links.get(entry)?.title);
    // From then on it is a content entry like any label.
    const labels = readField(await shop.anna.get('/admin/texts/menu/main/en'), 'text.save', 'labels');
    expect(labels).toContain(`${entry}: ${english.links.get(entry)?.title}`);
  });

  it('has the label of the first language, and is shown below its parent', async () => {
    const answer = await shop.anna.submit(SHOP_MENU_PATH, 'entry.add', {
      entry: 'contact',
      below: 'feed',
      label: 'Zq vraag',
    });
    expect(readFaultText(answer)).toBe('');
    const { lines, links } = await fetchMenu(DUTCH_SCOPE);
    const ofFeed = lines.filter((line) => line.startsWith('feed/'));
    expect(ofFeed.at(-1)).toBe('feed/contact');
    expect(links.get('contact')?.title).toBe('Zq vraag');
    expect((await fetchMenu(ENGLISH_SCOPE)).links.get('contact')?.title).toBe('Contact');
    const again = await shop.anna.submit(SHOP_MENU_PATH, 'entry.add', { entry: 'delivery', below: 'feed' });
    expect(readFaultText(again)).toBe('');
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
    expect(readFaultText(await shop.anna.submit('/admin/texts/new-article', 'article.add', article))).toBe(
      '',
    );
    for (const [path, below] of [
      [SHOP_MENU_PATH, ''],
      [FOOTER_MENU_PATH, 'shop'],
    ] as const)
      expect(readFaultText(await shop.anna.submit(path, 'entry.add', { entry: 'zq-frost', below }))).toBe('');
    const isShown = async () => [
      (await fetchMenu(DUTCH_SCOPE)).lines.includes('zq-frost'),
      JSON.stringify(await fetchFooter(DUTCH_SCOPE)).includes('zq-frost'),
    ];
    expect(await isShown()).toEqual([false, false]);
    shop.backend.setNow(new Date('2026-11-10T12:00:00Z'));
    expect(await isShown()).toEqual([true, true]);
    shop.backend.setNow(FIXTURE_NOW);
    const path = '/admin/texts/article/zq-frost/nl';
    const kept = await shop.anna.submit(path, 'article.remove', { _consent: 'true' });
    expect([kept.status, readFaultText(kept)]).toEqual([409, expect.stringContaining('zq-frost')]);
    for (const [menu, entries] of originalEntries) await saveMenuEntries(menu, entries);
    expect(readFaultText(await shop.anna.submit(path, 'article.remove', { _consent: 'true' }))).toBe('');
  });

  it('in a footer is in a column, which can be a new one', async () => {
    // Later than the labels of earlier tests.
    shop.backend.setNow(new Date(FIXTURE_NOW.getTime() + MINUTE_MS));
    const column = await shop.anna.submit(FOOTER_MENU_PATH, 'entry.addColumn', {
      columnKey: 'zq-more',
      label: 'Zq meer',
    });
    expect(readFaultText(column)).toBe('');
    expect((await fetchFooter(DUTCH_SCOPE)).map(({ key }) => key)).not.toContain('zq-more');
    for (const entry of ['muesli', 'news', 'dealers', 'feeding-basics']) {
      const answer = await shop.anna.submit(FOOTER_MENU_PATH, 'entry.add', { entry, below: 'zq-more' });
      expect(readFaultText(answer)).toBe('');
    }
    for (const scope of [DUTCH_SCOPE, ENGLISH_SCOPE, GERMAN_SCOPE]) {
      const found = (await fetchFooter(scope)).find(({ key }) => key === 'zq-more');
      // Not translated yet.
      expect(found?.title).toBe('Zq meer');
      expect(found?.links.map(({ key }) => key)).toEqual(['muesli', 'news', 'dealers', 'feeding-basics']);
      const menu = await fetchMenu(scope);
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
    expect((await fetchFooter(GERMAN_SCOPE)).find(({ key }) => key === 'zq-more')?.title).toBe('Zq mehr');
  });
});

describe('a refused change', () => {
  it.each([
    [SHOP_MENU_PATH, (lines: string) => `${lines}\nnowhere`, 'nowhere does not exist'],
    [SHOP_MENU_PATH, (lines: string) => `${lines}\nnot-found`, 'not-found does not exist'],
    [SHOP_MENU_PATH, (lines: string) => `${lines}\nfeed/muesli/pellets`, 'third level'],
    [SHOP_MENU_PATH, (lines: string) => `${lines}\nfeed`, 'feed is listed twice'],
    [SHOP_MENU_PATH, (lines: string) => `${lines}\nsupplements/muesli`, 'muesli is listed twice'],
    [SHOP_MENU_PATH, (lines: string) => `${lines}\nnews/feed-basics/`, 'third level'],
    [SHOP_MENU_PATH, (lines: string) => `${lines}\ncontact/about`, 'under contact'],
    [SHOP_MENU_PATH, (lines: string) => without(lines, 'feed'), 'under feed'],
    [SHOP_MENU_PATH, () => '', 'no menu'],
    [GROUP_MENU_PATH, () => '', 'no menu'],
    [SHOP_MENU_PATH, (lines: string) => `${lines}\nhttps://elsewhere.example/`, 'third level'],
    [SHOP_MENU_PATH, (lines: string) => `${lines}\njavascript:alert(1)`, 'does not exist'],
    [SHOP_MENU_PATH, (lines: string) => `${lines}\n<script>alert(1)</script>`, 'HTML'],
    [SHOP_MENU_PATH, (lines: string) => `${lines}\n__proto__\nconstructor`, 'does not exist'],
    [
      SHOP_MENU_PATH,
      (lines: string) =>
        `${lines}\n${['about', 'contact', 'terms', 'privacy', 'cookies', 'jobs', 'payment', 'delivery'].join('\n')}`,
      'can have 12 entries',
    ],
    [GROUP_MENU_PATH, (lines: string) => `${lines}\nmuesli`, 'muesli does not exist'],
    [FOOTER_MENU_PATH, (lines: string) => without(lines, 'legal/privacy'), 'legal/privacy must stay'],
    [
      FOOTER_MENU_PATH,
      (lines: string) => lines.replace('legal/cookies', 'shop/cookies'),
      'legal/cookies must stay',
    ],
    [FOOTER_MENU_PATH, (lines: string) => without(lines, 'service/withdrawal'), 'withdrawal must stay'],
    [FOOTER_MENU_PATH, () => '', 'must stay'],
    [FOOTER_MENU_PATH, (lines: string) => `${lines}\ncontact`, 'no column contact'],
    [FOOTER_MENU_PATH, (lines: string) => `${lines}\nshop/contact`, 'contact is listed twice'],
  ])('of %s shows a message and keeps the input, and no data is written', async (path, change, words) => {
    const logged = await countAdminLogRows();
    const entries = change(await readMenuLines(path));
    const answer = await saveMenuEntries(path, entries);
    expect([answer.status, readFaultText(answer)]).toEqual([409, expect.stringContaining(words)]);
    expect(readFaultText(answer)).not.toMatch(/\.json|is missing/);
    expect(readField(answer, 'text.save', 'entries')).toBe(entries);
    expect(answer.document.querySelector('main script, main img')).toBeNull();
    expect(await countAdminLogRows()).toBe(logged);
    expect(await readMenuLines(path)).toBe(originalEntries.get(path));
    expect(await runEventsJob()).toEqual([]);
  });

  it.each([
    [SHOP_MENU_PATH, 'entry.add', { entry: 'nowhere', below: '', label: 'Zq' }, 'nowhere does not exist'],
    [SHOP_MENU_PATH, 'entry.add', { entry: 'feed', below: '' }, 'feed is listed twice'],
    [SHOP_MENU_PATH, 'entry.add', { entry: 'contact', below: 'muesli' }, 'under muesli'],
    [SHOP_MENU_PATH, 'entry.add', { entry: 'Contact us', below: '' }, ''],
    [SHOP_MENU_PATH, 'entry.add', { entry: '../x', below: '' }, ''],
    [SHOP_MENU_PATH, 'entry.add', { entry: 'contact', below: '', label: '<b>Contact</b>' }, 'HTML'],
    [SHOP_MENU_PATH, 'entry.add', { entry: 'contact', below: '', label: '{unheard}' }, '{unheard}'],
    [SHOP_MENU_PATH, 'entry.add', { entry: 'contact', below: '', label: 'x'.repeat(201) }, ''],
    [SHOP_MENU_PATH, 'entry.add', { entry: 'contact', below: '', menu: 'nothing' }, ''],
    [FOOTER_MENU_PATH, 'entry.add', { entry: 'muesli', below: '' }, 'Choose a column'],
    [FOOTER_MENU_PATH, 'entry.addColumn', { columnKey: 'shop', label: 'Zq' }, 'shop is listed twice'],
    [FOOTER_MENU_PATH, 'entry.addColumn', { columnKey: 'zq', label: '' }, ''],
  ])('of %s by %s with %j', async (path, operation, entered, words) => {
    const logged = await countAdminLogRows();
    const labels = await shop.anna.get('/admin/texts/menu/main/nl');
    const answer = await shop.anna.submit(path, operation, entered);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(readFaultText(answer)).toContain(words);
    expect(await countAdminLogRows()).toBe(logged);
    expect(await readMenuLines(path)).toBe(originalEntries.get(path));
    const after = await shop.anna.get('/admin/texts/menu/main/nl');
    expect(readField(after, 'text.save', 'labels')).toBe(readField(labels, 'text.save', 'labels'));
  });

  it('is not caused by a label with hostile characters, which is accepted as text', async () => {
    const label = '" onmouseover=x & \'$& \u202E';
    const answer = await shop.anna.submit(SHOP_MENU_PATH, 'entry.add', { entry: 'terms', below: '', label });
    expect(readFaultText(answer)).toBe('');
    expect((await fetchMenu(DUTCH_SCOPE)).links.get('terms')?.title).toBe(label);
    expect((await shop.anna.get(SHOP_MENU_PATH)).document.querySelector('[onmouseover]')).toBeNull();
    expect((await shop.anna.get(SHOP_MENU_PATH)).document.querySelector('.entries')?.textContent).toContain(
      label,
    );
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
  const entries = without(await readMenuLines(SHOP_MENU_PATH), 'news');
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
  expect((await fetchMenu(DUTCH_SCOPE)).lines).toContain('feed/news');
});

describe('two concurrent edits of one menu', () => {
  it('show the later editor both versions to choose from', async () => {
    const stamp = readField(await bert.get(SHOP_MENU_PATH), 'text.save', 'stamp');
    const lines = await readMenuLines(SHOP_MENU_PATH);
    await saveMenuEntries(SHOP_MENU_PATH, without(lines, 'news'));
    const entries = without(lines, 'dealers');
    const refused = await bert.submit(SHOP_MENU_PATH, 'text.save', { stamp, entries });
    expect([refused.status, readFaultText(refused)]).toEqual([
      409,
      expect.stringContaining('changed this in the meantime'),
    ]);
    expect(readField(refused, 'text.save', 'entries')).toBe(entries);
    const difference = refused.document.querySelector('.difference')?.innerHTML ?? '';
    expect(difference).toContain('<ins>');
    const late = await bert.submit(SHOP_MENU_PATH, 'entry.add', { stamp, entry: 'contact', below: '' });
    expect(late.status).toBe(409);
    const again = { stamp: readField(refused, 'text.save', 'stamp'), entries };
    expect(readFaultText(await bert.submit(SHOP_MENU_PATH, 'text.save', again))).toBe('');
    expect((await fetchMenu(DUTCH_SCOPE)).lines).toContain('news');
  });

  it('at the same moment are serialized', async () => {
    const lines = await readMenuLines(SHOP_MENU_PATH);
    const answers = await Promise.all([
      saveMenuEntries(SHOP_MENU_PATH, without(lines, 'news')),
      bert.submit(SHOP_MENU_PATH, 'entry.add', { entry: 'contact', below: '' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
