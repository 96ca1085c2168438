import { expect, it } from '@jest/globals';
import { hasSecret, hasSecretPath } from './way-query.ts';

const key = 'Ab3-_6789012345678901Z';

it.each([
  `/roughage-tests/rqs/${key}/`,
  `https://havero.example/welke-ruwvoertest/qs/${key}/`,
  // What a mail program takes for part of the address.
  `/roughage-tests/rqs/${key})`,
  `/roughage-tests/rqs/${key}./`,
  `/roughage-tests/RQS/${key}/extra/`,
])('takes %s for the secret of its reader', (path) => {
  expect([hasSecretPath(path), hasSecret(`${path}?utm_source=mail`)]).toEqual([true, true]);
});

it.each(['/', '/roughage-tests/', '/roughage-tests/rqs/', '/account/rqs-results/', '/rqs/a/', '/a/b/rqs/c/'])(
  'finds no secret in %s',
  (path) => {
    expect(hasSecretPath(path)).toBe(false);
  },
);
