import { describe, expect, it } from '@jest/globals';
import { createCacheKey } from './cache-key.ts';

const keyParts = {
  method: 'GET',
  path: '/api/products/1',
  scope: { siteId: 1, languageId: 1 },
  body: undefined,
};

describe('createCacheKey', () => {
  it.each([
    ['method', { method: 'POST' }],
    ['path', { path: '/api/products/2' }],
    ['query', { path: '/api/products/1?a=1' }],
    ['site', { scope: { siteId: 2, languageId: 1 } }],
    ['language', { scope: { siteId: 1, languageId: 2 } }],
    ['the absence of a scope', { scope: null }],
    ['body', { body: { page: 2 } }],
  ])('creates different keys for calls that differ by %s', (_what, change) => {
    expect(createCacheKey({ ...keyParts, ...change })).not.toBe(createCacheKey(keyParts));
  });

  it('distinguishes site 1, language 11 from site 11, language 1', () => {
    const one = createCacheKey({ ...keyParts, scope: { siteId: 1, languageId: 11 } });
    expect(createCacheKey({ ...keyParts, scope: { siteId: 11, languageId: 1 } })).not.toBe(one);
  });

  it('ignores the order of the query and of the keys of a body', () => {
    expect(createCacheKey({ ...keyParts, path: '/api/x?b=2&a=1' })).toBe(
      createCacheKey({ ...keyParts, path: '/api/x?a=1&b=2' }),
    );
    expect(createCacheKey({ ...keyParts, body: { a: [{ c: 1, d: 2 }], b: 1 } })).toBe(
      createCacheKey({ ...keyParts, body: { b: 1, a: [{ d: 2, c: 1 }] } }),
    );
  });

  it('distinguishes bodies with another list order or other value types', () => {
    expect(createCacheKey({ ...keyParts, body: [1, 2] })).not.toBe(
      createCacheKey({ ...keyParts, body: [2, 1] }),
    );
    expect(createCacheKey({ ...keyParts, body: { a: 1 } })).not.toBe(
      createCacheKey({ ...keyParts, body: { a: '1' } }),
    );
  });

  it('creates a short key that contains nothing of the body', () => {
    const key = createCacheKey({ ...keyParts, body: { term: 'x'.repeat(10_000) } });
    expect(key.length).toBeLessThan(120);
    expect(key).not.toContain('xxx');
  });

  it('does not depend on time, country or visitor', () => {
    const scope = { siteId: 1, languageId: 1, now: new Date(1), country: 'DE', session: 'abc' };
    expect(createCacheKey({ ...keyParts, scope })).toBe(createCacheKey(keyParts));
  });
});
