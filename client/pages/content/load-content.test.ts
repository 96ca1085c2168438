import { describe, expect, it } from '@jest/globals';
import { createContent, createLoadContext } from '../../../test/fixtures/client-shop.tsx';
import { type ContentLink, loadContent } from './load-content.ts';

const route: ContentLink = {
  kind: 'contentPage',
  contentPageId: 107,
  siteId: 1,
  languageId: 4,
  title: 'About Havero',
  alternates: [{ siteId: 1, languageId: 1, url: 'http://havero-nl.localhost:3000/over-havero/' }],
};

describe('loadContent', () => {
  it('returns the page, with a head from the page and its route', async () => {
    const content = createContent();
    const { context } = createLoadContext({ '/api/content/107': content });
    expect(await loadContent(context, route)).toEqual({
      status: 200,
      head: {
        title: 'About Havero',
        description: 'What the page is about.',
        canonicalPath: '/about-havero/',
        alternates: route.alternates,
        isIndexable: true,
      },
      data: { kind: 'content', content },
    });
  });

  it("returns the withdrawal labels of the site's legal profile on the withdrawal page only", async () => {
    const { context } = createLoadContext({
      '/api/content/107': createContent({ key: 'withdrawal' }),
      '/api/legal': {
        orderButton: 'Order with obligation to pay',
        withdrawalDays: 14,
        withdrawalButton: 'Words that begin',
        withdrawalConfirmation: 'Words that confirm',
        guaranteeNotice: null,
      },
    });
    expect(await loadContent(context, route)).toMatchObject({
      data: { withdrawalWords: { begin: 'Words that begin', confirm: 'Words that confirm' } },
    });
  });

  it.each([404, 500])(
    'rejects with the status %i of the backend, because the page data is critical',
    async (status) => {
      const { context } = createLoadContext({ '/api/content/107': status });
      await expect(loadContent(context, route)).rejects.toMatchObject({ name: 'ApiError', status });
    },
  );
});
