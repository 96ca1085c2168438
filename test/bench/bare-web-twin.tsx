// The bare twin of the web: serves the same pages without the web's other work, as a baseline. A plain
// `node:http` server that makes the same calls to the backend with the built-in fetch, renders the same React
// tree with `renderToPipeableStream` and sends the same state. Built with the project's esbuild
// configuration, for `npm run bench`.
//
// Arguments: port, backend address, folder of the build (`dist/server`), public port, cache time of responses
// in ms.

import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { constants, createBrotliCompress } from 'node:zlib';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '../../client/App.tsx';
import { createShopLocalization } from '../../client/create-shop-localization.ts';
import { loadPage } from '../../client/load-page.ts';
import { NavigationProvider } from '../../client/navigation/navigation-context.tsx';
import { createNavigationStore } from '../../client/navigation/navigation-state.ts';
import { matchStaticRoute } from '../../client/pages/register-all-pages.ts';
import type { Boot } from '../../client/start/boot-data.ts';
import { type AppState, createAppStore } from '../../client/store/app-store.ts';
import { dehydrateState } from '../../client/store/dehydrated-state.ts';
import type { Shop } from '../../client/store/shop.tsx';
import { addRoutingEntry } from '../../client/store/show-page.ts';
import { createLog } from '../../server/platform/logging.ts';
import { loadScopeState } from '../../server/web/context/load-scope-state.ts';
import type { RequestContext } from '../../server/web/context/request-context.ts';
import { createSiteHosts } from '../../server/web/context/site-hosts.ts';
import { readAssetManifest } from '../../server/web/render/asset-manifest.ts';
import { readMessages } from '../../server/web/render/messages.ts';
import { PageChunks, type PageFiles } from '../../server/web/render/page-chunks.ts';
import { stringifySafely } from '../../server/web/render/safe-json.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { type Api, createApi } from '../../shared/api/client.ts';
import { brandKeys } from '../../shared/rules/brand-name.ts';
import { getPublicOrigin } from '../../shared/rules/public-origin.ts';

const [port = '', backend = '', serverFolder = '', publicPort = '', heldMs = '0'] = process.argv.slice(2);
const manifest = readAssetManifest(path.join(serverFolder, 'asset-manifest.json'));
const getMessages = readMessages(path.join(serverFolder, 'locales'));
const log = createLog({ name: 'twin', level: 'silent' });
const assets = { mainCss: manifest.mainCss, deferredCss: manifest.deferredCss, fonts: manifest.fonts };
const apiTimeouts = { requestTimeoutMs: 20_000, optionalTimeoutMs: 2000 };

const answersByRequest = new Map<string, { readonly answer: Promise<unknown>; readonly until: number }>();
const apisByScope = new Map<string, Api>();
const shopsByScope = new Map<string, Shop>();
/** Files by path. They do not change while the benchmark runs. */
const filesByPath = new Map<string, PageFiles>();

/** Returns the typed client over the built-in fetch, with or without a response cache. */
function getOrCreateApi(siteId: number | null, languageId: number): Api {
  const scopeKey = `${siteId} ${languageId}`;
  let api = apisByScope.get(scopeKey);
  if (!api) {
    api = createApi(({ call, path: callPath, body }) => {
      const send = async () => {
        const answer = await fetch(backend + callPath, {
          method: call.method,
          headers: {
            ...(siteId === null
              ? {}
              : { siteid: `${siteId}`, languageid: `${languageId}`, datetime: new Date().toISOString() }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        if (!answer.ok) throw new ApiError('status', { status: answer.status });
        return answer.json();
      };
      if (Number(heldMs) === 0) return send();
      const key = `${scopeKey} ${callPath} ${body === undefined ? '' : JSON.stringify(body)}`;
      const known = answersByRequest.get(key);
      if (known && performance.now() < known.until) return known.answer;
      const answer = send();
      answersByRequest.set(key, { answer, until: performance.now() + Number(heldMs) });
      return answer;
    });
    apisByScope.set(scopeKey, api);
  }
  return api;
}

async function createRequestContext(host: string): Promise<RequestContext> {
  const globalApi = getOrCreateApi(null, 0);
  const sites = await globalApi.fetchSites();
  const served = createSiteHosts(sites, new Map()).get(host);
  if (!served) throw new Error(`No shop at ${host}`);
  const [site, settings, languages, countries] = await Promise.all([
    globalApi.fetchSiteByDomain({ query: { domain: served.backendDomain } }),
    globalApi.fetchSiteSettings({ params: { id: served.site.siteId } }),
    globalApi.fetchLanguages(),
    globalApi.fetchCountries(),
  ]);
  const { languageId, ...siteItself } = site;
  const language = languages.find((entry) => entry.languageId === languageId);
  const country = countries.find((entry) => entry.countryId === site.countryId);
  const domain = site.languages.find((entry) => entry.languageId === languageId)?.domain ?? site.domain;
  if (!language || !country) throw new Error('The site has no language or country');
  const getOriginOf = (other: string) => getPublicOrigin(other, { port: Number(publicPort), webPort: 0 });
  const context: RequestContext = {
    site: siteItself,
    settings,
    language,
    regionCode: country.regionCode,
    domain,
    origin: getOriginOf(domain),
    requestId: '',
    now: new Date(),
    signal: neverAbortedSignal,
    log,
    api: getOrCreateApi(site.siteId, languageId),
    critical: {},
    directory: { sites, languages, countries },
    createApiOf: getOrCreateApi,
    getOriginOf,
    optionalTimeoutMs: apiTimeouts.optionalTimeoutMs,
    preview: null,
    withSignal: () => context,
    withPreview: () => context,
  };
  return context;
}

const neverAbortedSignal = new AbortController().signal;

function getOrCreateShop(scope: AppState['scope']): Shop {
  const key = `${scope.site.siteId} ${scope.language.code}`;
  let shop = shopsByScope.get(key);
  if (!shop) {
    shop = createShopLocalization(scope, getMessages(scope.language.code, scope.site.type));
    shopsByScope.set(key, shop);
  }
  return shop;
}

async function answerPage(host: string, url: string, encoding: string, response: ServerResponse) {
  const context = await createRequestContext(host);
  const { scope } = await loadScopeState(context);
  const shop = getOrCreateShop(scope);
  const { pathname, searchParams } = new URL(url, scope.origin);
  const loaded = await loadPage(
    {
      api: context.api,
      scope,
      shop,
      pathname,
      query: searchParams,
      visitor: context.api,
      cart: { id: null, keep: () => {}, forget: () => {} },
      mayBeSignedIn: false,
      screen: matchStaticRoute(pathname, scope.language.code),
      params: {},
      findRoute: () => undefined,
      critical: {},
      optional: (call) => call({}),
    },
    null,
  );
  const state: AppState = {
    scope,
    request: loaded.request,
    routing: loaded.routing
      ? addRoutingEntry({ byPath: {} }, loaded.page.virtualPath, loaded.routing)
      : { byPath: {} },
    page: loaded.page,
  };
  const navigation = createNavigationStore({ pathname, search: '', hash: '', state: null, key: 'default' });
  const messages = manifest.messages[`${scope.language.code}.${brandKeys[scope.site.type]}`] ?? {
    first: '',
    deferred: null,
  };
  const tree = (
    <StaticRouter location={url}>
      <NavigationProvider store={navigation}>
        <App store={createAppStore(state)} shop={shop} assets={assets} />
      </NavigationProvider>
    </StaticRouter>
  );
  const { chunks, modules } = getOrCreatePageFiles(pathname, tree);
  const boot: Boot = { state: dehydrateState(state), assets, chunks, messages, config: apiTimeouts };
  const { pipe } = renderToPipeableStream(tree, {
    bootstrapModules: [manifest.startJs],
    bootstrapScriptContent: `window.modules=${JSON.stringify([...modules, messages.first])};window.boot=${stringifySafely(boot)}`,
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onAllReady: () => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('vary', 'accept-encoding');
      response.statusCode = loaded.status;
      if (encoding !== 'br') {
        pipe(response);
        return;
      }
      response.setHeader('content-encoding', 'br');
      const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
      pipe(createBrotliCompress({ params })).pipe(response);
    },
    onError: (error) => {
      response.destroy(error instanceof Error ? error : undefined);
    },
  });
}

function getOrCreatePageFiles(pathname: string, tree: ReactElement): PageFiles {
  let files = filesByPath.get(pathname);
  if (!files) {
    const chunks = new PageChunks(manifest);
    renderToString(chunks.collectChunks(tree));
    files = chunks.getFiles();
    filesByPath.set(pathname, files);
  }
  return files;
}

createServer((request, response) => {
  if (request.url === '/health/ready') {
    response.end('ok');
    return;
  }
  const host = (request.headers.host ?? '').split(':')[0] ?? '';
  answerPage(host, request.url ?? '/', request.headers['accept-encoding'] ?? '', response).catch((error) => {
    process.stderr.write(`${error}\n`);
    response.writeHead(500).end();
  });
}).listen(Number(port), '127.0.0.1');
