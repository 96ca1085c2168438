import { expect, it } from '@jest/globals';
import { findCallbackPath } from './callback-path.ts';

const siteOrigins = ['http://havero-be.localhost:3000', 'http://havero-be-fr.localhost:3000'];

it.each([
  ['/account/confirm/', '/account/confirm/'],
  ['/account/confirm/?next=//evil.example#top', '/account/confirm/'],
  ['/', '/'],
  ['http://havero-be.localhost:3000/account/confirm/', '/account/confirm/'],
  ['http://havero-be-fr.localhost:3000/account/confirm/?a=1', '/account/confirm/'],
  ['HTTP://HAVERO-BE.localhost:3000/account/', '/account/'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
])('reads the path of %j as %j', (address, path) => {
  expect(findCallbackPath(address, siteOrigins)).toBe(path);
});

it.each([
  '',
  'account/confirm/',
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  '/account\\..\\',
  '/.//evil.example/',
  '/account/..//evil.example/',
  'http://evil.example/account/confirm/',
  'https://havero-be.localhost:3000/account/confirm/',
  'http://havero-be.localhost/account/confirm/',
  'http://havero-be.localhost:3001/account/confirm/',
  'http://havero-nl.localhost:3000/account/confirm/',
  'http://user:pass@havero-be.localhost:3000/account/confirm/',
  'http://havero-be.localhost:3000@evil.example/',
  'http://havero-be.localhost:3000.evil.example/',
  'http:///havero-be.localhost:3000/account/',
  'http:havero-be.localhost:3000/account/',
  'http://',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://havero-be.localhost:3000/',
  ' /account/confirm/',
  '/account/confirm/ ',
  '/\t/evil.example/',
  '/account\n/confirm/',
  '/account/\u0000',
  '/\u200b/evil.example',
])('refuses %j', (address) => {
  expect(findCallbackPath(address, siteOrigins)).toBeNull();
});
