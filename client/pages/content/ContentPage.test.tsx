import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ContentPage as Content } from '../../../shared/contract/content.ts';
import {
  createContent,
  createScope,
  createShopWrapper,
  createSummary,
} from '../../../test/fixtures/client-shop.tsx';
import type { ScopeState } from '../../store/app-store.ts';
import { ContentPage } from './ContentPage.tsx';

afterEach(cleanup);

function renderContent(changes: Partial<Content>, scope?: ScopeState) {
  const content = createContent(changes);
  render(<ContentPage data={{ kind: 'content', content }} />, {
    wrapper: createShopWrapper({ path: content.url, ...(scope && { scope }) }),
  });
}

function getRowTexts() {
  return screen
    .getAllByRole('row')
    .map((row) => row.textContent.replaceAll('\u00a0', ' ').replaceAll('\u2060', ''));
}

describe('ContentPage', () => {
  it('shows breadcrumbs with a link to the home page', () => {
    renderContent({ title: 'Jobs', key: 'jobs' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Jobs');
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  });

  it('links to the other pages of its footer column and marks itself', () => {
    const links = ['terms', 'imprint'].map((key) => ({ title: key, route: `/${key}/`, target: null }));
    const scope = createScope({
      footer: {
        footerId: 12,
        columns: [
          { key: 'shop', title: 'Ordering', links: [{ title: 'Payment', route: '/payment/', target: null }] },
          { key: 'legal', title: 'Legal', links },
        ],
      },
    });
    renderContent({ key: 'imprint', url: '/imprint/' }, scope);
    const legal = within(screen.getByRole('navigation', { name: 'Also in: Legal' }));
    expect(legal.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/terms/');
    expect(legal.getByRole('link', { current: 'page' }).textContent).toBe('imprint');
    expect(screen.queryByRole('link', { name: 'Payment' })).toBeNull();
  });

  it("links from the page about roughage tests to the visitor's results if the site has tests", () => {
    const site = { enableRqs: true, rqsContentPage: 110 };
    renderContent({ key: 'roughage-tests', contentPageId: 110 }, createScope({ site }));
    const name = 'See your own roughage results';
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/account/rqs-results/');
    cleanup();
    renderContent({ key: 'about', contentPageId: 107 }, createScope({ site }));
    expect(screen.queryByRole('link', { name })).toBeNull();
    cleanup();
    const without = createScope({ site: { enableRqs: false, rqsContentPage: 110 } });
    renderContent({ key: 'roughage-tests', contentPageId: 110 }, without);
    expect(screen.queryByRole('link', { name })).toBeNull();
  });

  it.each([
    ['contact', 103, '/customer-service/'],
    ['customer-service', 102, undefined],
  ])(
    'shows the contact details on %s, and links to customer service on other pages',
    (key, contentPageId, route) => {
      const scope = createScope({ site: { customerServiceContentPageId: 102 } });
      renderContent({ key, contentPageId, url: `/${key}/` }, scope);
      const ticket = within(screen.getByRole('region', { name: 'Talk to us' }));
      expect(ticket.getByRole('link', { name: '+31 88 000 00 10' }).getAttribute('href')).toBe(
        'tel:+31880000010',
      );
      expect(ticket.getByText('Outside these hours, send an e-mail.')).toBeTruthy();
      expect(ticket.queryByRole('link', { name: 'Customer service' })?.getAttribute('href')).toBe(route);
    },
  );

  it('lists the chapters of a long page with links to their headings', () => {
    const titles = ['Who we are', 'Contract', 'Prices', 'Delivery', 'Guarantee', 'Law'];
    renderContent({
      url: '/terms/',
      blocks: titles.map((text) => ({ type: 'heading', level: 2, text })),
    });
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    expect(contents.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/terms/#who-we-are',
      '/terms/#contract',
      '/terms/#prices',
      '/terms/#delivery',
      '/terms/#guarantee',
      '/terms/#law',
    ]);
    expect(screen.getByRole('heading', { level: 2, name: 'Guarantee' }).id).toBe('guarantee');
  });

  it('shows no table of contents on a short page', () => {
    renderContent({ blocks: [{ type: 'heading', level: 2, text: 'How we work' }] });
    expect(screen.queryByRole('navigation', { name: 'On this page' })).toBeNull();
  });

  it('links to related questions, pages and stories', () => {
    renderContent({
      relatedContent: [
        createSummary({ contentPageId: 12, kind: 'faq', title: 'Orders', url: '/faq-orders/' }),
        createSummary({ contentPageId: 104, kind: 'page', title: 'Delivery', url: '/delivery/' }),
        createSummary({ contentPageId: 13, kind: 'partner', title: 'The laboratory', url: '/laboratory/' }),
      ],
    });
    const links = within(screen.getByRole('region', { name: 'Keep reading' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/laboratory/',
      '/faq-orders/',
      '/delivery/',
    ]);
  });

  it.each(['contact', 'customer-service'])('shows how and when to contact the shop on %s', (key) => {
    renderContent({ key });
    expect(screen.getByRole('link', { name: '+31 88 000 00 10' }).getAttribute('href')).toBe(
      'tel:+31880000010',
    );
    expect(screen.getByRole('link', { name: 'service@havero.example' }).getAttribute('href')).toBe(
      'mailto:service@havero.example',
    );
    expect(getRowTexts()).toEqual(['Monday to Friday08:30–17:30', 'Saturday09:00–13:00', 'SundayClosed']);
  });

  it('shows all legally required seller details on the imprint', () => {
    renderContent({ key: 'imprint' });
    const facts = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Company', 'Havero B.V. (example)'],
      ['Address', 'Haverweg 17311 AA ApeldoornNetherlands'],
      ['Represented by', 'A. Voorbeeld'],
      ['Register number', 'EXAMPLE-NL-0001'],
      ['VAT number', 'NLEXAMPLE001'],
      ['Approval number, feed law', 'αNL-EXAMPLE-001'],
      ['Phone', '+31 88 000 00 10'],
      ['Email', 'service@havero.example'],
    ]);
  });

  it('shows the delivery costs of this country and the threshold for free delivery', () => {
    renderContent({ key: 'delivery' });
    expect(getRowTexts()).toEqual(['Home delivery€6.95', 'Pick-up point€4.95', 'Free delivery from€60.00']);
  });

  it("shows delivery costs in the site's own currency, too, if it is not the euro", () => {
    const settings = { currencyCode: 'SEK', indicativeRatePerEur: 10 } as const;
    renderContent({ key: 'delivery' }, createScope({ settings }));
    expect(getRowTexts()[0]).toMatch(/^Home delivery€6\.95SEK.?70$/);
  });

  it('shows no table of costs on a site without delivery', () => {
    const settings = { shippingMethods: [], freeShippingFromInclVat: null };
    renderContent({ key: 'delivery' }, createScope({ settings }));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows the withdrawal form with the labels of the site', () => {
    const content = createContent({ key: 'withdrawal' });
    const withdrawalWords = { begin: 'Words that begin', confirm: 'Words that confirm' };
    render(<ContentPage data={{ kind: 'content', content, withdrawalWords }} />, {
      wrapper: createShopWrapper({ path: content.url }),
    });
    expect(screen.getByRole('heading', { level: 2, name: 'Words that begin' })).toBeTruthy();
  });

  it('lists the payment methods of this country', () => {
    renderContent({ key: 'payment' });
    expect(screen.getByText('iDEAL | Wero')).toBeTruthy();
    expect(screen.getByText('PayPal')).toBeTruthy();
  });

  it('shows the number of horses from which a silo pays off', () => {
    renderContent({ key: 'silo-supply' });
    expect(getRowTexts()).toEqual(['Worthwhile from12 horses', 'Minimum delivery1,000 kg']);
  });
});
