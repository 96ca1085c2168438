import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { createScope, createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { createPrice, createVariant } from '../../../test/fixtures/products.ts';
import { PriceBlock } from './PriceBlock.tsx';

afterEach(cleanup);
const wrapper = createShopWrapper();

describe('PriceBlock', () => {
  it('shows the price including VAT, per unit and excluding VAT', () => {
    const { container } = render(<PriceBlock pack={createVariant()} />, { wrapper });
    expect([...container.querySelectorAll('p > span')].map((part) => part.textContent)).toEqual([
      'Price €20.95',
      '€1.05 per kg',
      '€17.31 excl. VAT',
    ]);
  });

  it('strikes out the former price and labels it', () => {
    const price = createPrice({ formerAmountInclVat: 2295, discountPercentage: 8 });
    const { container } = render(<PriceBlock pack={createVariant({ price })} size="large" />, { wrapper });
    expect(container.querySelector('s')?.textContent).toBe('€22.95');
    expect(screen.getByText(/^Lowest price in the 30 days before the reduction/)).toBeTruthy();
    expect(screen.getByText(/^Now/)).toBeTruthy();
  });

  it('adds an indicative amount if the country has another currency', () => {
    const scope = createScope({ settings: { currencyCode: 'DKK', indicativeRatePerEur: 7.46 } });
    render(<PriceBlock pack={createVariant()} />, { wrapper: createShopWrapper({ scope }) });
    expect(screen.getByText(/^about DKK\s156$/)).toBeTruthy();
  });

  it('omits a unit price per piece that equals the price, and a missing price excluding VAT', () => {
    const price = createPrice({
      vatType: 'none',
      vatRatePercentage: 0,
      amountExclVat: 2500,
      amountInclVat: 2500,
      unitPrices: [{ basis: 'piece', amountInclVat: 2500 }],
    });
    const { container } = render(
      <PriceBlock pack={createVariant({ price, content: { value: 1, unit: 'piece' } })} />,
      { wrapper },
    );
    expect(container.textContent).toBe('Price €25.00');
  });

  const tub = [
    { basis: 'kg', amountInclVat: 3980 },
    { basis: '100g', amountInclVat: 398 },
  ] as const;

  it('shows the price per 100 g for small packs and only per kg for large packs', () => {
    const price = createPrice({ unitPrices: [...tub] });
    render(<PriceBlock pack={createVariant({ price, content: { value: 250, unit: 'g' } })} />, { wrapper });
    expect(screen.getByText('€3.98 per 100 g')).toBeTruthy();
    expect(screen.queryByText(/per kg/)).toBeNull();
    cleanup();
    render(<PriceBlock pack={createVariant({ price })} size="large" />, { wrapper });
    expect(screen.getByText('€39.80 per kg')).toBeTruthy();
    expect(screen.queryByText(/per 100 g/)).toBeNull();
  });
});
