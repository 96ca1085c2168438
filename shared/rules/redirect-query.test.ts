import { expect, it } from '@jest/globals';
import { addReturnPath } from './account/return-path.ts';
import { getResultPath } from './lab-result-path.ts';
import { hasSecretInUrl, hasSecretPath } from './redirect-query.ts';

const resultKey = 'Ab3-_6789012345678901Z';
const calculatorUrl = `/feed-advice/?rqs=${resultKey}&type=horse`;
const reportPath = getResultPath('/roughage-tests/', 'qs', resultKey);
const login = (path: string) => addReturnPath('/account/login/', path);

it.each([
  calculatorUrl,
  '/feed-advice/?horse=Bella&type=horse',
  reportPath,
  `https://havero.example${reportPath}`,
  '/account/confirm/?token=abc',
  login(calculatorUrl),
  login(reportPath),
  login(login(calculatorUrl)),
  `/account/login/?i=1&returnPath=%2Ffeed-advice%2F%3Frq%73%3D${resultKey}`,
])('hasSecretInUrl returns true for %s', (url) => {
  expect(hasSecretInUrl(url)).toBe(true);
});

it.each([
  '/feed-advice/?type=horse&work=light',
  '/roughage-tests/',
  '/account/login/',
  login('/account/orders/?p=2'),
  `/account/login/?returnPath=${'%2525'.repeat(5000)}`,
])('hasSecretInUrl returns false for %#', (url) => {
  expect(hasSecretInUrl(url)).toBe(false);
});

it.each([
  `/roughage-tests/rqs/${resultKey}/`,
  `https://havero.example/welke-ruwvoertest/qs/${resultKey}/`,
  // Characters that a mail program takes for part of the URL.
  `/roughage-tests/rqs/${resultKey})`,
  `/roughage-tests/rqs/${resultKey}./`,
  `/roughage-tests/RQS/${resultKey}/extra/`,
])('hasSecretPath returns true for %s', (path) => {
  expect([hasSecretPath(path), hasSecretInUrl(`${path}?utm_source=mail`)]).toEqual([true, true]);
});

it.each(['/', '/roughage-tests/', '/roughage-tests/rqs/', '/account/rqs-results/', '/rqs/a/', '/a/b/rqs/c/'])(
  'hasSecretPath returns false for %s',
  (path) => {
    expect(hasSecretPath(path)).toBe(false);
  },
);
