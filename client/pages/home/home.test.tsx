import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { RouteAnswer } from '../../../shared/contract/routing.ts';
import {
  createContent,
  createLoadContext,
  createScope,
  createShopWrapper,
  createSummary,
} from '../../../test/fixtures/client-shop.tsx';
import { createProductSummary, createSearchAnswer } from '../../../test/fixtures/products.ts';
import type { ShopChoice } from '../../store/app-store.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import { HomePage } from './HomePage.tsx';
import { loadHome } from './load-home.ts';

afterEach(cleanup);

const route: Extract<RouteAnswer, { kind: 'contentPage' }> = {
  kind: 'contentPage',
  contentPageId: 101,
  siteId: 1,
  languageId: 4,
  title: 'Home',
  alternates: [],
};
const content = createContent({
  contentPageId: 101,
  title: 'Horse feed',
  metaDescription: 'All about feed.',
});
const createStory = (contentPageId: number, publishedOn: string | null) =>
  createSummary({ contentPageId, publishedOn, title: `Story ${contentPageId}` });

describe('loadHome', () => {
  it('returns four bestsellers and the four newest stories of all types', async () => {
    const items = [1, 2, 3, 4, 5].map((productId) => createProductSummary({ productId }));
    const { context } = createLoadContext({
      '/api/content/101': content,
      '/api/products/search': createSearchAnswer({ items }),
      '/api/media': [createStory(9, '2026-06-01')],
      '/api/advice': [createStory(1, '2026-01-10'), createStory(2, '2026-07-10'), createStory(3, null)],
      '/api/blog': [createStory(4, '2026-03-03')],
    });
    const result = await loadHome(context, route);
    expect(result).toMatchObject({
      status: 200,
      head: { title: 'Horse feed', description: 'All about feed.', canonicalPath: '/', isIndexable: true },
      data: { kind: 'home', content, bestsellers: items.slice(0, 4).map(toListedProduct) },
    });
    const stories = 'data' in result && result.data.kind === 'home' ? result.data.stories : [];
    expect(stories.map(({ contentPageId }) => contentPageId)).toEqual([2, 9, 4, 1]);
  });

  it('returns the page without products and stories if they cannot be loaded', async () => {
    const { context } = createLoadContext({ '/api/content/101': content, '/api/media': 500 });
    expect(await loadHome(context, route)).toMatchObject({
      status: 200,
      data: { bestsellers: [], stories: [] },
    });
  });

  it('rejects if the page itself cannot be loaded', async () => {
    const { context } = createLoadContext({ '/api/content/101': 503 });
    await expect(loadHome(context, route)).rejects.toMatchObject({ status: 503 });
  });

  it('requests only news on the corporate site', async () => {
    const scope = createScope({ site: { type: 2 } });
    const { context, asked } = createLoadContext(
      { '/api/content/101': content, '/api/media': [] },
      { scope },
    );
    await loadHome(context, route);
    expect(asked.toSorted()).toEqual(['/api/content/101', '/api/media']);
  });
});

const createNavigationItem = (key: string, title: string) => ({
  key,
  link: { title, route: `/${key}/`, target: null },
  scene: null,
  children: [],
});
const navigation = {
  navigationId: 11,
  items: [
    createNavigationItem('feed', 'Horse feed'),
    createNavigationItem('breeding', 'Breeding'),
    createNavigationItem('tests', 'Roughage tests'),
  ],
};

function renderHome(scope: ReturnType<typeof createScope>, stories = [createStory(1, null)]) {
  render(
    <HomePage
      data={{ kind: 'home', content, bestsellers: [createProductSummary()], stories, adviceWeightKg: 600 }}
    />,
    {
      wrapper: createShopWrapper({ scope }),
    },
  );
}

describe('HomePage', () => {
  it('links to the calculator, tests, categories, products and stories', () => {
    renderHome(createScope({ navigation }));
    expect(screen.getByRole('link', { name: 'Choose a feed' }).getAttribute('href')).toBe('/feed/');
    expect(screen.getByRole('link', { name: 'Test your roughage' }).getAttribute('href')).toBe('/tests/');
    const doors = within(screen.getByRole('region', { name: 'Which horse are you feeding?' }));
    expect(doors.getAllByRole('link').map((door) => door.textContent)).toEqual([
      'Breeding',
      'Horse feed',
      'Roughage tests',
    ]);
    expect(screen.getByRole('heading', { level: 3, name: 'Terno Sport Pellets' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 3, name: 'Story 1' })).toBeTruthy();
    expect(screen.getByText('One paragraph.')).toBeTruthy();
  });

  it('prefers categories by type of horse to departments, with at most six tiles and each scene once', () => {
    const keys = ['feed', 'fibre', 'tests', 'sugar-sensitive', 'breeding', 'for-seniors', 'for-ponies'];
    const items = [...keys, 'for-sport', 'for-good-doers'].map((key) => createNavigationItem(key, key));
    renderHome(createScope({ navigation: { ...navigation, items } }));
    const doors = within(screen.getByRole('region', { name: 'Which horse are you feeding?' }));
    expect(doors.getAllByRole('link').map((door) => door.getAttribute('href'))).toEqual([
      '/for-ponies/',
      '/for-sport/',
      '/for-good-doers/',
      '/for-seniors/',
      '/sugar-sensitive/',
      '/breeding/',
    ]);
  });

  it('shows no roughage tests on a site that does not sell them', () => {
    const items = navigation.items.filter(({ key }) => key !== 'tests');
    renderHome(createScope({ site: { enableRqs: false }, navigation: { ...navigation, items } }));
    expect(screen.queryByText(/Test your roughage/)).toBeNull();
    expect(
      screen.queryByRole('heading', { name: 'Know what is in the hay before you add to it' }),
    ).toBeNull();
  });

  it('lists the shops with key figures and no products on the corporate site', () => {
    const shop = (
      siteId: number,
      type: 0 | 1 | 2,
      brand: string,
      countryName: string,
      code: 'nl' | 'de' | 'en',
    ): ShopChoice => ({
      siteId,
      type,
      brand,
      countryName,
      regionCode: 'NL',
      fallbackLanguageId: siteId,
      languages: [99, siteId].map((languageId) => ({
        languageId,
        code,
        name: code,
        culture: `${code}-NL`,
        origin: `http://shop${languageId}.localhost`,
      })),
    });
    const shops = [
      shop(1, 0, 'Havero', 'Nederland', 'nl'),
      shop(2, 0, 'Havero', 'België', 'nl'),
      shop(3, 1, 'Hafero', 'Deutschland', 'de'),
      shop(4, 2, 'Havero Group', 'Corporate', 'en'),
    ];
    renderHome(createScope({ site: { type: 2 }, shops }));
    const list = within(screen.getByRole('region', { name: 'Our shops' }));
    expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['NederlandHavero', 'http://shop1.localhost/'],
      ['BelgiëHavero', 'http://shop2.localhost/'],
      ['DeutschlandHafero', 'http://shop3.localhost/'],
    ]);
    const figures = within(screen.getByRole('region', { name: 'The group in figures' }));
    expect(figures.getAllByRole('definition').map((figure) => figure.textContent)).toEqual(['3', '2', '2']);
    expect(screen.queryByText('Terno Sport Pellets')).toBeNull();
  });
});
