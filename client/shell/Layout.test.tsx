import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { dutchScope, installDialogMethods, renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import type { ScopeState } from '../store/app-store.ts';
import { consent } from '../store/consent.ts';
import { Layout } from './Layout.tsx';

const corporate: Partial<ScopeState> = {
  site: { ...dutchScope.site, siteId: 12, type: 2 },
  shops: [...dutchScope.shops, { ...dutchScope.shops[0]!, siteId: 12, type: 2, brand: 'Havero Group' }],
};

const renderLayout = (setting: Parameters<typeof renderInShop>[1] = {}) =>
  renderInShop(
    <Layout>
      <h1>Muesli</h1>
    </Layout>,
    setting,
  );

const originalFetch = globalThis.fetch;

beforeEach(() => {
  installDialogMethods();
  // The banner is hidden if the visitor has answered.
  consent.decide(['preferences'], []);
  globalThis.fetch = jest.fn(async () => Response.json({ countryCode: null })) as typeof fetch;
});

afterEach(() => {
  cleanup();
  globalThis.fetch = originalFetch;
});

describe('Layout', () => {
  it('renders the page in the only main landmark, target of the first skip link', () => {
    renderLayout();
    const main = screen.getByRole('main');
    expect(within(main).getByRole('heading', { name: 'Muesli' })).not.toBeNull();
    const [first] = screen.getAllByRole('link');
    expect(first?.getAttribute('href')).toBe(`#${main.id}`);
  });

  it('contains every page of the menu in a drawer that closes on a link', () => {
    renderLayout();
    fireEvent.click(screen.getAllByRole('button', { name: 'Menu' })[0]!);
    const drawer = screen.getByRole('dialog', { name: 'Menu' });
    expect(within(drawer).getByRole('link', { name: 'All Horse feed' })).not.toBeNull();
    fireEvent.click(within(drawer).getByRole('link', { name: 'Treats' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByTestId('location').textContent).toBe('/treats/');
  });

  it('switches from the drawer to the site switch without two open dialogs', () => {
    renderLayout();
    fireEvent.click(screen.getAllByRole('button', { name: 'Menu' })[0]!);
    const drawer = screen.getByRole('dialog', { name: 'Menu' });
    fireEvent.click(within(drawer).getByRole('button', { name: 'Nederland, English' }));
    expect(screen.getAllByRole('dialog').map((dialog) => dialog.id)).toEqual(['site-switch']);
  });

  it('shows the skeleton over the previous page, which keeps its state', () => {
    const { navigation } = renderLayout();
    act(() => navigation.setState({ status: 'busy', isSkeletonVisible: true }));
    const main = screen.getByRole('main');
    expect(main.getAttribute('aria-busy')).toBe('true');
    expect(main.querySelector('[data-skeleton]')).not.toBeNull();
    expect(main.querySelector('h1')).not.toBeNull();
    act(() => navigation.setState({ status: 'idle', isSkeletonVisible: false }));
    expect(main.hasAttribute('aria-busy')).toBe(false);
    expect(main.querySelector('[data-skeleton]')).toBeNull();
  });

  it('announces messages in a status region that exists from the start', () => {
    const { navigation } = renderLayout();
    const regions = screen.getAllByRole('status');
    act(() => navigation.setState({ announcement: 'Loading' }));
    expect(regions.map((region) => region.textContent)).toContain('Loading');
  });

  it('has a link to the shops instead of search and tab bar on the corporate site', () => {
    renderLayout({ scope: corporate });
    expect(screen.queryByRole('search')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Quick links' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Our shops' }));
    expect(screen.getByRole('dialog', { name: 'Country and language' })).not.toBeNull();
  });

  it('lists the corporate site among the shops only on itself', () => {
    renderLayout({ scope: corporate });
    expect(document.querySelector('#site-switch')?.textContent).toContain('Havero Group');
    cleanup();
    renderLayout({ scope: { shops: corporate.shops ?? [] } });
    expect(document.querySelector('#site-switch')?.textContent).not.toContain('Havero Group');
  });

  it('renders no style attributes, which the content security policy forbids', () => {
    renderLayout();
    expect(document.querySelectorAll('body [style]').length).toBe(0);
  });
});

describe('Footer', () => {
  it('says that euro prices are binding only if another currency is shown', () => {
    renderLayout();
    expect(screen.queryByText(/Prices in euros are binding/)).toBeNull();
    cleanup();
    renderLayout({ scope: { settings: { ...dutchScope.settings, currencyCode: 'DKK' } } });
    expect(screen.getByText(/Prices in euros are binding/).textContent).toContain('Danish Krone');
  });

  it('links the phone number of customer service and only the social networks of the site', () => {
    renderLayout();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByRole('link', { name: '+31 88 000 00 10' }).getAttribute('href')).toBe(
      'tel:+31880000010',
    );
    expect(footer.getByRole('link', { name: 'Instagram' }).getAttribute('href')).toBe(
      'https://instagram.example/havero',
    );
    expect(footer.queryByRole('link', { name: 'Facebook' })).toBeNull();
  });
});
