import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { isInternalPath, SiteLink } from './SiteLink.tsx';

afterEach(cleanup);

describe('isInternalPath', () => {
  it.each([
    ['/muesli/', true],
    ['/muesli/?p=2#list', true],
    ['//elsewhere.example/', false],
    ['https://elsewhere.example/', false],
    ['tel:+31880000010', false],
    ['mailto:service@havero.example', false],
  ])('returns for %s: %s', (href, isOwn) => {
    expect(isInternalPath(href)).toBe(isOwn);
  });
});

describe('SiteLink', () => {
  it('navigates without a reload for a path of this shop', () => {
    renderInShop(<SiteLink href="/delivery/">Delivery</SiteLink>);
    fireEvent.click(screen.getByRole('link', { name: 'Delivery' }));
    expect(screen.getByTestId('location').textContent).toBe('/delivery/');
  });

  it('gives a new window no access to this one', () => {
    renderInShop(
      <SiteLink href="https://elsewhere.example/" target="_blank">
        Elsewhere
      </SiteLink>,
    );
    const link = screen.getByRole('link', { name: 'Elsewhere' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener');
  });
});
