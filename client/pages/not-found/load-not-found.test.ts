import { describe, expect, it } from '@jest/globals';
import { createContent, createLoadContext } from '../../../test/fixtures/client-shop.tsx';
import { loadNotFound } from './load-not-found.ts';

describe('loadNotFound', () => {
  it("returns the site's own text with status 404, not indexed", async () => {
    const content = createContent({ contentPageId: 121, key: 'not-found', title: 'Not here' });
    const { context } = createLoadContext({ '/api/content/121': content });
    expect(await loadNotFound(context)).toEqual({
      status: 404,
      head: { title: 'Not here', description: null, canonicalPath: null, alternates: [], isIndexable: false },
      data: { kind: 'notFound', content },
    });
  });

  it('returns a 404 page if the text cannot be loaded', async () => {
    const { context } = createLoadContext({ '/api/content/121': 503 });
    expect(await loadNotFound(context)).toMatchObject({
      status: 404,
      head: { title: 'This page could not be found' },
      data: { content: null },
    });
  });
});
