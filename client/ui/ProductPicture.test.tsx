import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { ProductPicture } from './ProductPicture.tsx';

const picture = { hash: '0123456789abcdef', width: 520, height: 616, alt: 'Bag of mash' };

afterEach(cleanup);

describe('ProductPicture', () => {
  it("offers AVIF, then WebP, then PNG in the server's widths up to the maximum width", () => {
    const { container } = render(<ProductPicture picture={picture} sizes="45vw" maxWidth={480} />);
    const sources = [...container.querySelectorAll('source')];
    expect(sources.map((source) => source.type)).toEqual(['image/avif', 'image/webp']);
    expect(sources[0]?.getAttribute('srcset')).toBe(
      '/images/0123456789abcdef/96.avif 96w, /images/0123456789abcdef/260.avif 260w, /images/0123456789abcdef/480.avif 480w',
    );
    expect(screen.getByRole('img').getAttribute('src')).toBe('/images/0123456789abcdef/480.png');
  });

  it('reserves its space and is loaded when it gets near the viewport', () => {
    render(<ProductPicture picture={picture} sizes="45vw" />);
    const image = screen.getByRole('img', { name: 'Bag of mash' });
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['520', '616']);
    expect(image.getAttribute('loading')).toBe('lazy');
  });

  it('is loaded at once with high priority if it is visible without scrolling', () => {
    render(<ProductPicture picture={picture} sizes="45vw" priority />);
    const image = screen.getByRole('img');
    expect(image.getAttribute('loading')).toBe('eager');
    expect(image.getAttribute('fetchpriority')).toBe('high');
  });

  it('has an empty alternative text if the name is next to it', () => {
    render(<ProductPicture picture={picture} sizes="45vw" alt="" />);
    expect(screen.queryByRole('img')).toBeNull();
  });
});
