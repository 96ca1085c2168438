import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { ProductPicture } from './ProductPicture.tsx';

const picture = { hash: '0123456789abcdef', width: 520, height: 616, alt: 'Bag of mash' };

afterEach(cleanup);

describe('product picture', () => {
  it('offers AVIF, then WebP, then PNG, in the widths that the server makes, none wider than wanted', () => {
    const { container } = render(<ProductPicture picture={picture} sizes="45vw" maxWidth={480} />);
    const sources = [...container.querySelectorAll('source')];
    expect(sources.map((source) => source.type)).toEqual(['image/avif', 'image/webp']);
    expect(sources[0]?.getAttribute('srcset')).toBe(
      '/images/0123456789abcdef/96.avif 96w, /images/0123456789abcdef/260.avif 260w, /images/0123456789abcdef/480.avif 480w',
    );
    expect(screen.getByRole('img').getAttribute('src')).toBe('/images/0123456789abcdef/480.png');
  });

  it('keeps its place before it arrives, and waits until it comes near', () => {
    render(<ProductPicture picture={picture} sizes="45vw" />);
    const image = screen.getByRole('img', { name: 'Bag of mash' });
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['520', '616']);
    expect(image.getAttribute('loading')).toBe('lazy');
  });

  it('is fetched at once and first where it is seen without scrolling', () => {
    render(<ProductPicture picture={picture} sizes="45vw" priority />);
    const image = screen.getByRole('img');
    expect(image.getAttribute('loading')).toBe('eager');
    expect(image.getAttribute('fetchpriority')).toBe('high');
  });

  it('is silent where the name stands beside it', () => {
    render(<ProductPicture picture={picture} sizes="45vw" alt="" />);
    expect(screen.queryByRole('img')).toBeNull();
  });
});
