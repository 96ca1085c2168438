import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { isPrivate } from '../../../client/pages/is-private.ts';
import type { StaticRouteMatch } from '../../../client/pages/page-definition.ts';
import { matchStaticRoute } from '../../../client/pages/register-all-pages.ts';
import type { RequestContext } from '../context/request-context.ts';
import { ScopeError } from '../context/scope-error.ts';
import { pickCapabilities } from '../middleware/security-headers.ts';
import type { PageRenderer, RenderedPage } from '../render/page-renderer.ts';
import type { FinishedPage, MakePage } from './page-cache.ts';

/** Page to render. It does not depend on the visitor. */
export interface PageRenderRequest {
  /**
   * Creates a separate context for the page, so that neither the visitor's disconnecting nor their headers
   * affect it.
   *
   * @throws ScopeError if the site no longer exists
   */
  readonly createContext: (signal: AbortSignal) => Promise<RequestContext> | RequestContext;
  /** Path and query of the page's key. */
  readonly url: string;
  /** Static route of the path; looked up if omitted. */
  readonly staticRoute?: StaticRouteMatch | null;
}

export type PageMaker = (order: PageRenderRequest) => MakePage;

/** Returns the bytes of a document, also of a streamed one. */
export async function collectDocument(page: Extract<RenderedPage, { kind: 'document' }>): Promise<Buffer> {
  if (page.bytes) return page.bytes;
  const chunks: Buffer[] = [];
  const destination = new Writable({
    write(chunk: Buffer | string, encoding, done) {
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
      done();
    },
  });
  const whole = finished(destination);
  page.pipe(destination);
  await whole;
  return Buffer.concat(chunks);
}

async function finishPage(page: RenderedPage): Promise<FinishedPage> {
  if (page.kind === 'redirect' || page.cachePolicy === 'private') return { kind: 'other' };
  const { status, pageKind, timings, surrogateKeys, isComplete } = page;
  return {
    kind: 'document',
    status,
    pageKind,
    timings,
    surrogateKeys,
    isComplete,
    ...pickCapabilities(page),
    html: await collectDocument(page),
  };
}

/** Creates the renderer of the page cache. */
export function createPageMaker({ renderPage }: { renderPage: PageRenderer }): PageMaker {
  return ({ createContext, url, staticRoute: screen }) =>
    async (signal) => {
      try {
        const context = await createContext(signal);
        const { pathname, searchParams } = new URL(url, context.origin);
        const matchedRoute =
          screen === undefined ? matchStaticRoute(pathname, context.language.code) : screen;
        // A private page is not rendered here, because the result would be discarded.
        if (matchedRoute && isPrivate(matchedRoute.page, searchParams)) return { kind: 'other' };
        return await finishPage(await renderPage({ context, url, staticRoute: matchedRoute }));
      } catch (error) {
        // The site no longer exists; each request gets its own error.
        if (error instanceof ScopeError && error.status === 421) return { kind: 'other' };
        throw error;
      }
    };
}
