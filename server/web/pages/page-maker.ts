import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { matchScreen } from '../../../client/pages/all-pages.ts';
import { isPrivate } from '../../../client/pages/is-private.ts';
import type { ScreenMatch } from '../../../client/pages/page-definition.ts';
import type { RequestContext } from '../context/request-context.ts';
import { ScopeError } from '../context/scope-error.ts';
import { pickPowers } from '../middleware/security-headers.ts';
import type { PageRenderer, RenderedPage } from '../render/page-renderer.ts';
import type { FinishedPage, MakePage } from './page-cache.ts';

/** Which page to make. Nothing here depends on the visitor. */
export interface PageOrder {
  /**
   * Gives the page a context of its own, so that no visitor's leaving or header has a part in it.
   *
   * @throws ScopeError where the site is gone
   */
  readonly createContext: (signal: AbortSignal) => Promise<RequestContext> | RequestContext;
  /** Path and query of the page's key. */
  readonly url: string;
  /** The screen that has the path; looked up where it is not given. */
  readonly screen?: ScreenMatch | null;
}

export type PageMaker = (order: PageOrder) => MakePage;

/** The bytes of a document, also of one that is written piece by piece. */
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

async function finish(page: RenderedPage): Promise<FinishedPage> {
  if (page.kind === 'redirect' || page.cachePolicy === 'private') return { kind: 'other' };
  const { status, pageKind, timings, surrogateKeys, isComplete } = page;
  return {
    kind: 'document',
    status,
    pageKind,
    timings,
    surrogateKeys,
    isComplete,
    ...pickPowers(page),
    html: await collectDocument(page),
  };
}

/** Makes the pages of the page cache. */
export function createPageMaker({ renderPage }: { renderPage: PageRenderer }): PageMaker {
  return ({ createContext, url, screen }) =>
    async (signal) => {
      try {
        const context = await createContext(signal);
        const { pathname, searchParams } = new URL(url, context.origin);
        const ownScreen = screen === undefined ? matchScreen(pathname, context.language.code) : screen;
        // A page for one visitor is not made here only to be thrown away.
        if (ownScreen && isPrivate(ownScreen.page, searchParams)) return { kind: 'other' };
        return await finish(await renderPage({ context, url, screen: ownScreen }));
      } catch (error) {
        // The site is gone: its visitors are told so one by one.
        if (error instanceof ScopeError && error.status === 421) return { kind: 'other' };
        throw error;
      }
    };
}
