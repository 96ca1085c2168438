import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { ProductSuggestions } from '../../../shared/contract/products.ts';
import { renderInShop } from '../../../test/fixtures/render-in-shop.tsx';
import { Suggestions } from './Suggestions.tsx';

afterEach(() => {
  cleanup();
  document.getElementById('field')?.remove();
});

const suggestionsAnswer: ProductSuggestions = {
  correctedTerm: null,
  terms: ['mash for seniors'],
  products: [
    {
      productVariantId: 1,
      title: 'Sopra Classic Mash',
      url: '/sopra-classic-mash/',
      picture: { hash: '0123456789abcdef', width: 520, height: 616, alt: '' },
      colourWay: 'clover',
      packagingName: 'Bag',
      content: { value: 15, unit: 'kg' },
      amountInclVat: 2195,
    },
  ],
  categories: [{ title: 'Mash', url: '/horse-feed/mash/' }],
  articles: [{ title: 'Feeding mash in winter', url: '/feeding-mash/' }],
};

async function openSuggestions(given: ProductSuggestions = suggestionsAnswer, text = 'mash') {
  const field = document.body.appendChild(document.createElement('input'));
  field.id = 'field';
  field.type = 'search';
  field.focus();
  renderInShop(<Suggestions field={field} />, { api: { suggestProducts: async () => given } });
  fireEvent.input(field, { target: { value: text } });
  return field;
}

describe('Suggestions', () => {
  it('lists products with prices, categories, articles and a link to all results', async () => {
    const field = await openSuggestions();
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    expect(
      within(list)
        .getAllByRole('option')
        .map((option) => [option.textContent, option.getAttribute('href')]),
    ).toEqual([
      ['mash for seniors', '/search/?q=mash+for+seniors'],
      [expect.stringMatching(/^Sopra Classic MashBag 15.kg · €.?21[.,]95$/), '/sopra-classic-mash/'],
      ['Mash', '/horse-feed/mash/'],
      ['Feeding mash in winter', '/feeding-mash/'],
      ['All results for “mash”', '/search/?q=mash'],
    ]);
    expect(
      within(list)
        .getAllByRole('group')
        .map((group) => group.getAttribute('aria-label')),
    ).toEqual(['Searches', 'Products', 'Categories', 'Articles and pages', null]);
    expect(list.querySelectorAll('mark')).toHaveLength(5);
    expect(screen.getByText('4 suggestions')).toBeTruthy();
    expect(field.getAttribute('role')).toBe('combobox');
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(field.getAttribute('aria-controls')).toBe(list.id);
  });

  it('suggests popular searches in an empty field, without a link to all results', async () => {
    await openSuggestions(
      { ...suggestionsAnswer, products: [], categories: [], articles: [], terms: ['senior', 'laminitis'] },
      '',
    );
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    expect(within(list).getByRole('group', { name: 'Popular searches' })).toBeTruthy();
    expect(
      within(list)
        .getAllByRole('option')
        .map((option) => [option.textContent, option.getAttribute('href')]),
    ).toEqual([
      ['senior', '/search/?q=senior'],
      ['laminitis', '/search/?q=laminitis'],
    ]);
    expect(screen.getByText('2 suggestions')).toBeTruthy();
  });

  it('highlights the typed text regardless of diacritics', async () => {
    const given = {
      ...suggestionsAnswer,
      products: [],
      articles: [],
      terms: [],
      categories: [{ title: 'Pony-Müsli', url: '/m/' }],
    };
    await openSuggestions(given, 'mus');
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    expect(list.querySelector('mark')?.textContent).toBe('Müs');
  });

  it('moves through the list with the arrow keys in a loop and opens a choice with Enter', async () => {
    const field = await openSuggestions();
    const options = await screen.findAllByRole('option');
    const getMarked = () => options.findIndex(({ id }) => id === field.getAttribute('aria-activedescendant'));
    const press = (key: string) => fireEvent.keyDown(field, { key });
    expect(getMarked()).toBe(-1);
    press('ArrowDown');
    expect(getMarked()).toBe(0);
    expect(options[0]!.getAttribute('aria-selected')).toBe('true');
    press('ArrowUp');
    expect(getMarked()).toBe(-1);
    press('ArrowUp');
    expect(getMarked()).toBe(4);
    press('ArrowDown');
    press('ArrowDown');
    press('ArrowDown');
    press('ArrowDown');
    expect(getMarked()).toBe(2);
    expect(press('Enter')).toBe(false);
    expect(screen.getByTestId('location').textContent).toBe('/horse-feed/mash/');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('submits the form on Enter if no choice is selected', async () => {
    const field = await openSuggestions();
    await screen.findAllByRole('option');
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
  });

  it('closes on Esc and keeps the text; the next Esc is handled by the browser', async () => {
    const field = await openSuggestions();
    await screen.findAllByRole('option');
    expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(false);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field.value).toBe('mash');
    expect(field.getAttribute('aria-expanded')).toBe('false');
    expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(true);
  });

  it('closes when the field loses the focus', async () => {
    const field = await openSuggestions();
    await screen.findAllByRole('option');
    fireEvent.blur(field);
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('links to all results of the corrected term', async () => {
    await openSuggestions({ ...suggestionsAnswer, correctedTerm: 'mash' }, 'mahs');
    expect((await screen.findAllByRole('option')).at(-1)?.getAttribute('href')).toBe('/search/?q=mash');
  });
});
