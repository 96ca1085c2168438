import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { createScope, createShopWrapper } from '../../../test/fixtures/client-shop.tsx';
import { createPrice, createProductSummary, createSearchAnswer } from '../../../test/fixtures/products.ts';
import type { ProductListData } from '../../store/listed-product.ts';
import type { ListState } from '../../store/page-state.ts';
import { ProductList } from './ProductList.tsx';

afterEach(cleanup);

/** Shows the current URL. */
function CurrentAddress() {
  const { pathname, search } = useLocation();
  return <div data-testid="address">{pathname + search}</div>;
}

const list = { pageSize: 24, sort: 'popularity', descending: false } as const;

function renderList(
  search: Parameters<typeof createSearchAnswer>[0],
  path = '/horse-feed/',
  term?: string,
  state: ListState = {},
) {
  render(
    <>
      <ProductList
        search={createSearchAnswer(search)}
        state={state}
        defaultSort={term === undefined ? 'popularity' : 'relevance'}
        {...(term === undefined ? {} : { term })}
      />
      <CurrentAddress />
    </>,
    { wrapper: createShopWrapper({ path }) },
  );
}

describe('ProductList', () => {
  it('links to all three pages, the first without a page number, and shows the progress', () => {
    renderList({ total: 60, paging: { ...list, page: 2 } }, '/horse-feed/?p=2');
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Show 12 more', '/horse-feed/?p=3'],
      ['Previous page', '/horse-feed/'],
      ['Page 1', '/horse-feed/'],
      ['Page 2', '/horse-feed/?p=2'],
      ['Page 3', '/horse-feed/?p=3'],
      ['Next page', '/horse-feed/?p=3'],
    ]);
    expect(pages.getByRole('link', { current: 'page' }).textContent).toBe('Page 2');
    expect(pages.getByText('You’ve viewed 48 of 60')).toBeTruthy();
  });

  it('shows full progress and no next page on the last page', () => {
    renderList({ total: 60, paging: { ...list, page: 3 } }, '/horse-feed/?p=3');
    expect(screen.getByText('You’ve viewed 60 of 60')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
  });

  it('keeps page size, sort order and search term in its links', () => {
    renderList(
      { total: 100, paging: { page: 1, pageSize: 48, sort: 'price', descending: true } },
      '/search/?q=oats',
      'oats',
    );
    expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe(
      '/search/?p=2&ps=48&q=oats&sort=-price',
    );
  });

  it('shows no page links if one page holds all products', () => {
    renderList({ total: 24, paging: { ...list, page: 1 } });
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('opens the first page of the list when another sort order is chosen', () => {
    renderList({ total: 60, paging: { ...list, page: 2 } }, '/horse-feed/?p=2');
    const select = screen.getByRole('combobox', { name: 'Sort by' });
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Bestselling', 'Price, low to high', 'Price, high to low', 'Name']);
    fireEvent.change(select, { target: { value: '-price' } });
    expect(screen.getByTestId('address').textContent).toBe('/horse-feed/?sort=-price');
  });

  it('submits sort order, search term and page size as a plain form without script', () => {
    renderList(
      { total: 100, paging: { page: 1, pageSize: 48, sort: 'price', descending: false } },
      '/search/?q=oats',
      'oats',
    );
    const form = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' }).form;
    expect(form?.getAttribute('method')).toBe('get');
    expect(form?.getAttribute('action')).toBe('/search/');
    expect(form && Object.fromEntries(new FormData(form))).toEqual({ ps: '48', q: 'oats', sort: 'price' });
  });

  it('announces count and sort order to screen readers', () => {
    renderList({ total: 60, paging: { ...list, page: 1, sort: 'name' } });
    expect(screen.getByRole('status').textContent).toBe('60 products, sorted by: Name');
  });

  it('explains the former price only if a product has one', () => {
    renderList({});
    expect(screen.queryByText(/“Was” is the lowest price/)).toBeNull();
    cleanup();
    const price = createPrice({ formerAmountInclVat: 2295, discountPercentage: 9 });
    renderList({ items: [createProductSummary({ price })] });
    expect(screen.getByText(/“Was” is the lowest price/)).toBeTruthy();
  });

  it('links to the delivery page if the site has one', () => {
    const delivery = { key: 'delivery', title: 'Delivery', route: '/delivery/', target: null };
    const scope = createScope({
      footer: { footerId: 12, columns: [{ key: 'shop', title: 'Ordering', links: [delivery] }] },
    });
    render(<ProductList search={createSearchAnswer()} state={{}} defaultSort="popularity" />, {
      wrapper: createShopWrapper({ scope }),
    });
    expect(screen.getByRole('link', { name: 'delivery costs' }).getAttribute('href')).toBe('/delivery/');
  });

  describe('filters', () => {
    const facets: ProductListData['facets'] = [
      {
        discriminator: 'multiSelect',
        facetKey: 'horse-type',
        options: [
          { key: 'pony', title: 'Pony', count: 26 },
          { key: 'good-doer', title: 'Good doer', count: 17 },
          { key: 'donkey', title: 'Donkey', count: 0 },
        ],
      },
      { discriminator: 'slider', facetKey: 'starch-sugar-max', minValue: 4, maxValue: 48 },
      { discriminator: 'rangeSlider', facetKey: 'price', minValue: 9.95, maxValue: 89.5 },
      { discriminator: 'singleSelect', facetKey: 'sale', options: [{ key: 'yes', title: 'Sale', count: 2 }] },
    ];
    const filters: ListState['filters'] = [
      { discriminator: 'multiSelect', facetKey: 'horse-type', selectedKeys: ['good-doer', 'pony'] },
      { discriminator: 'slider', facetKey: 'starch-sugar-max', selectedValue: 12 },
      { discriminator: 'rangeSlider', facetKey: 'price', selectedMinValue: 10, selectedMaxValue: null },
    ];
    const getAddress = () => screen.getByTestId('address').textContent;
    const getField = (name: string) =>
      screen
        .getByRole<HTMLButtonElement>('button', { name: /^Show .*product/, hidden: true })
        .form?.elements.namedItem(name) as HTMLInputElement;

    it('applies filters when they are chosen and returns to the first page', () => {
      renderList({ total: 60, facets, paging: { ...list, page: 2 } }, '/horse-feed/?p=2');
      fireEvent.click(screen.getByRole('checkbox', { name: /^Pony/, hidden: true }));
      expect(getAddress()).toBe('/horse-feed/?horse-type=pony');
      fireEvent.click(screen.getByRole('checkbox', { name: /^Good doer/, hidden: true }));
      expect(getAddress()).toBe('/horse-feed/?horse-type=good-doer&horse-type=pony');
      fireEvent.change(getField('price-max'), { target: { value: '30' } });
      expect(getAddress()).toBe('/horse-feed/?horse-type=good-doer&horse-type=pony&price-max=30');
    });

    it('is a dialog only while the sheet is open, not when one of its groups opens', () => {
      renderList({ facets });
      const panel = document.getElementById('filters')!;
      const group = panel.querySelector('details')!;
      const toggle = (element: Element, newState: string) =>
        fireEvent(element, Object.assign(new Event('toggle'), { newState }));
      toggle(group, 'open');
      expect(panel.getAttribute('role')).toBeNull();
      toggle(panel, 'open');
      expect(panel.getAttribute('role')).toBe('dialog');
      expect(panel.contains(document.activeElement)).toBe(true);
      toggle(panel, 'closed');
      expect(panel.getAttribute('role')).toBeNull();
    });

    it('swaps the ends of a range that were typed in the wrong order', () => {
      renderList({ facets });
      getField('price-min').value = '40';
      fireEvent.change(getField('price-max'), { target: { value: '9.5' } });
      expect(getAddress()).toBe('/horse-feed/?price-max=40&price-min=9.5');
    });

    it('applies a slider after the debounce delay and empties its field at the end of the track', () => {
      jest.useFakeTimers();
      try {
        renderList({ facets });
        const slider = screen.getByRole('slider', { name: 'Lowest price in euros', hidden: true });
        fireEvent.input(slider, { target: { value: '20' } });
        expect(getField('price-min').value).toBe('20');
        fireEvent.change(slider);
        expect(getAddress()).toBe('/horse-feed/');
        act(() => {
          jest.runAllTimers();
        });
        expect(getAddress()).toBe('/horse-feed/?price-min=20');
        fireEvent.input(slider, { target: { value: '9' } });
        expect(getField('price-min').value).toBe('');
      } finally {
        jest.useRealTimers();
      }
    });

    it('disables values without results and shows the number of results', () => {
      renderList({ facets });
      expect(screen.getByRole('checkbox', { name: 'Donkey 0', hidden: true })).toHaveProperty(
        'disabled',
        true,
      );
      expect(screen.getByRole('checkbox', { name: 'Pony 26', hidden: true })).toHaveProperty(
        'disabled',
        false,
      );
    });

    it('shows the first values and the chosen ones, and hides the rest behind a button with their number', () => {
      const options = Array.from({ length: 15 }, (_, n) => ({
        key: `v-${n}`,
        title: `Value ${n}`,
        count: 1,
      }));
      renderList(
        { facets: [{ discriminator: 'multiSelect', facetKey: 'application', options }] },
        '/horse-feed/',
        undefined,
        {
          filters: [{ discriminator: 'multiSelect', facetKey: 'application', selectedKeys: ['v-11'] }],
        },
      );
      const rest = screen.getByText('8 more').closest('details')!;
      expect(rest.open).toBe(false);
      const all = screen.getAllByRole('checkbox', { hidden: true });
      const valuesOf = (boxes: readonly HTMLElement[]) => boxes.map((box) => box.getAttribute('value'));
      expect(valuesOf(all.filter((box) => !rest.contains(box)))).toEqual([
        'v-0',
        'v-1',
        'v-2',
        'v-3',
        'v-4',
        'v-5',
        'v-11',
      ]);
      expect(all.filter((box) => rest.contains(box))).toHaveLength(8);
    });

    it('shows active filters as links that remove them, and one link that removes all', () => {
      renderList({ facets, paging: { ...list, page: 1 } }, '/horse-feed/', undefined, { filters });
      const chips = screen.getAllByRole('list', { name: 'Selected filters', hidden: true }).at(-1)!;
      expect(
        within(chips)
          .getAllByRole('link', { hidden: true })
          .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]),
      ).toEqual([
        [
          'Good doerremove filter',
          '/horse-feed/?horse-type=pony&price-min=10&starch-sugar-max=12',
          'nofollow',
        ],
        [
          'Ponyremove filter',
          '/horse-feed/?horse-type=good-doer&price-min=10&starch-sugar-max=12',
          'nofollow',
        ],
        [
          'At most 12% starch and sugarremove filter',
          '/horse-feed/?horse-type=good-doer&horse-type=pony&price-min=10',
          'nofollow',
        ],
        [
          expect.stringMatching(/^from €\s?10\.00remove filter$/),
          '/horse-feed/?horse-type=good-doer&horse-type=pony&starch-sugar-max=12',
          'nofollow',
        ],
        ['Clear all', '/horse-feed/', 'nofollow'],
      ]);
      expect(screen.getByRole('checkbox', { name: /^Pony/, hidden: true })).toHaveProperty('checked', true);
      expect(getField('starch-sugar-max').value).toBe('12');
    });

    it('keeps filters in the links to other pages', () => {
      renderList({ total: 60, facets, paging: { ...list, page: 1 } }, '/horse-feed/', undefined, { filters });
      expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe(
        '/horse-feed/?horse-type=good-doer&horse-type=pony&p=2&price-min=10&starch-sugar-max=12',
      );
    });
  });
});
