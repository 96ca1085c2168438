import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { createScope, createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { createPrice } from '../../../test/fixtures/products.ts';
import { PriceBlock } from './PriceBlock.tsx';

afterEach(cleanup);
const wrapper = createShopWrapper();

describe('PriceBlock', () => {
  it('shows the price incl. VAT, per unit and without VAT', () => {
    const { container } = render(<PriceBlock price={createPrice()} />, { wrapper });
    expect([...container.querySelectorAll('p > span')].map((part) => part.textContent)).toEqual([
      'Price €20.95',
      '€1.05 per kg',
      '€17.31 excl. VAT',
    ]);
  });

  it('strikes out the former price and says what it is', () => {
    const price = createPrice({ formerAmountInclVat: 2295, discountPercentage: 9 });
    const { container } = render(<PriceBlock price={price} size="large" />, { wrapper });
    expect(container.querySelector('s')?.textContent).toBe('€22.95');
    expect(screen.getByText(/Lowest price of the last 30 days/)).toBeTruthy();
    expect(screen.getByText(/^Now/)).toBeTruthy();
  });

  it('adds the indicative amount where the country pays in another currency', () => {
    const scope = createScope({ settings: { currencyCode: 'DKK', indicativeRatePerEur: 7.46 } });
    render(<PriceBlock price={createPrice()} />, { wrapper: createShopWrapper({ scope }) });
    expect(screen.getByText(/^about DKK\s156\.29$/)).toBeTruthy();
  });

  it('leaves out the price a piece where that is the price, and the price without VAT where there is none', () => {
    const price = createPrice({
      vatType: 'none',
      vatRatePercentage: 0,
      amountExclVat: 2500,
      amountInclVat: 2500,
      unitPrices: [{ basis: 'piece', amountInclVat: 2500 }],
    });
    const { container } = render(<PriceBlock price={price} />, { wrapper });
    expect(container.textContent).toBe('Price €25.00');
  });
});
