import { afterEach, describe, expect, it } from '@jest/globals';
import { act } from '@testing-library/react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { collectStaticHtml, StaticHtml, StaticHtmlProvider } from './StaticHtml.tsx';

const container = document.body;
let root: Root | undefined;

afterEach(() => {
  act(() => root?.unmount());
  container.innerHTML = '';
});

const sent = '<footer class="deep" data-static="footer"><a href="/delivery/">Delivery</a></footer>';

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
    container.innerHTML = sent;
    const link = container.querySelector('a');
    const complaints: unknown[] = [];
    const source = collectStaticHtml(document);
    act(() => {
      root = hydrateRoot(container, createTree(source), {
        onRecoverableError: (error) => complaints.push(error),
      });
    });
    act(() => root?.render(createTree(source, 'deep high')));
    expect(container.querySelector('a')).toBe(link);
    expect(container.querySelector('footer')?.className).toBe('deep high');
    expect(complaints).toEqual([]);
  });

  it('is restored if React has to render the document again', () => {
    container.innerHTML = sent;
    const source = collectStaticHtml(document);
    container.innerHTML = '';
    act(() => {
      root = createRoot(container);
      root.render(createTree(source));
    });
    expect(container.innerHTML).toBe(sent);
  });
});
