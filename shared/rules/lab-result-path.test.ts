import { expect, it } from '@jest/globals';
import { getResultPath, isResultKey, parseResultPath } from './lab-result-path.ts';

const key = 'Ab3-_6789012345678901Z';

it('parses the path that it creates', () => {
  const path = getResultPath('/ruwvoertesten/', 'rqs', key);
  expect(path).toBe(`/ruwvoertesten/rqs/${key}/`);
  expect(parseResultPath(path)).toEqual({ pagePath: '/ruwvoertesten/', kind: 'rqs', key });
  expect(parseResultPath(`/ruwvoertesten/qs/${key}`)).toMatchObject({ kind: 'qs' });
});

it.each([
  `/rqs/${key}/`,
  `/a/b/rqs/${key}/`,
  `/a/RQS/${key}/`,
  `/a/rqs/${key.slice(1)}/`,
  `/a/rqs/${key}x/`,
  `/a/rqs/${key}/b/`,
  `/a/rqs/${key.slice(1)}./`,
])('rejects the path %s', (path) => {
  expect(parseResultPath(path)).toBeNull();
});

it('recognises the format of a key', () => {
  expect(isResultKey(key)).toBe(true);
  expect(isResultKey(`${key}\n`)).toBe(false);
  expect(isResultKey('')).toBe(false);
});
