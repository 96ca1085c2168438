import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import request from 'supertest';
import { contentPageTranslation } from '../../../server/backend/schema/schema.ts';
import { createCaptionFile } from '../../../server/web/crawlers/video-captions.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { hostileText } from '../../fixtures/hostile-texts.ts';
import { startShopWeb } from '../../fixtures/shop-web.ts';
import type { TestWeb } from '../../fixtures/test-web.ts';
import { findHtmlFaults, readCanonical, readTags } from '../../html/read-html.ts';
import { findStructuredDataFaults, readStructuredData } from '../../html/structured-data.ts';

/** A host of each language, with its siteId and languageId. */
const testedHosts = [
  ['havero-nl.localhost', 1, 1],
  ['hafero-de.localhost', 10, 2],
  ['havero-dk.localhost', 3, 3],
  ['en.havero-nl.localhost', 1, 4],
  ['havero-it.localhost', 5, 5],
  ['havero-pt.localhost', 6, 6],
  ['havero-es.localhost', 7, 7],
  ['havero-se.localhost', 8, 8],
  ['havero-ee.localhost', 9, 9],
] as const;
const englishHost = 'en.havero-nl.localhost';

let backend: BackendFixture;
let web: TestWeb;

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(backend.app, {});
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

const get = (to: string, host: string = englishHost) => request(web.server).get(to).set({ host });

async function fetchContentPath(contentPageId: number, site: number, language: number): Promise<string> {
  const { body } = await request(backend.app)
    .get(`/api/content/${contentPageId}`)
    .set({ siteid: String(site), languageid: String(language) })
    .expect(200);
  return body.url;
}

describe('pages of each route kind', () => {
  const kinds = [
    ['an advice category', 401, 'CollectionPage'],
    ['the blog overview', 404, 'Blog'],
    ['a blog category', 406, 'CollectionPage'],
    ['a film', 408, 'VideoObject'],
    ['questions and answers', 12, 'FAQPage'],
    ['a partner', 14, 'Article'],
    ['the page of jobs', 109, 'JobPosting'],
  ] as const;
  const cases = kinds.flatMap(([what, id, type]) =>
    testedHosts.map(([host, site, language]) => [what, host, id, type, site, language] as const),
  );

  it.each(cases)('%s on %s', async (_what, host, id, type, site, language) => {
    const url = await fetchContentPath(id, site, language);
    const { text, headers } = await get(url, host).expect(200);
    expect(findHtmlFaults(text)).toEqual([]);
    // The addresses of built assets are unknown here; the crawl checks the real ones.
    const faults = findStructuredDataFaults(text).filter((fault) => !/\/(thumbnail|content)Url:/.test(fault));
    expect(faults).toEqual([]);
    expect(readStructuredData(text).map((thing) => thing['@type'])).toContain(type);
    expect(new URL(readCanonical(text) ?? '').pathname).toBe(url);
    const alternates = readTags(text).filter(
      ({ name, attributes }) => name === 'link' && attributes.hreflang !== undefined,
    );
    expect(alternates.length).toBeGreaterThanOrEqual(9);
    expect(/<title[^>]*>([^<]+)<\/title>/.exec(text)?.[1]).toMatch(/\S – H/);
    expect(headers['surrogate-key']).toContain(`content-${id}`);
    expect(headers['set-cookie']).toBeUndefined();
    // Only pages of films allow media.
    expect(headers['content-security-policy']?.includes("media-src 'self'")).toBe(id === 408);
  });

  it('link from an article to its category', async () => {
    const { text } = await get('/sweat-salts-and-recovery/').expect(200);
    const links = readTags(text).flatMap(({ name, attributes }) => (name === 'a' ? [attributes.href] : []));
    expect(links).toEqual(expect.arrayContaining(['/blog/', '/blog-sport-and-training/']));
  });

  it('show an advice category with the products of its theme', async () => {
    const { text, headers } = await get('/advice-building-a-ration/').expect(200);
    expect(text).toContain('Products for this topic');
    expect(headers['surrogate-key']).toMatch(/content-1 .*product-\d+/);
  });

  it('embed a clip with captions from the shop itself, and preload none of it', async () => {
    const { text } = await get('/what-does-a-scoop-weigh/').expect(200);
    // The moment of its publication.
    expect(readStructuredData(text)).toContainEqual(
      expect.objectContaining({ '@type': 'VideoObject', uploadDate: '2026-07-20T22:00:00Z' }),
    );
    const tags = readTags(text);
    const video = tags.find(({ name }) => name === 'video')?.attributes;
    expect(video).toMatchObject({ preload: 'none', controls: '' });
    expect(video?.poster).toMatch(/weigh-a-scoop.*\.webp$/);
    const films = tags.flatMap(({ attributes }) =>
      attributes.type?.startsWith('video/') ? [attributes.type] : [],
    );
    expect(films).toEqual(['video/webm', 'video/mp4']);
    const track = tags.find(({ name }) => name === 'track')?.attributes;
    expect(track).toMatchObject({ kind: 'captions', srclang: 'en', src: '/media/408/captions.vtt' });
    // A track that is shown by default would be loaded at once.
    expect(track).not.toHaveProperty('default');
  });
});

describe('the list of news and stories', () => {
  it.each(['news', 'blog', 'advice', 'video', 'partner'])('of the type %s has its own page', async (kind) => {
    const { text } = await get(`/media/?kind=${kind}`).expect(200);
    expect(readCanonical(text)).toBe(`http://${englishHost}:3000/media/?kind=${kind}`);
    expect(findStructuredDataFaults(text)).toEqual([]);
    expect(text).not.toContain('content="noindex"');
  });

  it('has one canonical address for all page sizes', async () => {
    const { text } = await get('/media/?ps=48').expect(200);
    expect(readCanonical(text)).toBe(`http://${englishHost}:3000/media/`);
  });

  it.each([
    '?kind=',
    '?kind=x',
    '?kind=News',
    '?p=0',
    '?p=2',
    '?p=01',
    '?p=x',
    '?p=99999',
    '?ps=7',
    '?ps=12',
    '?kind=news&p=2',
    `?kind=${encodeURIComponent('"><script>')}`,
  ])('has no page %s', async (query) => {
    const { text } = await get(`/media/${query}`).expect(404);
    expect(text).not.toContain('"><script>');
  });

  it('has news only on the corporate site', async () => {
    const { text } = await get('/media/', 'havero-corporate.localhost').expect(200);
    expect(text).not.toContain('?kind=');
    await get('/media/?kind=blog', 'havero-corporate.localhost').expect(404);
  });
});

describe('the meta description of the list', () => {
  it('is different for each type, in every language', async () => {
    for (const [host] of testedHosts) {
      const found: (string | undefined)[] = [];
      for (const kind of ['', '?kind=news', '?kind=advice', '?kind=blog', '?kind=partner', '?kind=video']) {
        const { text } = await get(`/media/${kind}`, host).expect(200);
        found.push(/<meta[^>]* name="description"[^>]* content="([^"]+)"/.exec(text)?.[1]);
      }
      expect([host, found.includes(undefined), new Set(found).size]).toEqual([host, false, 6]);
      expect(found.filter((description) => (description?.length ?? 0) > 160)).toEqual([]);
    }
  });
});

describe('an unknown address', () => {
  it.each([
    ['havero-corporate.localhost', /search|categor/i],
    ['nl.havero-corporate.localhost', /zoekveld|zoek in|categorie/i],
    ['de.havero-corporate.localhost', /suchfeld|suchen sie im|kategorie/i],
  ])(
    'is reported on %s without mentioning search or categories, which the site does not have',
    async (host, words) => {
      const { text } = await get('/no-such-page/', host).expect(404);
      const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(text) ?? [];
      expect(main.replace(/<[^>]*>/g, ' ')).not.toMatch(words);
      expect(/<meta[^>]* name="description"[^>]*>/.exec(text)?.[0] ?? '').not.toMatch(words);
    },
  );

  it('is reported by shops with links to search and categories', async () => {
    const { text } = await get('/no-such-page/', 'havero-nl.localhost').expect(404);
    const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(text) ?? [];
    expect(main).toContain('role="search"');
    expect(main).toContain('href="/paardenvoer/"');
  });
});

describe('the Atom feed', () => {
  it.each(testedHosts)('is in the language of %s', async (host, site, language) => {
    const { text, headers } = await get('/media/feed.xml', host).expect(200);
    expect(headers['content-type']).toBe('application/atom+xml');
    expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    expect(headers['set-cookie']).toBeUndefined();
    const links = [...text.matchAll(/<entry>.*?<link href="([^"]+)"\/>/g)].map(([, url]) => url);
    expect(links).toContain(`http://${host}:3000${await fetchContentPath(9, site, language)}`);
    const ids = [...text.matchAll(/<entry>.*?<id>([^<]+)<\/id>/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(10);
    const days = [...text.matchAll(/<published>([^<]+)</g)].map(([, day]) => day);
    expect(days).toEqual([...days].sort().reverse());
  });

  it('is linked by the pages with its content, and by no other', async () => {
    const feed = 'type="application/atom+xml"';
    for (const url of ['/media/', '/blog/', '/how-to-build-a-ration/']) {
      const { text } = await get(url).expect(200);
      expect(text.split('</head>')[0]).toContain(feed);
    }
    expect((await get('/delivery/').expect(200)).text.split('</head>')[0]).not.toContain(feed);
  });

  it('escapes hostile text in a title', async () => {
    const ofNews = and(eq(contentPageTranslation.contentPageId, 9), eq(contentPageTranslation.languageId, 4));
    const [stored] = await backend.database.select().from(contentPageTranslation).where(ofNews);
    const setTitle = (title: string) =>
      backend.database.update(contentPageTranslation).set({ title }).where(ofNews);
    // Neither the database nor an import accepts NUL.
    await setTitle(`${hostileText.replaceAll('\0', '')} ]]></title><evil/>`);
    const { text } = await get('/media/feed.xml', 'en.havero-dk.localhost').expect(200);
    expect(text).not.toMatch(/<(evil|script|img|svg)\b/i);
    expect(text).toContain('&lt;evil/&gt;');
    await setTitle(stored!.title);
  });
});

describe('captions', () => {
  it.each(testedHosts)('are in the language of %s', async (host, site, language) => {
    const { text, headers } = await get('/media/408/captions.vtt', host).expect(200);
    expect(headers['content-type']).toBe('text/vtt; charset=utf-8');
    const { body } = await request(backend.app)
      .get('/api/content/408')
      .set({ siteid: String(site), languageid: String(language) });
    for (const caption of body.clip.captions) expect(text).toContain(caption.text.replaceAll("'", '&#39;'));
    expect(text.split('-->')).toHaveLength(body.clip.captions.length + 1);
  });

  it.each(['/media/1/captions.vtt', '/media/9999/captions.vtt', '/media/0/captions.vtt'])(
    'do not exist at %s',
    async (url) => {
      await get(url).expect(404);
    },
  );

  it('escape hostile text', () => {
    const text = createCaptionFile([
      { from: 0, to: 3661.5, text: 'One\n\n00:00:00.000 --> 00:00:09.000\n<c.x>Two & more' },
    ]);
    expect(text).toBe(
      'WEBVTT\n\n00:00:00.000 --> 01:01:01.500\nOne 00:00:00.000 --&gt; 00:00:09.000 &lt;c.x&gt;Two &amp; more\n',
    );
  });
});

describe('the search in questions', () => {
  const faq = '/frequently-asked-questions-about-orders-and-returns/';

  it('shows matching questions with their number without script, and is not cached', async () => {
    const { text, headers } = await get(`${faq}?q=damaged`).expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(text).toMatch(/role="status">1 question found/);
    expect(text).toContain('noindex');
    expect(readCanonical(text)).toBe(`http://${englishHost}:3000${faq}`);
    expect(text).toContain('What if a bag is damaged?');
    // The serialised state after the page contains all questions for the search with script.
    const [shown = ''] = text.split('</main>');
    expect(shown).not.toContain('Can I collect it?');
  });

  it('finds questions of other topics as well', async () => {
    const { text } = await get(`${faq}?q=calculator`).expect(200);
    expect(text).toContain('href="/frequently-asked-questions-about-feed-advice/"');
    expect(text).toContain('How does the feed advice work?');
  });

  it('shows the contact details if there are no results', async () => {
    const { text } = await get(`${faq}?q=zzzz`).expect(200);
    expect(text).toMatch(/role="status">0 questions found/);
    expect(text).toContain('No questions match your search.');
  });

  it('is the ordinary page for all caches if there is no search text', async () => {
    const { headers } = await get(faq).expect(200);
    expect(headers['cache-control']).toMatch(/^public/);
  });

  it('escapes hostile text', async () => {
    const { text } = await get(`${faq}?q=${encodeURIComponent('"><script>alert(1)</script>')}`).expect(200);
    expect(text).not.toContain('<script>alert(1)');
  });
});
