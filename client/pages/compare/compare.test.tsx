import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import { ApiError } from '../../../shared/api/api-error.ts';
import type { ComparedProduct } from '../../../shared/contract/products.ts';
import { createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import {
  createFeedLabel,
  createProductDetail,
  createProductSummary,
  createRation,
} from '../../../test/fixtures/products.ts';
import type { LoadContext } from '../../load-context.ts';
import { ComparePage } from './ComparePage.tsx';
import { loadCompare } from './load-compare.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function createComparedProduct(changes: Partial<ComparedProduct> = {}): ComparedProduct {
  return {
    ...createProductSummary(),
    netWeightGrams: 20_000,
    facts: [{ key: 'ingredientFlags', values: ['Oat-free'] }],
    constituents: [
      { key: 'starch', name: 'Starch', value: 25, unit: '%' },
      { key: 'crudeProtein', name: 'Crude protein', value: 11, unit: '%' },
    ],
    dosage: createProductDetail().dosage,
    ...changes,
  };
}

const otherProduct = createComparedProduct({
  productId: 7,
  title: 'Prado Nature Muesli',
  url: '/prado-nature-muesli/',
  facts: [],
  netWeightGrams: 15_000,
  constituents: [
    { key: 'starch', name: 'Starch', value: 4, unit: '%' },
    { key: 'crudeProtein', name: 'Crude protein', value: 11, unit: '%' },
  ],
});

const renderPage = (products: readonly ComparedProduct[], missingCount = 0) =>
  render(<ComparePage data={{ kind: 'compare', products, missingCount }} />, {
    wrapper: createShopWrapper({ path: '/compare/' }),
  });

/** Returns the row whose label matches. Numbers contain no-break spaces. */
const getRowByName = (name: RegExp) => {
  const head = screen
    .getAllByRole('rowheader')
    .find(({ textContent }) => name.test(textContent.replaceAll('\u00a0', ' ')));
  return within(head!.closest('tr')!);
};
const readCells = (name: RegExp) =>
  getRowByName(name)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent.replaceAll('\u00a0', ' ').trim());

describe('ComparePage', () => {
  it('shows products side by side and highlights the lowest value if low is better', () => {
    renderPage([createComparedProduct(), otherProduct]);
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Terno Sport Pellets',
      'Prado Nature Muesli',
    ]);
    expect(readCells(/^Starch/)).toEqual(['25%', '4% (lowest)']);
    expect(readCells(/^Oat-free/)).toEqual(['Yes', 'No']);
    expect(getRowByName(/^Crude protein/).queryByText(/lowest/)).toBeNull();
  });

  it('shows no ration for a pony if the product is unsuitable for ponies', () => {
    const [horse] = createRation().horses;
    const dosage = { ...createProductDetail().dosage!, ration: createRation({ horses: [horse!] }) };
    renderPage([createComparedProduct({ dosage }), otherProduct]);
    expect(readCells(/^Ration, light work, 600 kg/)).toEqual(['1.1 kg a day', '1.1 kg a day']);
    expect(readCells(/^Ration, light work, 300 kg/)).toEqual(['–', '550 g a day']);
  });

  it('shows ration and cost per day for the horse and the pony of the shop’s examples', () => {
    const { amountInclVat } = createProductSummary().price;
    renderPage([createComparedProduct(), otherProduct]);
    // 180 g per 100 kg in light work, in steps of 50 g: 1,080 g for 600 kg, 540 g for 300 kg.
    expect(readCells(/^Ration, light work, 600 kg/)[0]).toBe('1.1 kg a day');
    expect(readCells(/^Ration, light work, 300 kg/)[0]).toBe('550 g a day');
    const cost = (Math.floor((amountInclVat * 1100) / 20_000 + 0.5) / 100).toFixed(2);
    expect(readCells(/^Cost per day, light work, 600 kg/)[0]).toContain(cost);
  });

  it('links to the same comparison without each product', () => {
    renderPage([createComparedProduct(), otherProduct]);
    expect(screen.getByRole('link', { name: 'Remove Prado Nature Muesli' }).getAttribute('href')).toBe(
      '/compare/?ids=112',
    );
  });

  it('shows instructions for no product or one product, and the number of unavailable products', () => {
    renderPage([]);
    expect(screen.getByText(/Nothing to compare yet/)).toBeTruthy();
    expect(screen.queryByText(/not sold in this shop/)).toBeNull();
    cleanup();
    renderPage([], 1);
    expect(screen.getByText(/Nothing to compare yet/)).toBeTruthy();
    expect(screen.getByText('1 product is not sold in this shop.')).toBeTruthy();
    cleanup();
    renderPage([createComparedProduct({ constituents: createFeedLabel().constituents })], 2);
    expect(screen.getByText(/One product alone/)).toBeTruthy();
    expect(screen.getByText('2 products are not sold in this shop.')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('loadCompare', () => {
  const load = (
    search: string,
    { type = 0, found = [], failure }: { type?: number; found?: number[]; failure?: ApiError } = {},
  ) => {
    const asked: string[] = [];
    const context = {
      query: new URLSearchParams(search),
      scope: { site: { type }, shops: [] },
      shop: { t: (key: string) => key },
      critical: {},
      api: {
        fetchProducts: async ({ query }: { query: { ids: string } }) => {
          asked.push(query.ids);
          if (failure) throw failure;
          return found.map((productId) => createComparedProduct({ productId }));
        },
      },
    } as unknown as LoadContext;
    return { asked, result: loadCompare(context) };
  };

  it('requests the products in the order of the URL without duplicates', async () => {
    const { asked, result } = load('ids=3,1,3', { found: [3] });
    expect(await result).toMatchObject({ head: { isIndexable: false }, data: { missingCount: 1 } });
    expect(asked).toEqual(['3,1']);
  });

  it('returns an empty comparison if the site sells none of them, and rethrows a failed call', async () => {
    const { result } = load('ids=3,1', { failure: new ApiError('status', { status: 404 }) });
    expect(await result).toMatchObject({ status: 200, data: { products: [], missingCount: 2 } });
    const failure = new ApiError('status', { status: 503 });
    await expect(load('ids=3', { failure }).result).rejects.toBe(failure);
  });

  it('makes no call without ids', async () => {
    const { asked, result } = load('');
    expect(await result).toMatchObject({ status: 200, data: { products: [] } });
    expect(asked).toEqual([]);
  });

  it.each(['ids=1,2,3,4,5', 'ids=x', 'ids=1&ids=2', `ids=${Array.from({ length: 30 }, (_, n) => n + 1)}`])(
    'returns 404 for %s without a call',
    async (search) => {
      const { asked, result } = load(search);
      await expect(result).rejects.toMatchObject(new ApiError('status', { status: 404 }));
      expect(asked).toEqual([]);
    },
  );

  it('returns 404 on the corporate site, which has no sales', async () => {
    await expect(load('', { type: 2 }).result).rejects.toMatchObject({ status: 404 });
  });
});
