import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { LOCALES } from '../../shared/i18n/locales.ts';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { prepareAdminShop } from '../fixtures/admin-shop.ts';
import type { AdminResponse } from '../fixtures/back-office-fixture.ts';
import { FIXTURE_NOW } from '../fixtures/backend-fixture.ts';
import { createPreviewCookie } from '../fixtures/previews.ts';

const NEW_ARTICLE_PATH = '/admin/texts/new-article';
const PUBLICATION_DAY = '2026-11-10';
/** Midnight in Amsterdam: publication days begin in the time zone of the shop. */
const PUBLICATION_DAY_START = new Date('2026-11-09T23:00:00Z');
const article = {
  articleKey: 'frost-and-water',
  articleKind: 'news',
  publishedOn: PUBLICATION_DAY,
  author: 'Maartje Haverkamp',
  relatedProducts: 'terno-basis\nvira-core',
  title: 'Water bij vorst',
  slug: 'water-bij-vorst',
  summary: 'Een paard drinkt ook bij vorst.',
  body: '## Lauw water\n\nLees [hoe je ons bereikt](/contact/), en **bel** ons.',
};

const shop = prepareAdminShop();

const readFaultText = ({ document }: AdminResponse): string =>
  [...document.querySelectorAll('.fault')].map(({ textContent }) => textContent).join(' ');

/** Returns the titles of the news for a visitor, or for a preview at a moment. */
async function listNewsTitles(
  scope: { siteId: number; languageId: number },
  preview?: Date,
): Promise<string[]> {
  const { body } = await request(shop.backend.app)
    .get('/api/media')
    .set({
      siteid: String(scope.siteId),
      languageid: String(scope.languageId),
      ...(preview && { cookie: createPreviewCookie(scope, preview) }),
    })
    .expect(200);
  return body.map(({ title }: { title: string }) => title);
}

const DUTCH_SCOPE = { siteId: 1, languageId: 1 };
const ENGLISH_SCOPE = { siteId: 1, languageId: 4 };

describe('a new article', () => {
  it.each([
    [{ articleKey: 'feeding-basics' }, 'already'],
    [{ articleKey: 'Frost' }, 'not valid'],
    [{ publishedOn: '2026-11-05' }, 'tomorrow'],
    [{ publishedOn: '2026-11-31' }, ''],
    [{ articleKind: 'advice', slug: 'bezorging' }, 'bezorging'],
    [{ articleKind: 'advice', slug: 'admin' }, 'admin'],
    [{ title: '<b>Water</b>' }, 'HTML'],
    [{ body: '[x](javascript:alert(1))' }, 'javascript:'],
    [{ body: '[x](/nergens/)' }, '/nergens/'],
    [{ body: '![](picture:nothing)' }, 'nothing'],
    [{ body: '{unheard}' }, '{unheard}'],
    [{ relatedProducts: 'no-such-product' }, 'no-such-product'],
    [{ articleKind: 'news', category: 'advice-ration' }, ''],
  ])('is refused with %j, and no data is written', async (odd, words) => {
    const answer = await shop.anna.submit(NEW_ARTICLE_PATH, 'article.add', { ...article, ...odd });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(readFaultText(answer)).toContain(words);
    expect(await listNewsTitles(DUTCH_SCOPE, PUBLICATION_DAY_START)).not.toContain('Water bij vorst');
  });

  it('is published on its first day in every language, and is visible in a preview of that day', async () => {
    const added = await shop.anna.submit(NEW_ARTICLE_PATH, 'article.add', article);
    expect([added.status, readFaultText(added)]).toEqual([200, '']);
    expect(added.document.querySelector('.notice')?.textContent).toContain('10/11/2026');
    for (const scope of [DUTCH_SCOPE, ENGLISH_SCOPE]) {
      expect(await listNewsTitles(scope)).not.toContain('Water bij vorst');
      expect(await listNewsTitles(scope, new Date(PUBLICATION_DAY_START.getTime() - 1))).not.toContain(
        'Water bij vorst',
      );
      expect(await listNewsTitles(scope, PUBLICATION_DAY_START)).toContain('Water bij vorst');
    }
    const list = await shop.anna.get('/admin/texts?kind=article&text=frost-and-water');
    // Every language but the first is marked as not translated yet.
    expect(list.document.querySelectorAll('.languages .older')).toHaveLength(LOCALES.length - 1);
  });

  it('is translated on its page, with links of that language, and is published on its day', async () => {
    const path = '/admin/texts/article/frost-and-water/en';
    const copy = (await shop.anna.get(path)).document.querySelector<HTMLTextAreaElement>(
      '[name=body]',
    )?.value;
    expect(copy).toBe('## Lauw water\n\nLees hoe je ons bereikt, en **bel** ons.');
    const written = {
      title: 'Water in frost',
      slug: 'water-in-frost',
      summary: 'A horse drinks in frost, too.',
      body: 'Read [how to reach us](/contact/).',
    };
    expect(readFaultText(await shop.anna.submit(path, 'text.save', written))).toBe('');
    shop.backend.setNow(PUBLICATION_DAY_START);
    expect(await listNewsTitles(ENGLISH_SCOPE)).toContain('Water in frost');
    expect(await listNewsTitles(DUTCH_SCOPE)).toContain('Water bij vorst');
    shop.backend.setNow(FIXTURE_NOW);
  });

  it('is removed in all languages with its planned versions, and can be added again', async () => {
    const path = '/admin/texts/article/frost-and-water/nl';
    const later = { title: 'Water bij strenge vorst', publish: 'later', publishAt: '2026-11-12T08:00' };
    await shop.anna.submit(path, 'text.save', later);
    const about = '/admin/texts/page/about/nl';
    const body = (await shop.anna.get(about)).document.querySelector<HTMLTextAreaElement>(
      '[name=body]',
    )?.value;
    const link = '[Vorst](/media/15/water-bij-vorst/)';
    expect(readFaultText(await shop.anna.submit(about, 'text.save', { body: `${body}\n\n${link}` }))).toBe(
      '',
    );
    const kept = await shop.anna.submit(path, 'article.remove', { _consent: 'true' });
    expect([kept.status, readFaultText(kept)]).toEqual([409, expect.stringContaining('water-bij-vorst')]);
    expect(readFaultText(await shop.anna.submit(about, 'text.save', { body: String(body) }))).toBe('');
    const gone = await shop.anna.submit(path, 'article.remove', { _consent: 'true' });
    expect([gone.status, readFaultText(gone)]).toEqual([200, '']);
    expect((await shop.anna.get(path)).status).toBe(404);
    expect((await shop.anna.get('/admin/texts/plans')).html).not.toContain('frost-and-water');
    for (const scope of [DUTCH_SCOPE, ENGLISH_SCOPE]) {
      expect(
        (await listNewsTitles(scope, PUBLICATION_DAY_START)).filter((title) => title.startsWith('Water')),
      ).toEqual([]);
    }
    const again = await shop.anna.submit(NEW_ARTICLE_PATH, 'article.add', article);
    expect([again.status, readFaultText(again)]).toEqual([200, '']);
    expect(await listNewsTitles(DUTCH_SCOPE, new Date(PUBLICATION_DAY_START.getTime() + HOUR_MS))).toContain(
      'Water bij vorst',
    );
  });

  it('cannot be removed while other content refers to it; categories and question topics can never be removed', async () => {
    const answer = await shop.anna.submit('/admin/texts/article/senior-horse/nl', 'article.remove', {
      _consent: 'true',
    });
    expect([answer.status, readFaultText(answer)]).toEqual([409, expect.stringContaining('senior-horse')]);
    for (const key of ['advice-ration', 'blog']) {
      const page = await shop.anna.get(`/admin/texts/article/${key}/nl`);
      expect([key, page.html.includes('article.remove')]).toEqual([key, false]);
    }
  });
});
