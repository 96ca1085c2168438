import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { categoryPage, dutchScope, renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { SearchForm } from './SearchForm.tsx';

afterEach(cleanup);

const getSearchField = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
const submit = (term: string) => {
  fireEvent.change(getSearchField(), { target: { value: term } });
  fireEvent.submit(getSearchField().form!);
};

describe('SearchForm', () => {
  it.each([
    ['en', '/search/'],
    ['nl', '/zoeken/'],
    ['de', '/suche/'],
  ] as const)('is a plain GET form to the results page in %s: %s', (code, path) => {
    renderInShop(<SearchForm />, { scope: { language: { ...dutchScope.language, code } } });
    const { form, name } = getSearchField();
    expect(form?.getAttribute('action')).toBe(path);
    expect(form?.method).toBe('get');
    expect(name).toBe('q');
  });

  it('opens the results without a reload', () => {
    renderInShop(<SearchForm />);
    submit(' 15 kg & mash ');
    expect(screen.getByTestId('location').textContent).toBe('/search/?q=15+kg+%26+mash');
  });

  it('stays on the page and asks for a term if there is none', async () => {
    renderInShop(<SearchForm />, { api: { suggestProducts: () => Promise.reject(new Error('Away')) } });
    submit('   ');
    expect(screen.getByTestId('location').textContent).toBe('/muesli/');
    expect(document.activeElement).toBe(getSearchField());
    // The code of the suggestions is loaded on focus.
    await screen.findByRole('combobox', { name: 'Search' });
  });

  it('shows the term of the results page', () => {
    renderInShop(<SearchForm />, {
      page: { ...categoryPage, data: { kind: 'search', term: 'linseed', search: null } },
    });
    expect(getSearchField().value).toBe('linseed');
  });
});
