import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { createScope, createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { createSiteSettings } from '../../../test/fixtures/sites.ts';
import { PriceNote } from './PriceNote.tsx';

afterEach(cleanup);

const INDICATIVE_PRICE_NOTE = 'Amounts in other currencies are for guidance only; you pay in euros.';

function renderNote(currencyCode: 'EUR' | 'SEK', disclaimerRoute: string | null): void {
  const link = disclaimerRoute === null ? null : { title: 'Payment', route: disclaimerRoute, target: null };
  const scope = createScope({
    site: { currencyConversionDisclaimerLink: link },
    settings: createSiteSettings({ currencyCode, indicativeRatePerEur: currencyCode === 'SEK' ? 11 : 1 }),
  });
  render(<PriceNote />, { wrapper: createShopWrapper({ scope }) });
}

describe('PriceNote', () => {
  it('links the note about amounts in kronor to its explanation', () => {
    renderNote('SEK', '/payment/');
    expect(screen.getByRole('link', { name: INDICATIVE_PRICE_NOTE }).getAttribute('href')).toBe('/payment/');
  });

  it('shows the note without a link if the site has no such page', () => {
    renderNote('SEK', null);
    expect(screen.getByText(INDICATIVE_PRICE_NOTE, { exact: false })).toBeTruthy();
    expect(screen.queryByRole('link', { name: INDICATIVE_PRICE_NOTE })).toBeNull();
  });

  it('shows no note about currencies if amounts are in euro', () => {
    renderNote('EUR', '/payment/');
    expect(screen.queryByText(INDICATIVE_PRICE_NOTE, { exact: false })).toBeNull();
  });
});
