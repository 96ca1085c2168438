import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderInShop } from '../../test/fixtures/render-in-shop.tsx';
import { RichText } from './RichText.tsx';

afterEach(cleanup);

describe('RichText', () => {
  it('renders a picture in several sizes with reserved space and alternative text', () => {
    const picture = { hash: '0123456789abcdef', width: 1200, height: 800, alt: 'A barn full of hay' };
    renderInShop(<RichText blocks={[{ type: 'picture', picture }]} />);
    const image = screen.getByRole('img', { name: 'A barn full of hay' });
    expect(image.closest('figure')).not.toBeNull();
    expect(image.getAttribute('loading')).toBe('lazy');
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['1200', '800']);
  });

  it('renders headings, runs and lists as semantic elements', () => {
    renderInShop(
      <RichText
        blocks={[
          { type: 'heading', level: 2, text: 'Hay first' },
          {
            type: 'paragraph',
            content: [
              { text: 'See ' },
              { text: 'delivery', href: '/delivery/' },
              { text: 'now', strong: true },
            ],
          },
          { type: 'list', ordered: true, items: [[{ text: 'Weigh' }], [{ text: 'Feed' }]] },
        ]}
      />,
    );
    expect(screen.getByRole('heading', { level: 2, name: 'Hay first' })).not.toBeNull();
    expect(screen.getByRole('link', { name: 'delivery' }).getAttribute('href')).toBe('/delivery/');
    expect(screen.getByText('now').tagName).toBe('STRONG');
    expect(screen.getByRole('list').tagName).toBe('OL');
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Weigh', 'Feed']);
  });

  it('escapes markup in a text', () => {
    renderInShop(
      <RichText blocks={[{ type: 'paragraph', content: [{ text: '<script>alert(1)</script>' }] }]} />,
    );
    expect(screen.getByText('<script>alert(1)</script>')).not.toBeNull();
  });
});
