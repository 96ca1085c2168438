import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SourceMap } from 'node:module';
import path from 'node:path';
import type { BrowserGraph } from './browser-graph.ts';
import type { Sources } from './compiled-sources.ts';
import { createSourceProblem } from './create-problem.ts';
import type { DevStartData, SourceLocationRequest } from './dev-events.ts';
import { devServerPaths } from './dev-paths.ts';
import type { Problem } from './problem.ts';
import { getModuleUrl } from './transform.ts';
import { replacePackageSpecifiers, type Vendor } from './vendor.ts';

export interface BrowserFileHandlerOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly sources: Sources;
  readonly getGraph: () => BrowserGraph;
  readonly getVendor: () => Vendor;
  /** 'nl.havero' → texts; undefined if there are none of that name. */
  readonly getTexts: (name: string) => object | undefined;
  readonly getStart: () => Omit<DevStartData, 'program'>;
}

export interface BrowserFileHandler {
  /** Answers a request for a URL below `/dev/`. */
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
}

/** Folders that may be read: only those of browser code. */
const readableFilePattern =
  /^(client|shared|scripts\/dev\/browser)\/|^(scripts\/dev\/dev-paths\.ts|build\/chunk-runtime\.client\.mjs)$/;
const contentTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
};
const scriptContentType = 'text/javascript; charset=utf-8';
const maxErrorReportLength = 200_000;

/** Entry points of the browser code, as in esbuild.config.mjs, plus those of development. */
export const browserEntryPoints = {
  first: 'client/start/start.ts',
  main: 'client/start/entry.tsx',
  start: 'scripts/dev/browser/start.ts',
  reactDomClient: 'scripts/dev/browser/react-dom-client.ts',
} as const;

/**
 * Creates the handler of sources, packages, styles and texts for the browser in development: every module is
 * served separately, without bundling.
 */
export function createBrowserFileHandler(options: BrowserFileHandlerOptions): BrowserFileHandler {
  const { root, sources, getGraph, getVendor, getTexts, getStart } = options;
  const moduleReplacements = {
    'react-dom/client': devServerPaths.modules + browserEntryPoints.reactDomClient,
  };

  const find = (projectPath: string): string | undefined => {
    const file = path.join(root, projectPath);
    const isInside = path.relative(root, file).split(path.sep).join('/') === projectPath;
    return isInside && readableFilePattern.test(projectPath) && existsSync(file) ? file : undefined;
  };

  const readModule = (projectPath: string): { type: string; text: string } | undefined => {
    const isMap = projectPath.endsWith('.map');
    const file = find(isMap ? projectPath.slice(0, -'.map'.length) : projectPath);
    if (file === undefined) return undefined;
    const { code, map } = sources.getModule(file, 'browser');
    if (isMap) return map === undefined ? undefined : { type: 'application/json', text: map };
    return {
      type: scriptContentType,
      text: replacePackageSpecifiers(code, projectPath.startsWith('client/') ? moduleReplacements : {}),
    };
  };

  const readEntry = (isShop: boolean): string => {
    const addressOf = (entry: string) => getModuleUrl(root, path.join(root, entry));
    const program = isShop ? [addressOf(browserEntryPoints.first), addressOf(browserEntryPoints.main)] : [];
    const start: DevStartData = { ...getStart(), program };
    const address = JSON.stringify(addressOf(browserEntryPoints.start));
    return `import { startDevelopment } from ${address};\nstartDevelopment(${JSON.stringify(start)});\n`;
  };

  const read = (url: URL): { type: string; text: string | Buffer } | undefined => {
    const { pathname } = url;
    const below = (prefix: string) =>
      pathname.startsWith(prefix) ? decodeURIComponent(pathname.slice(prefix.length)) : undefined;
    if (pathname === devServerPaths.entry) {
      return { type: scriptContentType, text: readEntry(!url.searchParams.has('problem')) };
    }
    if (pathname === devServerPaths.styles) {
      return { type: 'text/css; charset=utf-8', text: joinStyleSheets(getGraph(), sources) };
    }
    const module = below(devServerPaths.modules);
    if (module !== undefined) return readModule(module);
    const chunk = below(devServerPaths.chunks);
    if (chunk !== undefined) {
      const file = getGraph().chunks.get(chunk.replace(/\.js$/, ''));
      if (file === undefined) return undefined;
      return {
        type: scriptContentType,
        text: `export * from ${JSON.stringify(getModuleUrl(root, file))};\n`,
      };
    }
    const vendor = below(devServerPaths.vendor);
    if (vendor !== undefined) {
      const text = getVendor().files.get(vendor);
      return text === undefined ? undefined : { type: scriptContentType, text };
    }
    const texts = below(devServerPaths.texts);
    if (texts !== undefined) {
      const messages = getTexts(texts.replace(/\.js$/, ''));
      return messages && { type: scriptContentType, text: `export default ${JSON.stringify(messages)};\n` };
    }
    const asset = below(devServerPaths.files);
    const file = asset === undefined ? undefined : find(asset);
    const type = file === undefined ? undefined : contentTypes[path.extname(file)];
    return file === undefined || type === undefined ? undefined : { type, text: readFileSync(file) };
  };

  return {
    handle: async (request, response, url) => {
      if (url.pathname === devServerPaths.places && request.method === 'POST') {
        const problem = locateBrowserError(root, sources, JSON.parse(await readRequestBody(request)));
        response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        response.end(JSON.stringify(problem));
        return;
      }
      const found = read(url);
      if (!found) {
        response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
        response.end('Not found\n');
        return;
      }
      const tag = `"${createHash('sha1').update(found.text).digest('base64url')}"`;
      const headers = { 'content-type': found.type, 'cache-control': 'no-cache', etag: tag };
      const isKnown = request.headers['if-none-match'] === tag;
      response.writeHead(isKnown ? 304 : 200, headers);
      response.end(isKnown ? undefined : found.text);
    },
  };
}

/** Joins all style sheets into one. */
export function joinStyleSheets(graph: BrowserGraph, sources: Sources): string {
  return graph.styles.map((file) => sources.getStyle(file).css).join('\n');
}

async function readRequestBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) {
    text += String(part);
    if (text.length > maxErrorReportLength) throw new Error('The request is too large');
  }
  return text;
}

const browserFramePattern = /\/dev\/modules\/([^\s:?()]+)(?:\?[^\s:()]*)?:(\d+):(\d+)/g;

/**
 * Finds the location of a browser error: the first line of its stack that is in the client's or the shared
 * sources.
 */
function locateBrowserError(root: string, sources: Sources, request: SourceLocationRequest): Problem {
  const { title, message, stack } = request;
  for (const [, projectPath = '', line, column] of stack.matchAll(browserFramePattern)) {
    const file = path.join(root, projectPath);
    if (!sources.isUsed(file, 'browser') || projectPath.startsWith('scripts/dev/')) continue;
    const { map } = sources.getModule(file, 'browser');
    const entry = map && new SourceMap(JSON.parse(map)).findEntry(Number(line) - 1, Number(column) - 1);
    const sourceLocation =
      entry && 'originalLine' in entry
        ? { line: entry.originalLine + 1, column: entry.originalColumn + 1 }
        : { line: Number(line), column: Number(column) };
    return createSourceProblem(root, { title, message }, { file, ...sourceLocation });
  }
  return { title, message };
}
