import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { renderInShop } from '../../test/fixtures/render-in-shop.tsx';

afterEach(cleanup);

const readLocation = () => screen.getByTestId('location').textContent;

describe('ClientSideLinks', () => {
  it('navigates without a reload if the link leads to a path of this shop, whichever child is clicked', () => {
    renderInShop(
      <a href="/delivery/?p=2">
        <b>Delivery</b>
      </a>,
    );
    const isLeftToTheBrowser = fireEvent.click(screen.getByText('Delivery'));
    expect(isLeftToTheBrowser).toBe(false);
    expect(readLocation()).toBe('/delivery/?p=2');
  });

  it.each([
    ['leads to another host', { href: '//elsewhere.example/' }, {}],
    ['leads to an anchor of this page', { href: '#main' }, {}],
    ['opens a new window', { href: '/delivery/', target: '_blank' }, {}],
    ['downloads a file', { href: '/list.pdf', download: true }, {}],
    ['leads to a file', { href: '/media/feed.xml' }, {}],
    ['leads to an API call', { href: '/api/returns/7/photos/1?size=full' }, {}],
    ['is clicked with Ctrl', { href: '/delivery/' }, { ctrlKey: true }],
    ['is clicked with Cmd', { href: '/delivery/' }, { metaKey: true }],
    ['is clicked with the middle button', { href: '/delivery/' }, { button: 1 }],
  ])('leaves the click to the browser if it %s', (_what, attributes, click) => {
    renderInShop(<a {...attributes}>x</a>);
    const isLeftToTheBrowser = fireEvent.click(screen.getByText('x'), click);
    expect(isLeftToTheBrowser).toBe(true);
    expect(readLocation()).toBe('/muesli/');
  });

  it('does not navigate if a component prevented the click', () => {
    renderInShop(
      <a href="/delivery/" onClick={(event) => event.preventDefault()}>
        x
      </a>,
    );
    fireEvent.click(screen.getByText('x'));
    expect(readLocation()).toBe('/muesli/');
  });
});
