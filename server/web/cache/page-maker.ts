import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { matchShopRoute } from '../../../client/routes.ts';
import { ScopeError } from '../context/scope-error.ts';
import type { CallerFacts, ScopeResolver } from '../context/scope-resolver.ts';
import type { PageRenderer, RenderedPage } from '../render/page-renderer.ts';
import type { FinishedPage, MakePage } from './page-cache.ts';

/** Which page to make, and on whose account it is logged. Nothing here depends on the visitor. */
export interface PageOrder {
  /** Registered domain of site and language. */
  readonly domain: string;
  /** Path and query of the page's key. */
  readonly url: string;
  readonly caller: Omit<CallerFacts, 'signal'>;
}

export type PageMaker = (order: PageOrder) => MakePage;

/** The bytes of a document that is written piece by piece. */
async function collect(page: Extract<RenderedPage, { kind: 'document' }>): Promise<Buffer> {
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
  const { status, pageKind, timings, surrogateKeys, isComplete, hasTagManager } = page;
  return {
    kind: 'document',
    status,
    pageKind,
    timings,
    surrogateKeys,
    isComplete,
    ...(hasTagManager && { hasTagManager }),
    html: page.bytes ?? (await collect(page)),
  };
}

/** Makes the pages of the page cache: with a context of their own, so that no visitor's leaving or header has a part in them. */
export function createPageMaker(options: {
  resolveScope: ScopeResolver;
  renderPage: PageRenderer;
}): PageMaker {
  const { resolveScope, renderPage } = options;
  return ({ domain, url, caller }) =>
    async (signal) => {
      try {
        const context = await resolveScope({ ...caller, host: domain, signal });
        // A page for one visitor is not made here only to be thrown away.
        const { pathname } = new URL(url, context.origin);
        if (matchShopRoute(pathname, context.language.code).route.cachePolicy === 'private') {
          return { kind: 'other' };
        }
        return await finish(await renderPage({ context, url, signal }));
      } catch (error) {
        // The site is gone: its visitors are told so one by one.
        if (error instanceof ScopeError && error.status === 421) return { kind: 'other' };
        throw error;
      }
    };
}
