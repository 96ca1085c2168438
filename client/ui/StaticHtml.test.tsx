import { afterEach, describe, expect, it } from '@jest/globals';
import { act } from '@testing-library/react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { collectStaticHtml, StaticHtml, StaticHtmlProvider } from './StaticHtml.tsx';

const pageBody = document.body;
let reactRoot: Root | undefined;

afterEach(() => {
  act(() => reactRoot?.unmount());
  pageBody.innerHTML = '';
});

const sentHtml = '<footer class="deep" data-static="footer"><a href="/delivery/">Delivery</a></footer>';

/** The part as in the browser build, without its content. */
const createTree = (source: Parameters<typeof StaticHtmlProvider>[0]['source'], className = 'deep') => (
  <StaticHtmlProvider source={source}>
    <StaticHtml as="footer" name="footer" className={className}>
      {null}
    </StaticHtml>
  </StaticHtmlProvider>
);

describe('StaticHtml', () => {
  it("keeps the server's nodes in the browser without a hydration error", () => {
    pageBody.innerHTML = sentHtml;
    const link = pageBody.querySelector('a');
    const complaints: unknown[] = [];
    const source = collectStaticHtml(document);
    act(() => {
      reactRoot = hydrateRoot(pageBody, createTree(source), {
        onRecoverableError: (error) => complaints.push(error),
      });
    });
    act(() => reactRoot?.render(createTree(source, 'deep high')));
    expect(pageBody.querySelector('a')).toBe(link);
    expect(pageBody.querySelector('footer')?.className).toBe('deep high');
    expect(complaints).toEqual([]);
  });

  it('is restored if React has to render the document again', () => {
    pageBody.innerHTML = sentHtml;
    const source = collectStaticHtml(document);
    pageBody.innerHTML = '';
    act(() => {
      reactRoot = createRoot(pageBody);
      reactRoot.render(createTree(source));
    });
    expect(pageBody.innerHTML).toBe(sentHtml);
  });
});
