import { describe, expect, it } from '@jest/globals';
import { createContent, createLoadContext } from '../../../test/fixtures/client-shop.tsx';
import { loadNotFound } from './load-not-found.ts';

describe('loadNotFound', () => {
  it("gives the site's own text with status 404, out of every index", async () => {
    const content = createContent({ contentPageId: 121, key: 'not-found', title: 'Not here' });
    const { context } = createLoadContext({ '/api/content/121': content });
    expect(await loadNotFound(context)).toEqual({
      status: 404,
      head: { title: 'Not here', description: null, canonicalPath: null, alternates: [], isIndexable: false },
      data: { kind: 'notFound', content },
    });
  });

  it('is still a 404 page where the text cannot be had', async () => {
    const { context } = createLoadContext({ '/api/content/121': 503 });
    expect(await loadNotFound(context)).toMatchObject({
      status: 404,
      head: { title: 'This page could not be found' },
      data: { content: null },
    });
  });
});
