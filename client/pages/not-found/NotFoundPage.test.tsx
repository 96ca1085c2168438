import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createContent, createScope, createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';

afterEach(cleanup);

describe('NotFoundPage', () => {
  it("shows a default text if the site's own text is not available", () => {
    render(<NotFoundPage data={{ kind: 'notFound', content: null }} />, { wrapper: createShopWrapper() });
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.getByText('The requested page could not be found or has moved.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: '+31 88 000 00 10' })).toBeTruthy();
  });

  it("shows the site's own title and text", () => {
    const content = createContent({
      title: 'Nothing here',
      blocks: [{ type: 'paragraph', content: [{ text: 'It may have moved.' }] }],
    });
    render(<NotFoundPage data={{ kind: 'notFound', content }} />, { wrapper: createShopWrapper() });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Nothing here');
    expect(screen.getByText('It may have moved.')).toBeTruthy();
  });

  it('has a search form that opens the search page of its language, with or without script', () => {
    const scope = createScope({
      language: { languageId: 1, code: 'nl', culture: 'nl-NL', localizedName: 'Nederlands', aliases: [] },
    });
    render(<NotFoundPage data={{ kind: 'notFound', content: null }} />, {
      wrapper: createShopWrapper({ scope }),
    });
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the shop' });
    expect(field.name).toBe('q');
    expect(field.form?.getAttribute('action')).toBe('/zoeken/');
    expect(field.form?.method).toBe('get');
    expect(within(field.form!).getByRole<HTMLButtonElement>('button', { name: 'Search' }).type).toBe(
      'submit',
    );
  });

  it('shows no search on the corporate site, which has none', () => {
    const scope = createScope({ site: { type: 2 } });
    render(<NotFoundPage data={{ kind: 'notFound', content: null }} />, {
      wrapper: createShopWrapper({ scope }),
    });
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('links to the main categories and the lists by type of horse', () => {
    const item = { key: 'feed', link: { title: 'Horse feed', route: '/horse-feed/', target: null } };
    const pony = { title: 'For ponies', route: '/pony-feed/', target: null };
    const scope = createScope({
      navigation: {
        navigationId: 11,
        items: [{ ...item, scene: null, children: [{ key: 'pony', group: 'horse', link: pony }] }],
      },
    });
    render(<NotFoundPage data={{ kind: 'notFound', content: null }} />, {
      wrapper: createShopWrapper({ scope }),
    });
    expect(screen.getByRole('link', { name: 'Horse feed' }).getAttribute('href')).toBe('/horse-feed/');
    const byHorse = screen.getByRole('navigation', { name: 'By horse' });
    expect(within(byHorse).getByRole('link', { name: 'For ponies' }).getAttribute('href')).toBe(
      '/pony-feed/',
    );
  });
});
