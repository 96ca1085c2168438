import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import request from 'supertest';
import type { ActionResult } from '../../client/forms/action-result.ts';
import { matchStaticRoute } from '../../client/pages/register-all-pages.ts';
import { type DehydratedState, rehydrateState } from '../../client/store/dehydrated-state.ts';
import { createLog } from '../../server/platform/logging.ts';
import { createTrace } from '../../server/platform/trace-context.ts';
import { createScopeResolver } from '../../server/web/context/scope-resolver.ts';
import { createHostDirectory } from '../../server/web/context/site-hosts.ts';
import { collectDocument } from '../../server/web/pages/page-maker.ts';
import { readAssetManifest } from '../../server/web/render/asset-manifest.ts';
import { readMessages } from '../../server/web/render/messages.ts';
import type { PageRenderer } from '../../server/web/render/page-renderer.ts';
import { createPageRenderer } from '../../server/web/render/render-page.tsx';
import { ApiError } from '../../shared/api/api-error.ts';
import { type ApiRequest, type ApiTransport, createApi } from '../../shared/api/client.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createVisitorCart } from '../fixtures/client-shop.tsx';
import { hostileText, hostileTexts, INJECTED_ELEMENT_ID } from '../fixtures/hostile-texts.ts';

const root = path.join(import.meta.dirname, '../..');
const host = 'en.havero-nl.localhost';
const scope = { siteid: '1', languageid: '4' };

let backend: BackendFixture;
let renderPage: PageRenderer;

beforeAll(async () => {
  backend = await openBackendFixture();
  renderPage = createPageRenderer({
    manifest: readAssetManifest(path.join(root, 'dist/server/asset-manifest.json')),
    getMessages: readMessages(path.join(root, 'locales')),
    reportsErrors: true,
    timeouts: { requestMs: 20_000, optionalMs: 20_000 },
  });
});

afterAll(() => backend?.close());

/** Cached responses of the real backend; a tag manager container is configured. */
const cachedAnswers = new Map<string, { readonly status: number; readonly body: unknown }>();

async function askBackend({ name, call, path: url, body }: ApiRequest) {
  const key = `${url} ${JSON.stringify(body)}`;
  let answer = cachedAnswers.get(key);
  if (!answer) {
    const sent = request(backend.app)[call.method === 'POST' ? 'post' : 'get'](url).set(scope);
    const response = await (typeof body === 'object' && body !== null ? sent.send(body) : sent);
    const hasContainer = name === 'fetchSiteByDomain' && response.status === 200;
    answer = {
      status: response.status,
      body: hasContainer ? { ...response.body, gtmContainerId: 'GTM-ABC123' } : response.body,
    };
    cachedAnswers.set(key, answer);
  }
  return answer;
}

/** Path of a string in a response, without list indexes: `searchProducts.items.*.title`. */
type StringPath = string;
type TextChange = (shape: StringPath, text: string) => string;

function changeTexts(value: unknown, shape: StringPath, change: TextChange): unknown {
  if (typeof value === 'string') return change(shape, value);
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, `${shape}.*`, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, changeTexts(member, `${shape}.${name}`, change)]),
  );
}

interface PageVisit {
  readonly url: string;
  readonly form?: ActionResult;
  /** Error of a call, instead of a response. */
  readonly fail?: (name: ApiRequest['name']) => ApiError | undefined;
}

const productPath = '/prado-balance-muesli/';

/** Pages for visitors, and the status of each. */
const testedVisits: Readonly<Record<string, PageVisit & { readonly status: number }>> = {
  home: { url: '/', status: 200 },
  category: { url: '/horse-feed/muesli/', status: 200 },
  product: { url: productPath, status: 200 },
  search: { url: `/search/?q=${encodeURIComponent(hostileText.slice(0, 190))}`, status: 200 },
  results: { url: '/search/?q=muesli', status: 200 },
  compare: { url: '/compare/?ids=101,102', status: 200 },
  content: { url: '/silo-supply/', status: 200 },
  article: { url: '/how-to-build-a-ration/', status: 200 },
  faq: { url: '/frequently-asked-questions-about-feed-advice/', status: 200 },
  'advice category': { url: '/advice-building-a-ration/', status: 200 },
  blog: { url: '/blog/', status: 200 },
  film: { url: '/what-does-a-scoop-weigh/', status: 200 },
  jobs: { url: '/jobs/', status: 200 },
  'not found': { url: '/nothing-here/', status: 404 },
  media: { url: '/media/', status: 200 },
  'sent form': { url: '/form/sent/', status: 200 },
  'mailed link': { url: `/review/confirm/?token=${'a'.repeat(43)}`, status: 200 },
};

/**
 * Strings that control how other texts are read: each alone may be hostile, but with all of them there is no
 * page.
 */
const structuralStringPattern = /(\.(kind|\w+On|regionCode)|\.openingHours\.\*\.(from|to))$/;

/**
 * Number of texts that are hostile in one page at once. They are far from each other in the responses, so
 * that none hides another. If the page cannot be rendered with them, each is tried alone.
 */
const HOSTILE_TEXTS_PER_PAGE = 6;

/**
 * Shapes that an earlier page has tried, and whether that page was rendered: all pages share menu, sites and
 * languages.
 */
const renderedByStringPath = new Map<StringPath, boolean>();

/** Renders a visit with every text changed, and returns the shapes of the texts. */
async function visit({ url, form, fail }: PageVisit, change: TextChange = (_shape, text) => text) {
  const shapes = new Set<StringPath>();
  const transport: ApiTransport = async (call) => {
    const failure = fail?.(call.name);
    if (failure) throw failure;
    const { status, body } = await askBackend(call);
    if (status !== 200) throw new ApiError('status', { status, body });
    return changeTexts(body, call.name, (shape, text) => {
      shapes.add(shape);
      return change(shape, text);
    });
  };
  const resolveScope = createScopeResolver({
    createApi: () => createApi(transport),
    publicAddress: { webPort: 3000 },
    siteDomains: new Map(),
    hosts: createHostDirectory(new Map(), () => 0),
    clock: () => new Date('2026-11-05T12:00:00Z'),
    optionalTimeoutMs: 20_000,
  });
  const context = await resolveScope({
    host,
    requestId: '00000000-0000-4000-8000-000000000000',
    trace: createTrace(undefined),
    log: createLog({ name: 'web', level: 'silent' }),
    startedAt: 0,
    signal: new AbortController().signal,
  });
  const page = await renderPage({
    context,
    url,
    staticRoute: matchStaticRoute(new URL(url, context.origin).pathname, context.language.code),
    visitor: {
      api: context.api,
      cart: createVisitorCart(),
      mayBeSignedIn: true,
      sendForm: () => Promise.resolve(null),
      sendFormToken: () => {},
      listCookies: () => [],
    },
    ...(form && { form }),
  });
  return {
    shapes,
    page,
    html: page.kind === 'document' ? (await collectDocument(page)).toString() : '',
  };
}

/** Returns whether a document contains a hostile text unescaped. */
const isOpen = (html: string) =>
  html.includes(`<h1 id="${INJECTED_ELEMENT_ID}"`) || html.includes('<!--<script>');

type Element = DefaultTreeAdapterTypes.Element;

/** Returns all elements, in document order. */
function listElements(parent: DefaultTreeAdapterTypes.ParentNode, into: Element[] = []): Element[] {
  for (const child of parent.childNodes) {
    if (!('tagName' in child)) continue;
    into.push(child);
    listElements(child, into);
    if ('content' in child) listElements(child.content, into);
  }
  return into;
}

const getAttribute = ({ attrs }: Element, wanted: string) => attrs.find(({ name }) => name === wanted)?.value;
const readElementText = (element: Element | undefined): string =>
  element?.childNodes.map((child) => ('value' in child ? child.value : '')).join('') ?? '';

/** Returns the document as a browser parses it, and its serialised state. */
function read(html: string) {
  // A complete DOM would double the cost and is not needed. With scripting disabled, elements in <noscript>
  // count.
  const elements = listElements(parse(html, { scriptingEnabled: false }));
  const scripts = elements.filter(({ tagName }) => tagName === 'script');
  const byId = (id: string) => elements.find((element) => getAttribute(element, 'id') === id);
  return {
    injected: byId(INJECTED_ELEMENT_ID) ?? null,
    scripts: scripts.map((script) => getAttribute(script, 'type') ?? ''),
    handlers: elements.filter(({ attrs }) => attrs.some(({ name }) => /^on(focus|click|error)$/.test(name))),
    state: rehydrateState(
      (JSON.parse(readElementText(byId('app-state'))) as { state: DehydratedState }).state,
    ),
    things: scripts
      .filter((script) => getAttribute(script, 'type') === 'application/ld+json')
      .map((script) => JSON.parse(readElementText(script)) as unknown),
  };
}

describe.each(Object.entries(testedVisits))(
  'hostile text on the page of kind %s',
  (_kind, { status, ...wanted }) => {
    it('is rendered as text in every string of each response, alone and all together', async () => {
      const { shapes, page } = await visit(wanted);
      expect(page).toMatchObject({ kind: 'document', status });

      /** Renders with some texts hostile; returns whether the page was rendered. */
      const poison = async (some: readonly StringPath[]): Promise<boolean> => {
        const poisoned = await visit(wanted, (at, text) =>
          some.includes(at) ? `${text}${hostileText}` : text,
        ).catch(
          // A required text may prevent the page: the last-resort page shows no text of the backend.
          () => null,
        );
        if (!poisoned) return false;
        expect({ some, isOpen: isOpen(poisoned.html) }).toEqual({ some, isOpen: false });
        return poisoned.page.kind === 'document' && poisoned.page.status === status;
      };
      const untried = [...shapes].filter((shape) => !renderedByStringPath.has(shape));
      const isAlone = (shape: StringPath) => structuralStringPattern.test(shape);
      const shown = untried.filter((shape) => !isAlone(shape));
      const count = Math.ceil(shown.length / HOSTILE_TEXTS_PER_PAGE);
      const groups = Array.from({ length: count }, (_, group) =>
        shown.filter((_shape, index) => index % count === group),
      );
      for (const group of groups) {
        const isShown = await poison(group);
        for (const shape of group) renderedByStringPath.set(shape, isShown || (await poison([shape])));
      }
      for (const shape of untried.filter(isAlone)) {
        await poison([shape]);
        renderedByStringPath.set(shape, false);
      }
      const harmless = new Set([...shapes].filter((shape) => renderedByStringPath.get(shape)));
      // Most texts are only displayed: they can all be hostile at once.
      expect(harmless.size).toBeGreaterThan(shapes.size / 2);

      const { html } = await visit(wanted, (at, text) => (harmless.has(at) ? `${text}${hostileText}` : text));
      const { injected, scripts, handlers, state } = read(html);
      expect(injected).toBeNull();
      expect(handlers).toEqual([]);
      expect(
        scripts.every((type) => ['module', 'application/json', 'application/ld+json'].includes(type)),
      ).toBe(true);
      expect(state.scope.site.gtmContainerId).toContain('GTM-ABC123');
      expect(JSON.stringify(state)).toContain(JSON.stringify(hostileText).slice(1, -1));
    });
  },
);

const createFailingRoute = (error: ApiError) => (name: ApiRequest['name']) =>
  name === 'fetchRoute' ? error : undefined;

describe('hostile text in visitor input', () => {
  // A control character in a path is refused before a page is rendered.
  const inPaths = hostileTexts.filter((text) => !/\p{Cc}/u.test(text));
  it.each(inPaths)(
    'is rendered as text in the path of a page with status 404, 500 and 503: %j',
    async (text) => {
      const pathname = `/feed/${encodeURIComponent(text.toWellFormed())}/`;
      for (const [status, fail] of [
        [404, undefined],
        [500, createFailingRoute(new ApiError('status', { status: 500 }))],
        [503, createFailingRoute(new ApiError('timeout'))],
      ] as const) {
        const { page, html } = await visit({ url: pathname, ...(fail && { fail }) });
        expect(page).toMatchObject({ kind: 'document', status });
        expect(isOpen(html)).toBe(false);
        const { injected, state } = read(html);
        expect(injected).toBeNull();
        // The path is a key of the routing state.
        expect(state.routing.byPath).toEqual({ [decodeURIComponent(pathname)]: { error: { status } } });
        expect(state.page.virtualPath).toBe(decodeURIComponent(pathname));
      }
    },
  );

  it.each(hostileTexts)(
    'is rendered as text in every field of a refused form, including field names: %j',
    async (text) => {
      const form: ActionResult = {
        form: 'review',
        of: text,
        status: 'refused',
        values: { title: text, text, [text]: text },
        problems: [
          { field: 'title', code: 'required' },
          { field: text, code: text },
          { field: null, code: text },
        ],
      };
      for (const sent of [form, { ...form, form: text }, { ...form, of: '' }]) {
        const { html } = await visit({ url: productPath, form: sent });
        expect(isOpen(html)).toBe(false);
        const { injected, handlers, state } = read(html);
        expect(injected).toBeNull();
        expect(handlers).toEqual([]);
        expect(state.request.form).toEqual(sent);
      }
    },
  );
});
