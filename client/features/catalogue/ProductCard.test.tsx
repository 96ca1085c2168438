import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import { createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { createPrice, createProductSummary } from '../../../test/fixtures/products.ts';
import { ProductCard } from './ProductCard.tsx';

afterEach(cleanup);
const wrapper = createShopWrapper();

describe('ProductCard', () => {
  it('links its title to the product, at the heading level of the list, and offers the comparison', () => {
    render(<ProductCard product={createProductSummary()} headingLevel={2} />, { wrapper });
    const heading = screen.getByRole('heading', { level: 2, name: 'Terno Sport Pellets' });
    expect(within(heading).getByRole('link').getAttribute('href')).toBe('/terno-sport-pellets/');
    const compare = screen.getByRole('link', { name: 'Compare Terno Sport Pellets' });
    expect(compare.getAttribute('href')).toBe('/compare/?ids=112');
    expect(compare.getAttribute('rel')).toBe('nofollow');
    expect(screen.getAllByRole('link')).toHaveLength(2);
    expect(screen.getByRole('button').ariaLabel).toBe('Add Terno Sport Pellets to cart');
  });

  it('flags new and reduced products', () => {
    const price = createPrice({ formerAmountInclVat: 2295, discountPercentage: 9 });
    render(<ProductCard product={createProductSummary({ isNew: true, price })} />, { wrapper });
    expect(screen.getByText('New')).toBeTruthy();
    expect(screen.getByText('−9%')).toBeTruthy();
  });

  it('shows no flags for other products', () => {
    render(<ProductCard product={createProductSummary()} />, { wrapper });
    expect(screen.queryByText('New')).toBeNull();
    expect(screen.queryByText(/^−/)).toBeNull();
  });

  it.each([
    [{ isAvailable: true, amountLeft: null, deliveryTimeDays: '1-2' }, 'In stock'],
    [{ isAvailable: true, amountLeft: 3, deliveryTimeDays: '1-2' }, 'Only 3 pieces in stock'],
    [{ isAvailable: true, amountLeft: 1, deliveryTimeDays: null }, 'Only 1 piece in stock'],
    [{ isAvailable: false, amountLeft: null, deliveryTimeDays: null }, 'Out of stock'],
  ])('describes the stock %j as "%s"', (stock, text) => {
    render(<ProductCard product={createProductSummary({ stock })} />, { wrapper });
    expect(screen.getByText(text)).toBeTruthy();
  });

  it.each([
    [1, /^Bag, 20\skg$/],
    [2, /^Bag, 20\skg and 1 other pack$/],
    [3, /^Bag, 20\skg and 2 other packs$/],
  ])('names the pack and the number of other packs of %i', (variantCount, text) => {
    render(<ProductCard product={createProductSummary({ variantCount })} />, { wrapper });
    expect(screen.getByText(text)).toBeTruthy();
  });
});
