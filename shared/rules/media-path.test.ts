import { describe, expect, it } from '@jest/globals';
import { getNewsItemPath, parseNewsItemPath } from './media-path.ts';

describe('parseNewsItemPath', () => {
  it('parses the result of getNewsItemPath', () => {
    expect(parseNewsItemPath(getNewsItemPath(9, 'hay-harvest'))).toEqual({
      contentPageId: 9,
      slug: 'hay-harvest',
    });
  });

  it.each([
    ['/media/9/', { contentPageId: 9, slug: null }],
    ['/media/9', { contentPageId: 9, slug: null }],
    ['/media/9/any-thing', { contentPageId: 9, slug: 'any-thing' }],
    ['/media/2147483647/x/', { contentPageId: 2147483647, slug: 'x' }],
  ])('finds the item of %s', (pathname, item) => {
    expect(parseNewsItemPath(pathname)).toEqual(item);
  });

  it.each([
    '/media/',
    '/media/0/x/',
    '/media/009/x/',
    '/media/hay-harvest/',
    '/media/9/a/b/',
    '/media/-9/x/',
    '/media/2147483648/x/',
    '/media/99999999999/x/',
    '/x/media/9/y/',
  ])('finds no item in %s', (pathname) => {
    expect(parseNewsItemPath(pathname)).toBeNull();
  });
});
