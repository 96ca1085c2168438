import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ContentPage } from '../../../shared/contract/content.ts';
import type { ProductSummary } from '../../../shared/contract/products.ts';
import { createContent, createShopWrapper, createSummary } from '../../../test/fixtures/client-shop.tsx';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import { ArticlePage } from './ArticlePage.tsx';

afterEach(cleanup);

function renderArticle(
  changes: Partial<ContentPage>,
  { path = '/an-article/', products = null }: { path?: string; products?: ProductSummary[] | null } = {},
) {
  const content = createContent({ url: '/an-article/', ...changes });
  return render(<ArticlePage data={{ kind: 'article', content, products }} />, {
    wrapper: createShopWrapper({ path }),
  });
}

describe('ArticlePage', () => {
  it.each([
    ['advice', 'Advice'],
    ['blog', 'Blog'],
    ['news', 'News'],
    ['partner', 'Partner'],
  ] as const)('shows type, author and date of %s', (kind, word) => {
    const { container } = renderArticle({
      kind,
      title: 'How to build a ration',
      summary: 'Start with forage.',
      author: 'Maartje Haverkamp',
      publishedOn: '2026-02-10',
    });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('How to build a ration');
    expect(screen.getByText('Start with forage.')).toBeTruthy();
    expect(container.querySelector('time')?.dateTime).toBe('2026-02-10');
    expect(container.querySelector('time')?.parentElement?.textContent).toBe(
      `${word}, Maartje Haverkamp, 10 February 2026`,
    );
  });

  it.each([
    ['2026-02-10', '2026-11-20', 'Advice, 10 February 2026, updated 20 November 2026'],
    ['2026-02-10', '2026-02-10', 'Advice, 10 February 2026'],
    ['2026-02-10', null, 'Advice, 10 February 2026'],
    [null, '2026-11-20', 'Advice, updated 20 November 2026'],
    [null, null, 'Advice'],
  ])('shows the publication date %s and the modification date %s', (publishedOn, modifiedOn, line) => {
    renderArticle({ kind: 'advice', publishedOn, modifiedOn });
    expect(
      screen.getByText((_text, element) => element?.tagName === 'P' && element.textContent === line),
    ).toBeTruthy();
  });

  it.each(['news', 'blog', 'advice'] as const)('links from %s back to all news and stories', (kind) => {
    renderArticle({ kind });
    expect(screen.getByRole('link', { name: 'News and stories' }).getAttribute('href')).toBe('/media/');
  });

  it('links to related articles', () => {
    renderArticle({
      kind: 'blog',
      relatedContent: [createSummary({ title: 'Sweat and salts', url: '/sweat-and-salts/' })],
    });
    const related = within(screen.getByRole('region', { name: 'Keep reading' }));
    expect(related.getByRole('link', { name: 'Sweat and salts' }).getAttribute('href')).toBe(
      '/sweat-and-salts/',
    );
  });

  it('shows the products of the article', () => {
    const products = [createProductSummary({ title: 'Terno Basis Pellets', url: '/terno-basis-pellets/' })];
    renderArticle({ kind: 'advice' }, { products });
    const aside = within(screen.getByRole('complementary', { name: 'Products in this article' }));
    expect(aside.getByRole('link', { name: 'Terno Basis Pellets' }).getAttribute('href')).toBe(
      '/terno-basis-pellets/',
    );
  });

  it.each([
    ['could not be loaded', null],
    ['do not exist', []],
  ])('shows no products if they %s', (_why, products) => {
    renderArticle({ kind: 'advice' }, { products });
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('shows no related articles if there are none', () => {
    renderArticle({ kind: 'blog' });
    expect(screen.queryByRole('region')).toBeNull();
  });
});
