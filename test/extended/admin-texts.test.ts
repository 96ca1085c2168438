import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import request from 'supertest';
import { textVersion } from '../../server/backend/content/content-editing/tables.ts';
import { adminLog } from '../../server/backend/core/admin/tables.ts';
import { commandActor } from '../../server/backend/core/audit/audit.ts';
import { readRecords } from '../../server/backend/shop-store/shop-records.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { prepareAdminShop } from '../fixtures/admin-shop.ts';
import type { AdminResponse, SignedInStaffClient } from '../fixtures/back-office-fixture.ts';
import { FIXTURE_NOW } from '../fixtures/backend-fixture.ts';
import { createPreviewCookie } from '../fixtures/previews.ts';

/** The Dutch shop, in Dutch. */
const DUTCH_SCOPE = { siteId: 1, languageId: 1 };
const RETURNS_PAGE_PATH = '/admin/texts/page/returns/nl';
const ARTICLE_PATH = '/admin/texts/article/recyclable-bags/nl';
/** Two hours after the time of the fixture, in local time and as an instant. */
const LATER_LOCAL_TIME = '2026-11-05T15:00';
const LATER_INSTANT = new Date('2026-11-05T14:00:00Z');

const shop = prepareAdminShop();
let bert: SignedInStaffClient;

beforeAll(async () => {
  bert = await shop.pages.signIn('bert');
});

beforeEach(() => shop.backend.setNow(FIXTURE_NOW));
// Delivers the purges of texts published at a later moment, in order, before the clock is reset.
afterEach(() => runEventsJob());

/** Sends a request; with `preview`, as a visitor with a preview of that moment. */
async function ask(path: string, preview?: Date) {
  const headers = {
    siteid: String(DUTCH_SCOPE.siteId),
    languageid: String(DUTCH_SCOPE.languageId),
    ...(preview && { cookie: createPreviewCookie(DUTCH_SCOPE, preview) }),
  };
  const { status, body } = await request(shop.backend.app).get(path).set(headers);
  return { status, body };
}

const fetchPageTitle = async (id: number, preview?: Date): Promise<string> =>
  (await ask(`/api/content/${id}`, preview)).body.title;

async function runEventsJob(): Promise<string[]> {
  shop.backend.forgotten.length = 0;
  await shop.backend.runJob('queue');
  return [...shop.backend.forgotten].sort();
}

const readFaultText = ({ document }: AdminResponse): string =>
  document.querySelector('main .fault')?.textContent ?? '';
const readNotice = ({ document }: AdminResponse): string =>
  document.querySelector('main > .notice')?.textContent ?? '';
const readField = ({ document }: AdminResponse, name: string): string =>
  document.querySelector<HTMLTextAreaElement>(`form[action$="text.save"] [name=${name}]`)?.value ?? '';

async function fetchLastLogRow() {
  const [row] = await shop.backend.database
    .select()
    .from(adminLog)
    .orderBy(desc(adminLog.adminLogId))
    .limit(1);
  return row;
}
const countAdminLogRows = () => shop.backend.database.$count(adminLog);
const findLastVersionPath = ({ document }: AdminResponse): string =>
  document.querySelector('main table a[href*="/texts/versions/"]')?.getAttribute('href') ?? '';

describe('the list of content entries', () => {
  it.each(['page', 'article', 'category', 'product', 'landing', 'desk', 'groupPage'])(
    'has entries of type %s, each with its languages',
    async (kind) => {
      const { status, document } = await shop.anna.get(`/admin/texts?kind=${kind}`);
      expect(status).toBe(200);
      expect(document.querySelectorAll('main tbody tr').length).toBeGreaterThan(0);
      const languages = document.querySelectorAll('main tbody tr:first-child .languages li').length;
      expect(languages).toBe(kind === 'groupPage' ? 3 : 9);
    },
  );

  it('finds text of any language, and treats wildcards and hostile text as literal text', async () => {
    const find = async (text: string) =>
      (
        await shop.anna.get(`/admin/texts?kind=page&text=${encodeURIComponent(text)}`)
      ).document.querySelectorAll('main tbody tr').length;
    expect(await find('damaged items')).toBe(1);
    expect(await find('d_maged%items')).toBe(0);
    expect(await find('\'"><script>')).toBe(0);
  });

  it('marks missing translations, and those older than the text of the first language', async () => {
    await shop.anna.submit('/admin/texts/desk/customerServiceTitle/nl', 'text.save', {
      words: 'Vraag het ons',
    });
    const { document } = await shop.anna.get('/admin/texts?kind=desk&text=customerServiceTitle');
    expect(document.querySelectorAll('.languages .older')).toHaveLength(8);
    expect(document.querySelectorAll('.languages .missing')).toHaveLength(0);
    const none = await shop.anna.get('/admin/texts?kind=desk&missing=sv');
    expect(none.document.querySelector('main .empty')).not.toBeNull();
    const group = await shop.anna.get('/admin/texts?kind=groupPage&missing=sv');
    expect(group.document.querySelectorAll('main tbody tr')).toHaveLength(1);
  });

  it.each([
    '/admin/texts/nothing/returns/nl',
    '/admin/texts/page/nothing/nl',
    '/admin/texts/page/returns/xx',
    '/admin/texts/page/returns/NL',
    '/admin/texts/menu/usps/nl',
    '/admin/texts/versions/0',
    '/admin/texts/versions/999999999',
    '/admin/texts/versions/abc',
    `/admin/texts/page/${encodeURIComponent('<b>x</b>')}/nl`,
  ])('has no page %s', async (path) => {
    expect((await shop.anna.get(path)).status).toBe(404);
  });
});

describe('a published text', () => {
  it('is on its page at once, and only that page is purged', async () => {
    await runEventsJob();
    const answer = await shop.anna.submit(RETURNS_PAGE_PATH, 'text.save', { title: 'Iets terugsturen' });
    expect(readNotice(answer)).toContain('Published');
    expect(await fetchPageTitle(105)).toBe('Iets terugsturen');
    expect(await runEventsJob()).toEqual(['content-105']);
    expect(await fetchLastLogRow()).toMatchObject({
      staffMemberId: shop.anna.staffMemberId,
      operation: 'text.save',
      resource: 'text',
      resourceId: 'page/returns/nl',
      before: { text: { title: 'Retour en beschadigde artikelen' } },
      after: { text: { title: 'Iets terugsturen' }, state: 'published' },
    });
  });

  it('can be changed by a command, in the given fields only', async () => {
    const operation = shop.backend.admin.operations.find('text.save')!;
    const written = { kind: 'page', key: 'imprint', language: 'nl', title: 'Wie wij zijn', publish: 'now' };
    const read = async () =>
      (await readRecords(shop.backend.database, { file: 'texts/nl.json', list: 'pages', key: 'imprint' }))[0]
        ?.value;
    const before = await read();
    const done = await shop.backend.admin.operations.run(operation, {
      written: new Map(Object.entries(written).map(([name, value]) => [name, [value]])),
      files: new Map(),
      actor: commandActor,
      now: FIXTURE_NOW,
    });
    expect(done.kind).toBe('done');
    expect(await read()).toEqual({ ...(before as object), title: 'Wie wij zijn' });
  });

  it('is unchanged if it is saved without a difference', async () => {
    const before = await countAdminLogRows();
    const answer = await shop.anna.submit(RETURNS_PAGE_PATH, 'text.save');
    expect(answer.status).toBe(200);
    expect(readFaultText(answer)).toBe('');
    expect(await countAdminLogRows()).toBe(before);
    expect(await runEventsJob()).toEqual([]);
  });

  it('can be restored to its previous version, and back again', async () => {
    const page = await shop.anna.get(RETURNS_PAGE_PATH);
    const version = findLastVersionPath(page);
    const shown = await shop.anna.get(version);
    expect(shown.document.querySelector('del')?.textContent).toContain('Retour');
    const isTo = (to: string) => (form: HTMLFormElement) =>
      form.querySelector<HTMLInputElement>('[name=to]')?.value === to;
    await shop.anna.submit(version, 'text.restore', {}, { pick: isTo('before') });
    expect(await fetchPageTitle(105)).toBe('Retour en beschadigde artikelen');
    expect(await runEventsJob()).toEqual(['content-105']);
    await bert.submit(version, 'text.restore', {}, { pick: isTo('after') });
    expect(await fetchPageTitle(105)).toBe('Iets terugsturen');
    const before = await countAdminLogRows();
    await bert.submit(version, 'text.restore', {}, { pick: isTo('after') });
    expect(await countAdminLogRows()).toBe(before);
    expect(
      (await shop.anna.get(`${RETURNS_PAGE_PATH}/versions`)).document.querySelectorAll('tbody tr'),
    ).toHaveLength(3);
  });

  it('leaves a redirect at its previous address', async () => {
    await shop.anna.submit(RETURNS_PAGE_PATH, 'text.save', { slug: 'terug' });
    expect((await ask('/api/content/105')).body.url).toBe('/terug/');
    const { body } = await ask('/api/routing/getbyurl?url=/retour/');
    expect(JSON.stringify(body)).toContain('/terug/');
    await shop.anna.submit(RETURNS_PAGE_PATH, 'text.save', { slug: 'retour' });
    expect((await ask('/api/content/105')).body.url).toBe('/retour/');
  });

  it('shows hostile text as text, in the back office and in the shop', async () => {
    const title = '" onmouseover=x & {brand} \'$&';
    const path = '/admin/texts/page/about/nl';
    const answer = await shop.anna.submit(path, 'text.save', { title, mayLose: 'true' });
    expect(readFaultText(answer)).toBe('');
    expect(readField(await shop.anna.get(path), 'title')).toBe(title);
    expect((await shop.anna.get(path)).document.querySelector('[onmouseover]')).toBeNull();
    expect((await shop.anna.get(findLastVersionPath(await shop.anna.get(path)))).status).toBe(200);
    expect((await shop.anna.get('/admin/log')).status).toBe(200);
  });
});

describe('every type of text', () => {
  it.each([
    ['category/muesli', { intro: 'Zq nieuw.' }, '/api/categories', 'category-'],
    ['product/prado-balance', { claim: 'Zq nieuw' }, '', 'product-'],
    ['landing/for-ponies', { intro: 'Zq nieuw.' }, '', 'content-301'],
    ['promises/usps', { promises: 'Zq nieuw\nZq ander', mayLose: 'true' }, '/api/usps/13', 'site-1-nl'],
    ['promises/cartUsps', { promises: 'Zq nieuw in {country}' }, '/api/usps/14', 'site-1-nl'],
    ['notice/notification', { words: 'Zq nieuw.' }, '/api/notifications/15', 'site-1-nl'],
  ])('%s is edited and its pages are purged', async (name, written, path, key) => {
    await runEventsJob();
    const answer = await shop.anna.submit(`/admin/texts/${name}/nl`, 'text.save', written);
    expect([readFaultText(answer), readNotice(answer)]).toEqual(['', expect.stringContaining('Published')]);
    const told = await runEventsJob();
    expect(told.some((one) => one.startsWith(key))).toBe(true);
    // Pages of sites in other languages are unchanged.
    expect(told.filter((one) => one.startsWith('site-') && !one.endsWith('-nl'))).toEqual([]);
    if (path.startsWith('/api/usps') || path.startsWith('/api/notif')) {
      expect(JSON.stringify((await ask(path)).body)).toContain('Zq nieuw');
    }
  });

  it('the notice above every page disappears if its text is empty, in that language only', async () => {
    const read = async (languageId: string) =>
      (
        await request(shop.backend.app)
          .get('/api/notifications/15')
          .set({ siteid: '1', languageid: languageId })
      ).body.text;
    const english = await read('4');
    const answer = await shop.anna.submit('/admin/texts/notice/notification/nl', 'text.save', { words: '' });
    expect([readFaultText(answer), readNotice(answer)]).toEqual(['', expect.stringContaining('Published')]);
    expect(await read('1')).toBe('');
    expect(await read('4')).toBe(english);
  });

  it('menus and footers have labels, with the existing keys', async () => {
    const menu = '/admin/texts/menu/main/nl';
    const labels = readField(await shop.anna.get(menu), 'labels');
    expect(labels).toContain('muesli: ');
    await shop.anna.submit(menu, 'text.save', {
      labels: labels.replace(/^muesli: .*$/m, 'muesli: Zq muesli'),
    });
    expect(JSON.stringify((await ask('/api/navigations/11')).body)).toContain('Zq muesli');
    const footer = '/admin/texts/footer/footer/nl';
    const links = readField(await shop.anna.get(footer), 'links');
    await shop.anna.submit(footer, 'text.save', {
      links: links.replace(/^contact: .*$/m, 'contact: Zq contact'),
    });
    expect(JSON.stringify((await ask('/api/footers/12')).body)).toContain('Zq contact');
    for (const odd of [links.replace('contact: ', 'kontakt: '), `${links}\nmore: More`, 'x', '']) {
      const refused = await shop.anna.submit(footer, 'text.save', { links: odd });
      expect([refused.status, readFaultText(refused)]).toEqual([409, expect.stringContaining('keys')]);
    }
  });

  it('the corporate site has separate texts', async () => {
    const answer = await shop.anna.submit('/admin/texts/groupNotice/notification/nl', 'text.save', {
      words: 'Zq groep',
    });
    expect(readNotice(answer)).toContain('Published');
    const promises = await shop.anna.submit('/admin/texts/groupPromises/usps/nl', 'text.save', {
      promises: 'Zq een\nZq twee',
    });
    expect(readNotice(promises)).toContain('Published');
    const home = await shop.anna.submit('/admin/texts/groupPage/home/nl', 'text.save', {
      title: 'Zq groep',
    });
    expect(readNotice(home)).toContain('Published');
  });
});

describe('refused input', () => {
  it.each([
    [{ body: 'Hello <script>alert(1)</script>' }, 'HTML'],
    [{ title: '<b>Retour</b>' }, 'HTML'],
    [{ body: '[here](javascript:alert(1))' }, 'javascript:'],
    [{ body: '# Too large' }, 'Too large'],
    [{ body: '[nowhere](/with a space/) {phone} {email}' }, '[nowhere](/with a space/)'],
    [{ body: '[](/retour/) {phone} {email}' }, '[](/retour/)'],
    [{ body: '[nowhere](/nergens/) {phone} {email}' }, '/nergens/'],
    [{ body: 'Nothing is left.' }, '{phone} {email}'],
    [{ body: '{phone} {email} {unheard}' }, '{unheard}'],
    [{ body: '{phone} {email}\n\n![](picture:nothing)' }, 'nothing'],
    [{ body: '{phone} {email}\n\n![words](https://elsewhere.example/x.png)' }, 'picture:key'],
    [{ title: '' }, 'Title: '],
    [{ slug: 'bezorging' }, 'bezorging'],
    [{ slug: 'admin' }, 'admin'],
    [{ slug: 'Ret our' }, 'form'],
    [{ slug: '../x' }, 'form'],
    [{ publish: 'later', publishAt: '' }, 'Enter a date and time'],
    [{ publish: 'later', publishAt: '2026-11-05T12:59' }, 'in the future'],
    [{ publish: 'later', publishAt: LATER_LOCAL_TIME, slug: 'bezorging' }, 'bezorging'],
  ])('with %j shows a message and keeps the input', async (written, words) => {
    const before = await countAdminLogRows();
    const answer = await shop.anna.submit(RETURNS_PAGE_PATH, 'text.save', { mayLose: '', ...written });
    expect([answer.status, readFaultText(answer)]).toEqual([409, expect.stringContaining(words)]);
    // The message is for staff members, not that of the importer.
    expect(readFaultText(answer)).not.toMatch(
      /\.json|urlSlug|bodyMarkdown|must (not have|match)|correct it, or/,
    );
    for (const [name, value] of Object.entries(written)) {
      if (name !== 'publishAt') expect(readField(answer, name)).toBe(value);
    }
    expect(await countAdminLogRows()).toBe(before);
    expect(await fetchPageTitle(105)).toBe('Iets terugsturen');
  });

  it('of a million characters shows the limit', async () => {
    const answer = await shop.anna.submit(RETURNS_PAGE_PATH, 'text.save', { body: 'x'.repeat(1_000_000) });
    expect([answer.status, readFaultText(answer)]).toEqual([422, expect.stringContaining('20000')]);
  });

  it('with missing, duplicate or unknown fields changes nothing', async () => {
    for (const entered of [
      { publish: '' },
      { publish: ['now', 'now'] },
      { odd: 'x' },
      { publish: 'never' },
    ]) {
      const answer = await shop.anna.submit(
        RETURNS_PAGE_PATH,
        'text.save',
        entered as Record<string, string>,
      );
      expect(answer.status).toBe(422);
    }
  });

  it('without a placeholder is accepted after a confirmation', async () => {
    const path = '/admin/texts/notice/notification/en';
    await shop.anna.submit(path, 'text.save', { words: 'From {country}.' });
    const written = { words: 'From us.', mayLose: 'true' };
    expect(readFaultText(await shop.anna.submit(path, 'text.save', written))).toBe('');
  });
});

describe('two staff members who edit the same text', () => {
  it('are notified: the later one sees both versions, and decides', async () => {
    const path = '/admin/texts/page/payment/nl';
    const page = await bert.get(path);
    const stamp = page.document.querySelector<HTMLInputElement>('[name=stamp]')?.value ?? '';
    await shop.anna.submit(path, 'text.save', { title: 'Betalen bij ons' });
    const refused = await bert.submit(path, 'text.save', { stamp, title: 'Zo betaal je' });
    expect([refused.status, readFaultText(refused)]).toEqual([
      409,
      expect.stringContaining('changed this in the meantime'),
    ]);
    expect(readField(refused, 'title')).toBe('Zo betaal je');
    const difference = refused.document.querySelector('.difference');
    expect(difference?.querySelector('ins')?.textContent).toContain('Zo');
    expect(difference?.querySelector('del')?.textContent).toContain('Betalen');
    // The form has the new version: it is accepted when it is sent again.
    const field = (name: string) =>
      refused.document.querySelector<HTMLInputElement>(`form[action$="text.save"] [name=${name}]`)?.value ??
      '';
    expect(field('stamp')).not.toBe(stamp);
    const again = await bert.submit(path, 'text.save', { stamp: field('stamp'), title: field('title') });
    expect(readNotice(again)).toContain('Published');
  });

  it('are notified of the same draft: the later one sees the new draft, and decides', async () => {
    const path = '/admin/texts/page/cookies/nl';
    await shop.anna.submit(path, 'text.save', { title: 'Zq eerste', publish: 'draft' });
    const first =
      findLastVersionPath(await shop.anna.get(path))
        .split('/')
        .at(-1) ?? '';
    const form = `${path}?version=${first}`;
    await shop.anna.submit(form, 'text.save', { title: 'Zq van Anna', publish: 'draft' });
    // Bert has opened the form before Anna sends hers.
    const field = { replaces: first, title: 'Zq van Bert', publish: 'draft' };
    const refused = await bert.submit(path, 'text.save', field);
    expect([refused.status, readField(refused, 'title')]).toEqual([409, 'Zq van Bert']);
    const difference = refused.document.querySelector('.difference');
    expect(difference?.querySelector('del')?.textContent).toContain('Anna');
    expect(difference?.querySelector('ins')?.textContent).toContain('Bert');
    const next = findLastVersionPath(await shop.anna.get(path))
      .split('/')
      .at(-1);
    expect(
      refused.document.querySelector<HTMLInputElement>('form[action$="text.save"] [name=replaces]')?.value,
    ).toBe(next);
    await bert.submit(`${path}?version=${next}`, 'text.save', { title: 'Zq van Bert', publish: 'draft' });
    const open = (await shop.anna.get('/admin/texts/plans')).document.querySelectorAll('main tbody tr');
    expect([...open].filter((row) => row.textContent?.includes('cookies'))).toHaveLength(1);
    await bert.submit(findLastVersionPath(await shop.anna.get(path)), 'text.withdraw');
  });

  it('are notified if one publishes a draft that the other has not seen next to the text', async () => {
    const path = '/admin/texts/page/cookies/nl';
    await shop.anna.submit(path, 'text.save', { title: 'Zq concept', publish: 'draft' });
    const draft = findLastVersionPath(await shop.anna.get(path));
    const before = await shop.anna.get(draft);
    const stamp =
      before.document.querySelector<HTMLInputElement>('form[action$="text.publish"] [name=stamp]')?.value ??
      '';
    await bert.submit(path, 'text.save', { title: 'Zq van Bert' });
    const refused = await shop.anna.submit(draft, 'text.publish', { stamp });
    expect([refused.status, readFaultText(refused)]).toEqual([
      409,
      expect.stringContaining('changed this in the meantime'),
    ]);
    const shown = [...refused.document.querySelectorAll('.difference')].map(({ innerHTML }) => innerHTML);
    expect(shown).toHaveLength(2);
    expect(shown[0]).toContain('Bert');
    expect(shown[1]).toMatch(/<del>.*Bert.*<ins>.*concept|<ins>.*concept.*<del>.*Bert/);
    expect(readNotice(await shop.anna.submit(draft, 'text.publish'))).toContain('Published');
  });

  it('at the same moment are serialized', async () => {
    const path = '/admin/texts/page/contact/nl';
    const answers = await Promise.all([
      shop.anna.submit(path, 'text.save', { title: 'Contact een' }),
      bert.submit(path, 'text.save', { title: 'Contact twee' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('texts of a site', () => {
  it('are in the next responses for the webs after these were notified', async () => {
    const readTitles = async () => {
      const [byDomain, byId, all] = await Promise.all(
        ['/api/sites/getbydomain?domain=havero-nl.localhost', '/api/sites/1', '/api/sites'].map(
          async (path) => (await ask(path)).body,
        ),
      );
      const listed = all.find(({ siteId }: { siteId: number }) => siteId === 1);
      return [byDomain, byId, listed].map(({ dealerPageTitle }) => dealerPageTitle);
    };
    expect(new Set(await readTitles())).toEqual(new Set(['Verkooppunten van Havero']));
    for (const word of ['Winkels', 'Stallen']) {
      const title = `${word} van {brand}`;
      await shop.anna.submit('/admin/texts/desk/dealerPageTitle/nl', 'text.save', { words: title });
      expect(await readTitles()).toEqual(Array.from({ length: 3 }, () => `${word} van Havero`));
    }
    expect(await runEventsJob()).toContain('site-1-nl');
  });
});

describe('a planned text', () => {
  it('is visible only in a preview of its moment, is then published, and has its author in the log', async () => {
    await runEventsJob();
    const planned = await shop.anna.submit(ARTICLE_PATH, 'text.save', {
      title: 'Zq zak van morgen',
      body: 'Zq eerste regel.',
      publish: 'later',
      publishAt: LATER_LOCAL_TIME,
      mayLose: 'true',
    });
    expect(readNotice(planned)).toContain('05/11/2026 15:00');
    const before = await fetchPageTitle(10);
    expect(before).not.toContain('Zq');
    expect(await runEventsJob()).toEqual([]);
    expect(await fetchPageTitle(10, new Date(LATER_INSTANT.getTime() - 1))).toBe(before);
    const preview = await ask('/api/content/10', LATER_INSTANT);
    expect(preview.body).toMatchObject({
      title: 'Zq zak van morgen',
      blocks: [{ type: 'paragraph', content: [{ text: 'Zq eerste regel.' }] }],
    });
    const news = await ask('/api/media', LATER_INSTANT);
    expect(JSON.stringify(news.body)).toContain('Zq zak van morgen');

    await shop.backend.runJob('planned-texts');
    expect(await fetchPageTitle(10)).toBe(before);
    shop.backend.setNow(LATER_INSTANT);
    await shop.backend.runJob('planned-texts');
    expect(await fetchPageTitle(10)).toBe('Zq zak van morgen');
    expect(await runEventsJob()).toEqual(['content-10']);
    expect(await fetchLastLogRow()).toMatchObject({
      staffMemberId: shop.anna.staffMemberId,
      operation: 'text.publish',
      resourceId: 'article/recyclable-bags/nl',
      after: { text: { title: 'Zq zak van morgen' }, state: 'published' },
    });
    const logged = await countAdminLogRows();
    await shop.backend.runJob('planned-texts');
    expect(await countAdminLogRows()).toBe(logged);
  });

  it('keeps changes published meanwhile, unless it changed the same field', async () => {
    const path = '/admin/texts/article/harvest-2026/nl';
    await shop.anna.submit(path, 'text.save', {
      title: 'Zq oogst',
      publish: 'later',
      publishAt: LATER_LOCAL_TIME,
    });
    await bert.submit(path, 'text.save', { summary: 'Zq samenvatting.' });
    shop.backend.setNow(LATER_INSTANT);
    await shop.backend.runJob('planned-texts');
    expect((await ask('/api/content/9')).body).toMatchObject({
      title: 'Zq oogst',
      summary: 'Zq samenvatting.',
    });
  });

  it('is moved, edited, deleted and published manually, by one of two staff members only', async () => {
    const path = '/admin/texts/article/senior-horse/nl';
    const draft = await shop.anna.submit(path, 'text.save', { title: 'Zq oud', publish: 'draft' });
    expect(readNotice(draft)).toContain('draft');
    const open = findLastVersionPath(await shop.anna.get('/admin/texts/plans'));
    await shop.anna.submit(open, 'text.plan', { publishAt: LATER_LOCAL_TIME });
    expect(await fetchPageTitle(8, LATER_INSTANT)).toBe('Zq oud');
    await shop.anna.submit(open, 'text.plan', { publishAt: '2026-11-05T16:00' });
    expect(await fetchPageTitle(8, LATER_INSTANT)).not.toBe('Zq oud');

    const id = open.split('/').at(-1) ?? '';
    await shop.anna.submit(`${path}?version=${id}`, 'text.save', { title: 'Zq ouder', publish: 'draft' });
    const [former] = await shop.backend.database
      .select()
      .from(textVersion)
      .where(eq(textVersion.textVersionId, Number(id)));
    expect(former?.state).toBe('withdrawn');
    const next = findLastVersionPath(await shop.anna.get('/admin/texts/plans'));
    expect(next).not.toBe(open);
    const answers = await Promise.all([
      shop.anna.submit(next, 'text.publish'),
      bert.submit(next, 'text.withdraw'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await shop.anna.get('/admin/texts/plans')).document.querySelector('main .empty')).not.toBeNull();
  });

  it('can leave an address that others link to, which then redirects', async () => {
    const path = '/admin/texts/page/withdrawal/nl';
    const url = (await ask('/api/content/124')).body.url;
    const other = '/admin/texts/page/customer-service/nl';
    const linked = await shop.anna.submit(other, 'text.save', { body: `[x](${url})`, mayLose: 'true' });
    expect(readFaultText(linked)).toBe('');
    const planned = await shop.anna.submit(path, 'text.save', {
      slug: 'zq-herroepen',
      publish: 'later',
      publishAt: LATER_LOCAL_TIME,
    });
    expect([readFaultText(planned), readNotice(planned)]).toEqual(['', expect.stringContaining('15:00')]);
    shop.backend.setNow(LATER_INSTANT);
    await shop.backend.runJob('planned-texts');
    expect((await ask('/api/content/124')).body.url).toBe('/zq-herroepen/');
  });

  it('stays open with the reason if it can no longer be published', async () => {
    const path = '/admin/texts/page/delivery/nl';
    await shop.anna.submit(path, 'text.save', {
      slug: 'zq-weg',
      publish: 'later',
      publishAt: LATER_LOCAL_TIME,
    });
    await bert.submit('/admin/texts/page/terms/nl', 'text.save', { slug: 'zq-weg' });
    shop.backend.setNow(new Date(LATER_INSTANT.getTime() + MINUTE_MS));
    await shop.backend.runJob('planned-texts');
    expect((await ask('/api/content/104')).body.url).toBe('/bezorging/');
    // By then the session has expired.
    shop.backend.setNow(FIXTURE_NOW);
    expect((await shop.anna.get('/admin/')).document.querySelector('.tasks')?.textContent).toContain(
      'could not be published',
    );
    const version = findLastVersionPath(await shop.anna.get('/admin/texts/plans'));
    expect(readFaultText(await shop.anna.get(version))).toContain('zq-weg');
    await shop.anna.submit(version, 'text.withdraw');
    expect((await shop.anna.get('/admin/')).html).not.toContain('could not be published');
  });
});

describe('a preview', () => {
  it('is linked next to every text, on the host of the shop and at the planned moment', async () => {
    const path = '/admin/texts/article/autumn-change/de';
    await shop.anna.submit(path, 'text.save', {
      title: 'Zq Herbst',
      publish: 'later',
      publishAt: LATER_LOCAL_TIME,
    });
    const page = await shop.anna.get(path);
    const form = page.document.querySelector('form[action$="preview.open"]');
    expect(form?.querySelector<HTMLInputElement>('[name=instant]')?.value).toBe(LATER_LOCAL_TIME);
    const answer = await shop.anna.submit(path, 'preview.open');
    const link = answer.document.querySelector('.notice a')?.getAttribute('href') ?? '';
    expect(new URL(link).pathname).toBe('/preview/');
    expect(new URL(link).hash.length).toBeGreaterThan(20);
    const refuse = async (asked: Record<string, string>) => {
      const refused = await shop.anna.submit('/admin/preview', 'preview.open', { place: '1/1/', ...asked });
      return [refused.status, readFaultText(refused)];
    };
    const pathRefusal = [409, expect.stringContaining('path of the site')];
    for (const wrong of ['//elsewhere.example/', '/\\elsewhere.example/', 'javascript:alert(1)']) {
      expect(await refuse({ path: wrong })).toEqual(pathRefusal);
    }
    const momentRefusal = [409, expect.stringContaining('from 1970 to 9000')];
    expect(await refuse({ instant: '9999-12-31T23:59:59Z' })).toEqual(momentRefusal);
    expect((await refuse({ place: '1/9999/' }))[0]).toBe(409);
  });
});

describe('a picture', () => {
  const alts = Object.fromEntries(
    ['nl', 'de', 'da', 'en', 'it', 'pt', 'es', 'sv', 'et'].map((code) => [`alt_${code}`, `Hay ${code} "<&`]),
  );
  const draw = async (options: { width: number; height: number }) => {
    const { default: sharp } = await import('sharp');
    return sharp({ create: { ...options, channels: 3, background: '#c80' } })
      .withExif({ IFD0: { Copyright: 'Zq secret place' } })
      .jpeg()
      .toBuffer();
  };
  const put = (key: string, bytes: Buffer, words: Readonly<Record<string, string>> = alts) =>
    shop.anna.submit(
      '/admin/pictures',
      'picture.add',
      { pictureKey: key, ...words },
      {
        files: { picture: [{ name: '../../x.jpg', bytes }] },
      },
    );

  it('is re-encoded, used in a text, purged in every language and served in its sizes', async () => {
    const answer = await put('hay-barn', await draw({ width: 2000, height: 1000 }));
    expect(answer.document.querySelector('code')?.textContent).toBe('![](picture:hay-barn)');
    const path = '/admin/texts/page/silo-supply/nl';
    const body = readField(await shop.anna.get(path), 'body');
    const saved = await shop.anna.submit(path, 'text.save', { body: `${body}\n\n![](picture:hay-barn)` });
    expect(readFaultText(saved)).toBe('');
    const { body: page } = await ask('/api/content/115');
    const block = page.blocks.at(-1);
    expect(block).toMatchObject({
      type: 'picture',
      picture: { width: 1472, height: 736, alt: 'Hay nl "<&' },
    });
    const served = await request(shop.backend.app).get(`/images/${block.picture.hash}/480.webp`).buffer(true);
    expect([served.status, served.headers['cache-control']]).toEqual([
      200,
      expect.stringContaining('immutable'),
    ]);
    expect(served.body.includes('Zq secret place')).toBe(false);
    const shown = await shop.pages.ask(`/admin/pictures/hay-barn/${block.picture.hash}.webp`, {
      headers: { cookie: shop.anna.cookie },
    });
    expect(shown.headers.get('content-type')).toBe('image/webp');

    await runEventsJob();
    const described = await shop.anna.submit('/admin/pictures/hay-barn', 'picture.describe', {
      alt_nl: 'Een hooischuur',
    });
    expect([described.status, readFaultText(described)]).toEqual([200, '']);
    expect(await runEventsJob()).toEqual(['content-115']);
    expect((await ask('/api/content/115')).body.blocks.at(-1).picture.alt).toBe('Een hooischuur');
    const used = await shop.anna.submit('/admin/pictures/hay-barn', 'picture.remove', { _consent: 'true' });
    expect([used.status, readFaultText(used)]).toEqual([409, expect.stringContaining('silo-supply')]);
  });

  it.each([
    ['no picture', async () => Buffer.from('<svg onload="alert(1)"/>'), 'JPEG'],
    [
      'a picture that breaks off',
      async () => (await draw({ width: 300, height: 300 })).subarray(0, 400),
      'damaged or incomplete',
    ],
    ['nothing', async () => Buffer.alloc(0), 'damaged'],
  ])('is refused if it is %s', async (_what, make, words) => {
    const answer = await put('odd', await make());
    expect([answer.status, readFaultText(answer)]).toEqual([409, expect.stringContaining(words)]);
  });

  it('cannot be removed while a waiting text uses it, and a text cannot be published without it', async () => {
    const bytes = await draw({ width: 40, height: 40 });
    await put('bucket', bytes);
    const path = '/admin/texts/article/feeding-basics/nl';
    await shop.anna.submit(path, 'text.save', {
      body: 'Zq\n\n![](picture:bucket)',
      publish: 'draft',
      mayLose: 'true',
    });
    const draft = findLastVersionPath(await shop.anna.get(path));
    const used = await shop.anna.submit('/admin/pictures/bucket', 'picture.remove', { _consent: 'true' });
    expect([used.status, readFaultText(used)]).toEqual([409, expect.stringContaining('not published yet')]);
    await shop.anna.submit(draft, 'text.publish');
    const published = findLastVersionPath(await shop.anna.get(path));
    await shop.anna.submit(
      published,
      'text.restore',
      {},
      { pick: (form) => form.querySelector<HTMLInputElement>('[name=to]')?.value === 'before' },
    );
    expect(
      (await shop.anna.submit('/admin/pictures/bucket', 'picture.remove', { _consent: 'true' })).status,
    ).toBe(200);
    const back = await shop.anna.submit(
      published,
      'text.restore',
      {},
      { pick: (form) => form.querySelector<HTMLInputElement>('[name=to]')?.value === 'after' },
    );
    expect([back.status, readFaultText(back)]).toEqual([409, expect.stringContaining('bucket')]);
  });

  it('is refused without a file, with an existing or missing key, and without its descriptions', async () => {
    const bytes = await draw({ width: 40, height: 40 });
    expect(readFaultText(await put('hay-barn', bytes))).toContain('hay-barn');
    expect((await put('Hay Barn', bytes)).status).toBe(422);
    expect((await put('new', bytes, { ...alts, alt_et: '' })).status).toBe(422);
    const without = await shop.anna.submit('/admin/pictures', 'picture.add', { pictureKey: 'new', ...alts });
    expect(readFaultText(without)).toContain('Choose a file');
    const two = [
      { name: 'a.png', bytes },
      { name: 'b.png', bytes },
    ];
    const words = { pictureKey: 'new', ...alts };
    const both = await shop.anna.submit('/admin/pictures', 'picture.add', words, {
      files: { picture: two },
    });
    expect([both.status, readFaultText(both)]).toEqual([422, expect.stringContaining('only one value')]);
  });

  it('is described by one staff member at a time, and removed if no text uses it', async () => {
    await put('bowl', await draw({ width: 40, height: 40 }));
    const path = '/admin/pictures/bowl';
    const stamp =
      (await bert.get(path)).document.querySelector<HTMLInputElement>('[name=expected]')?.value ?? '';
    await shop.anna.submit(path, 'picture.describe', { alt_en: 'A bowl' });
    const late = await bert.submit(path, 'picture.describe', { expected: stamp, alt_en: 'A dish' });
    expect([late.status, readFaultText(late)]).toEqual([409, expect.stringContaining('in the meantime')]);
    const gone = await shop.anna.submit(path, 'picture.remove', { _consent: 'true' });
    expect(gone.document.querySelector('h1')?.textContent).toBe('Pictures');
    expect((await shop.anna.get(path)).status).toBe(404);
  });
});
