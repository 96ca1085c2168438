import { describe, expect, it } from '@jest/globals';
import { getCanonicalUrl } from './canonical-url.ts';
import type { Locale } from './localised-segments.ts';

describe('getCanonicalUrl', () => {
  it.each([
    '/',
    '/muesli/',
    '/muesli/?p=2',
    '/muesli/?p=3&ps=48',
    '/muesli/?utm_source=x&age-group=foal&p=2&b=1',
    '/muesli/?horse-type=horse&horse-type=pony&price-max=20&sort=-price',
    '/robots.txt',
    '/a/photo.jpg?v=1',
    '/nuvo-2.5/',
    '/zoeken/?q=hooi+en%20gras',
    '/caf%C3%A9/',
    '/muesli/?p=1&p=2',
    '/media/3/open-dag/',
    '/%2F%2Fevil/',
    '/muesli/?p=',
    '/muesli/?p=x',
    '/muesli/?p=0',
    '/site.webmanifest',
    '/archive.7z',
    '/Muesli/',
    '/media/9/a/',
    "/o'brien,a:b@c;d=e&f+g$h/",
  ])('accepts %s as canonical', (url) => {
    expect(getCanonicalUrl(url, 'nl')).toEqual({ kind: 'canonical' });
  });

  it.each<[string, Locale, string]>([
    ['/muesli', 'nl', '/muesli/'],
    ['/muesli?p=2', 'nl', '/muesli/?p=2'],
    ['/muesli/?p=1', 'nl', '/muesli/'],
    ['/muesli?ps=24&p=1', 'nl', '/muesli/'],
    ['/muesli/?price-min=&price-max=20&starch-sugar-max=', 'nl', '/muesli/?price-max=20'],
    ['/muesli/?z=2&p=1&b=1', 'nl', '/muesli/?z=2&b=1'],
    ['/muesli/?ps=48&p=3', 'nl', '/muesli/?p=3&ps=48'],
    ['/muesli/?horse-type=pony&horse-type=horse', 'nl', '/muesli/?horse-type=horse&horse-type=pony'],
    [
      '/muesli?sort=price&z=2&price-min=&age-group=foal&b=1&ps=24',
      'nl',
      '/muesli/?age-group=foal&z=2&sort=price&b=1',
    ],
    ['/zoeken/?sort=name&q=hooi+en%20gras', 'nl', '/zoeken/?q=hooi+en%20gras&sort=name'],
    ['/muesli/?%70=1', 'nl', '/muesli/'],
    ['/muesli/?', 'nl', '/muesli/'],
    ['/muesli/?&a=1&', 'nl', '/muesli/?a=1'],
    ['//muesli///sport//', 'nl', '/muesli/sport/'],
    ['/robots.txt/', 'nl', '/robots.txt'],
    ['/vergelijken', 'nl', '/vergelijken/'],
    ['/compare', 'nl', '/vergelijken/'],
    ['/Vergelijken/', 'nl', '/vergelijken/'],
    ['/search/?q=hay&p=1', 'nl', '/zoeken/?q=hay'],
    ['/zoeken?q=hooi', 'de', '/suche/?q=hooi'],
    ['/bestellen/login', 'et', '/kassa/login/'],
    ['/kassa/', 'de', '/kasse/'],
    ['/comparar/', 'it', '/confronta/'],
    ['//evil.example', 'nl', '/evil.example'],
    ['//evil.example/x', 'nl', '/evil.example/x/'],
    ['///evil.example/?p=1', 'nl', '/evil.example'],
    ['/\\evil.example', 'nl', '/%5Cevil.example'],
    ['/\\\\evil.example/', 'nl', '/%5C%5Cevil.example'],
    ['/caf\u00c3\u00a9/', 'nl', '/caf%C3%A9/'],
    ['/muesli#a/', 'nl', '/muesli%23a/'],
    ['/zoeken/?q="hooi"', 'nl', '/zoeken/?q=%22hooi%22'],
    ['/\\evil.example/x', 'nl', '/%5Cevil.example/x/'],
    ['/caf\u00c3\u00a9', 'nl', '/caf%C3%A9/'],
    ['/caf%c3%a9/', 'nl', '/caf%C3%A9/'],
    ['/%70aardenvoer/', 'nl', '/paardenvoer/'],
    ['/%7A%6f%65ken/?q=a', 'nl', '/zoeken/?q=a'],
    ['/muesli/./sport/../mash/', 'nl', '/muesli/mash/'],
    ['/muesli/%2e%2E/%2e/mash', 'nl', '/mash/'],
    ['/../../', 'nl', '/'],
    ['/Media/', 'nl', '/media/'],
    ['/MEDIA?utm_id=1', 'nl', '/media/?utm_id=1'],
    ['/Stock-Reminder/Confirm/?token=a', 'nl', '/stock-reminder/confirm/?token=a'],
    ['/Review/confirm', 'nl', '/review/confirm/'],
    ['/Robots.TXT/', 'nl', '/robots.txt'],
    ['/archive.7z/', 'nl', '/archive.7z'],
  ])('redirects %s on a %s host to %s', (url, locale, location) => {
    expect(getCanonicalUrl(url, locale)).toEqual({ kind: 'elsewhere', location });
  });

  it.each([
    '/%',
    '/%zz/',
    '/%C3/',
    '/\u00ff/',
    '/a/?q=%',
    '/a/?%E0%A4=1',
    '/a%00b/',
    '/a%0d%0aset-cookie:x/',
    'http://evil.example/',
    '*',
    '',
  ])('rejects %j as malformed', (url) => {
    expect(getCanonicalUrl(url, 'nl')).toEqual({ kind: 'malformed' });
  });

  it('rejects a path above 2,000 characters', () => {
    expect(getCanonicalUrl(`/${'a'.repeat(1998)}/`, 'nl')).toEqual({ kind: 'canonical' });
    expect(getCanonicalUrl(`/${'a'.repeat(1999)}/`, 'nl')).toEqual({ kind: 'tooLong' });
  });

  it('never needs a second hop and never leaves the host, whatever the URL contains', () => {
    const pieces = [
      '/',
      '//',
      '\\',
      'a',
      'compare',
      '.txt',
      '%2F',
      '%2e',
      '/..',
      'Media',
      '?',
      '&',
      'p=1',
      'ps=24',
      '&sale=yes',
      '&new=yes&',
      '#',
      ':',
      '@',
      'evil.example',
    ];
    const urls = pieces.flatMap((a) => pieces.flatMap((b) => pieces.map((c) => `/${a}${b}${c}`)));
    const bad = urls.filter((url) => {
      const first = getCanonicalUrl(url, 'nl');
      if (first.kind !== 'elsewhere') {
        return first.kind === 'canonical' && new URL(url, 'http://shop.example').host !== 'shop.example';
      }
      const isSameHost = /^\/(?![/\\])/.test(first.location);
      return !isSameHost || getCanonicalUrl(first.location, 'nl').kind !== 'canonical';
    });
    expect(bad).toEqual([]);
  });
});
