import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import request from 'supertest';
import {
  removeVacancy,
  saveVacancy,
  type VacancyDraft,
} from '../../../server/backend/content/vacancies/service.ts';
import { queueItem, vacancy } from '../../../server/backend/schema/schema.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createPreviewCookie } from '../../fixtures/previews.ts';

let backend: BackendFixture;

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend.close());

interface SiteLanguage {
  readonly site: number;
  readonly language: number;
}

/** One site of each language, by languageId: nl, de, da, en, it, pt, es, sv, et. */
const [dutchScope, englishScope]: [SiteLanguage, SiteLanguage] = [
  { site: 1, language: 1 },
  { site: 1, language: 4 },
];
/** A site without roughage tests. */
const britishScope: SiteLanguage = { site: 4, language: 4 };
const corporateScope: SiteLanguage = { site: 12, language: 4 };

const createScopeHeaders = ({ site, language }: SiteLanguage) => ({
  siteid: String(site),
  languageid: String(language),
});
const get = (path: string, scope: SiteLanguage = englishScope, datetime?: string) =>
  request(backend.app)
    .get(path)
    .set({
      ...createScopeHeaders(scope),
      ...(datetime !== undefined && {
        datetime,
        cookie: createPreviewCookie({ siteId: scope.site, languageId: scope.language }, datetime),
      }),
    });
const resolve = (body: object, scope: SiteLanguage = englishScope) =>
  request(backend.app).post('/api/routing/geturl').set(createScopeHeaders(scope)).send(body);
const followUrl = (url: string, scope: SiteLanguage = englishScope) =>
  get('/api/routing/getbyurl', scope).query({ url: new URL(url).pathname + new URL(url).hash });

interface ContentSummary {
  readonly contentPageId: number;
  readonly kind: string;
}
const listContentPageIds = (items: readonly ContentSummary[]) =>
  items.map(({ contentPageId }) => contentPageId);

describe('route kinds', () => {
  const kinds = [
    ['adviceCategory', 401],
    ['adviceCategory', 402],
    ['adviceCategory', 403],
    ['blogOverview', 404],
    ['blogCategory', 405],
    ['blogCategory', 406],
    ['blogCategory', 407],
    ['adviceVideo', 408],
  ] as const;

  it.each(kinds)(
    'resolve %s %i in every language of every shop to its own address, and back',
    async (kind, id) => {
      const { url: first } = (await resolve({ kind, contentPageId: id }).expect(200)).body;
      const { body } = await followUrl(first).expect(200);
      expect(body).toMatchObject({ kind, contentPageId: id, siteId: 1, languageId: 4 });
      const languages = new Set<number>();
      for (const { siteId, languageId, url } of body.alternates) {
        const scope = { site: siteId, language: languageId };
        const { body: other } = await followUrl(url, scope).expect(200);
        expect(other).toMatchObject({ kind, contentPageId: id, siteId, languageId });
        expect(other.title).not.toBe('');
        const { body: page } = await get(`/api/content/${id}`, scope).expect(200);
        expect(page.url).toBe(new URL(url).pathname);
        expect(page.blocks.length).toBeGreaterThan(0);
        languages.add(languageId);
      }
      expect(languages.size).toBe(id === 403 ? new Set([1, 2, 3, 4]).size : 9);
    },
  );

  it('are in the sitemap among the articles', async () => {
    const { body } = await get('/api/routing/sitemap/articles/1').expect(200);
    const paths: string[] = body.map(({ path }: { path: string }) => path);
    for (const [kind, contentPageId] of kinds) {
      const { url } = (await resolve({ kind, contentPageId }).expect(200)).body;
      expect(paths).toContain(new URL(url).pathname);
    }
  });

  it('match their own pages only', async () => {
    await resolve({ kind: 'adviceCategory', contentPageId: 405 }).expect(404);
    await resolve({ kind: 'blogOverview', contentPageId: 401 }).expect(404);
    await resolve({ kind: 'adviceVideo', contentPageId: 1 }).expect(404);
    await resolve({ kind: 'adviceCategory' }).expect(400);
    await resolve({ kind: 'adviceCategory', contentPageId: 403 }, britishScope).expect(404);
    await resolve({ kind: 'adviceCategory', contentPageId: 401 }, corporateScope).expect(404);
  });
});

describe('calls by id and category', () => {
  it('list the advice of a category, including clips', async () => {
    const { body } = await get('/api/advice?categoryId=401').expect(200);
    expect(listContentPageIds(body)).toEqual([408, 1]);
    expect(listContentPageIds((await get('/api/advice?categoryId=402').expect(200)).body)).toEqual([5, 2]);
    expect(listContentPageIds((await get('/api/advice').expect(200)).body)).toEqual([408, 3, 5, 4, 2, 1]);
  });

  it('list the blog of a category', async () => {
    expect(listContentPageIds((await get('/api/blog?categoryId=406').expect(200)).body)).toEqual([7]);
    expect(listContentPageIds((await get('/api/blog').expect(200)).body)).toEqual([6, 7, 8]);
  });

  it.each([
    '/api/advice?categoryId=405',
    '/api/advice?categoryId=1',
    '/api/advice?categoryId=999',
    '/api/blog?categoryId=401',
    '/api/blog?categoryId=404',
    '/api/advice/6',
    '/api/advice/9',
    '/api/advice/102',
    '/api/blog/1',
    '/api/blog/401',
    '/api/faq/1',
    '/api/faq/999',
    '/api/partners/1',
  ])('return 404 for %s', async (path) => {
    expect((await get(path).expect(404)).body.code).toBe('not_found');
  });

  it('return 404 for a category that the site does not have', async () => {
    await get('/api/advice?categoryId=403', dutchScope).expect(200);
    await get('/api/advice?categoryId=403', britishScope).expect(404);
    await get('/api/advice/403', britishScope).expect(404);
    await get('/api/blog/404', corporateScope).expect(404);
    expect((await get('/api/blog', corporateScope).expect(200)).body).toEqual([]);
    expect((await get('/api/partners', corporateScope).expect(200)).body).toEqual([]);
  });

  it.each(['/api/advice?categoryId=x', '/api/blog?categoryId=0', '/api/advice/-1', '/api/faq/1.5'])(
    'refuse %s',
    async (path) => {
      await get(path).expect(400);
    },
  );

  it('return the parents of a content page, outermost first', async () => {
    const parents = async (id: number, scope = englishScope) =>
      listContentPageIds((await get(`/api/content/${id}`, scope).expect(200)).body.parents);
    expect(await parents(1)).toEqual([401]);
    expect(await parents(408)).toEqual([401]);
    expect(await parents(7)).toEqual([404, 406]);
    expect(await parents(406)).toEqual([404]);
    expect(await parents(404)).toEqual([]);
    expect(await parents(9)).toEqual([]);
  });

  it('list partners, and return each', async () => {
    const { body } = await get('/api/partners').expect(200);
    expect(listContentPageIds(body)).toEqual([14, 13]);
    expect((await get('/api/partners/13').expect(200)).body).toMatchObject({ kind: 'partner' });
    expect(listContentPageIds((await get('/api/partners', britishScope).expect(200)).body)).toEqual([14]);
  });

  it('return the captions of a clip in each language', async () => {
    const inDutch = (await get('/api/advice/408', dutchScope).expect(200)).body.clip;
    const inEnglish = (await get('/api/advice/408').expect(200)).body.clip;
    expect(inEnglish.name).toBe('weigh-a-scoop');
    expect(inEnglish.captions.length).toBe(inDutch.captions.length);
    expect(inEnglish.captions[0].text).not.toBe(inDutch.captions[0].text);
    expect((await get('/api/advice/1').expect(200)).body.clip).toBeNull();
  });
});

describe('questions and answers', () => {
  it('are topics with numbered questions', async () => {
    const { body } = await get('/api/faq/12').expect(200);
    expect(body.faqId).toBe(12);
    expect(body.items.map(({ faqItemId }: { faqItemId: number }) => faqItemId)).toEqual(
      body.items.map((_item: unknown, index: number) => index + 1),
    );
    expect(body.items.length).toBeGreaterThan(2);
  });

  it('have an address for each question, which resolves to it', async () => {
    const { body: faq } = await get('/api/faq/12').expect(200);
    for (const { faqItemId, anchor } of faq.items) {
      const { url } = (await resolve({ kind: 'faq', faqId: 12, faqItemId }).expect(200)).body;
      expect(new URL(url).hash).toBe(`#${anchor}`);
      expect((await followUrl(url).expect(200)).body).toMatchObject({
        kind: 'faq',
        contentPageId: 12,
        faqId: 12,
        faqItemId,
      });
    }
  });

  it('have no question after the last one, and none with an unknown anchor', async () => {
    await resolve({ kind: 'faq', faqId: 12, faqItemId: 999 }).expect(404);
    await resolve({ kind: 'faq', faqId: 12, faqItemId: 0 }).expect(400);
    const { url } = (await resolve({ kind: 'faq', contentPageId: 12 }).expect(200)).body;
    expect((await followUrl(url).expect(200)).body).toMatchObject({ faqId: 12, faqItemId: null });
    expect((await followUrl(`${url}#nothing`).expect(200)).body.faqItemId).toBeNull();
  });
});

describe('product lists', () => {
  it('return the parameters of their address', async () => {
    const parametersOf = async (question: object) => {
      const { url } = (await resolve({ kind: 'productSearch', ...question }).expect(200)).body;
      return (await followUrl(url).expect(200)).body.parameters;
    };
    const senior = { discriminator: 'multiSelect', facetKey: 'age-group', selectedKeys: ['senior'] };
    expect(await parametersOf({ landingpageId: 303 })).toEqual({ filters: [senior], sort: 'rating' });
    const pony = { discriminator: 'multiSelect', facetKey: 'horse-type', selectedKeys: ['pony'] };
    expect(await parametersOf({ landingpageId: 301 })).toEqual({ filters: [pony], sort: null });
    expect(await parametersOf({ categoryId: 11 })).toEqual({ filters: [], sort: null });
  });
});

describe('open positions', () => {
  const draft: VacancyDraft = {
    key: 'miller',
    countryId: 1,
    place: 'Apeldoorn',
    hoursFrom: 36,
    hoursTo: 36,
    publishedOn: '2026-11-01',
    openUntil: '2026-11-30',
    siteIds: [1],
    texts: new Map([[4, { title: 'Miller at {brand}', markdown: 'You **mill**.' }]]),
  };
  const now = new Date('2026-11-20T12:00:00Z');
  const save = (changes: Partial<VacancyDraft> = {}) =>
    backend.database.transaction('admin-operation', (transaction) =>
      saveVacancy(transaction, { ...draft, ...changes }, now),
    );
  const keysAt = async (datetime: string, scope = englishScope) =>
    (await get('/api/vacancies', scope, datetime).expect(200)).body.map(({ key }: { key: string }) => key);

  it('are those of the files, in every language', async () => {
    expect(await keysAt('2026-11-20T12:00:00Z')).toEqual(['warehouse-picker', 'feed-adviser']);
    expect(await keysAt('2027-07-01T00:00:00Z')).toEqual(['feed-adviser']);
    expect(await keysAt('2026-09-20T12:00:00Z')).toEqual([]);
    expect(await keysAt('2026-11-20T12:00:00Z', { site: 9, language: 9 })).toHaveLength(2);
  });

  it('are visible from their first day to their last, on their sites and in their languages', async () => {
    const vacancyId = await save();
    // In the time zone of the site: an hour ahead of UTC in winter.
    expect(await keysAt('2026-10-31T22:59:59Z')).not.toContain('miller');
    expect(await keysAt('2026-10-31T23:00:00Z')).toContain('miller');
    expect(await keysAt('2026-11-30T22:59:59Z')).toContain('miller');
    expect(await keysAt('2026-11-30T23:00:00Z')).not.toContain('miller');
    expect(await keysAt('2026-11-20T00:00:00Z', dutchScope)).not.toContain('miller');
    expect(await keysAt('2026-11-20T00:00:00Z', britishScope)).not.toContain('miller');
    const { body } = await get('/api/vacancies', englishScope, '2026-11-20T00:00:00Z').expect(200);
    expect(body.find(({ key }: { key: string }) => key === 'miller')).toMatchObject({
      title: 'Miller at Havero',
      regionCode: 'NL',
      blocks: [
        { type: 'paragraph', content: [{ text: 'You ' }, { text: 'mill', strong: true }, { text: '.' }] },
      ],
    });
    await backend.database.transaction('admin-operation', (transaction) =>
      removeVacancy(transaction, vacancyId, now),
    );
  });

  it('are changed by their key and removed, with a purge of the page that lists them', async () => {
    const purges = async () => {
      const items = await backend.database.select().from(queueItem).where(eq(queueItem.name, 'purge'));
      return items.filter(({ payload }) => JSON.stringify(payload).includes('"content-109"')).length;
    };
    const before = await purges();
    const vacancyId = await save();
    expect(await save({ place: 'Zutphen', siteIds: [] })).toBe(vacancyId);
    const [row] = await backend.database.select().from(vacancy).where(eq(vacancy.vacancyId, vacancyId));
    expect(row?.place).toBe('Zutphen');
    expect(await keysAt('2026-11-20T00:00:00Z')).not.toContain('miller');
    const remove = () =>
      backend.database.transaction('admin-operation', (transaction) =>
        removeVacancy(transaction, vacancyId, now),
      );
    expect([await remove(), await remove()]).toEqual([true, false]);
    expect(await purges()).toBe(before + 3);
  });
});
