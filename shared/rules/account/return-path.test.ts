import { expect, it } from '@jest/globals';
import { addReturnPath, parseReturnPath } from './return-path.ts';

it.each([
  ['/account/orders/', '/account/orders/'],
  ['/account/orders/?p=2', '/account/orders/?p=2'],
  ['/account/../cart/', '/cart/'],
  [null, null],
  ['', null],
  ['account/', null],
  ['//evil.example/', null],
  ['/\\evil.example/', null],
  ['/\t/evil.example/', null],
  ['/%0a/evil', '/%0a/evil'],
  ['https://evil.example/', null],
  ['javascript:alert(1)', null],
  ['/a\\b', null],
  ['/./\\evil.example', null],
  // Would contain another host after its dot segments are resolved.
  ['/.//evil.example/', null],
  [`/${'a'.repeat(600)}`, null],
])('reads %j as %j', (text, path) => {
  expect(parseReturnPath(text)).toBe(path);
});

it('restores the path that was written', () => {
  const url = new URL(addReturnPath('/account/login/', '/account/orders/?p=2'), 'http://own.example');
  expect(parseReturnPath(url.searchParams.get('returnPath'))).toBe('/account/orders/?p=2');
});
