import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { createCategory, createSearchAnswer } from '../../../test/fixtures/products.ts';
import { CategoryPage } from './CategoryPage.tsx';

afterEach(cleanup);

describe('CategoryPage', () => {
  it('shows breadcrumbs and description, and links to subcategories and products', () => {
    const category = createCategory({
      breadcrumbs: [
        { title: 'All', url: '/all/' },
        { title: 'Horse feed', url: '/horse-feed/' },
      ],
    });
    render(<CategoryPage data={{ kind: 'category', search: createSearchAnswer({ category }) }} />, {
      wrapper: createShopWrapper({ path: '/horse-feed/' }),
    });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Horse feed');
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/all/']);
    expect(screen.getByRole('link', { name: 'Pellets 10' }).getAttribute('href')).toBe(
      '/horse-feed/pellets/',
    );
    expect(screen.getByRole('heading', { level: 2, name: 'Terno Sport Pellets' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toMatch(/^1 product,/);
  });
});
