// Web process of `npm run dev`: runs the shop from its sources and applies edits when files are saved.
// Started by scripts/dev.mjs, which also runs the backend.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { TextsFileError } from '../../server/platform/read-texts.ts';
import { browserEntryPoints, createBrowserFileHandler, joinStyleSheets } from './browser-files.ts';
import { type BrowserGraph, createBrowserGraph, listImportSpecifiers } from './browser-graph.ts';
import { createCompiledSources } from './compiled-sources.ts';
import { createLoadProblem, createServerProblem, createSourceProblem } from './create-problem.ts';
import type { DevEvent } from './dev-events.ts';
import { createDevManifest, getStyleSheetUrl, parseLocaleBundleName } from './dev-manifest.ts';
import type { DevWeb, DevWebOptions } from './dev-web.ts';
import { createEventStream } from './event-stream.ts';
import { listMissingTexts } from './missing-texts.ts';
import { formatProblem, type Problem } from './problem.ts';
import { createProblemPage } from './problem-page.ts';
import type { ParentToWebMessage, WebToParentMessage } from './process-messages.ts';
import { createReloadableServerModules } from './reloadable-server-modules.ts';
import { isSameOriginRequest } from './same-origin-request.ts';
import { getModuleUrl, toProjectPath } from './transform.ts';
import { bundleVendorPackages, type Vendor } from './vendor.ts';
import { watchFolder } from './watch-folder.ts';

/** An editor writes a file in several steps; changes within this time (milliseconds) belong to one edit. */
const editSettleMs = 6;
/** Number of checks, and delay between them (milliseconds), for a file that is empty or missing. */
const maxMissingFileChecks = 20;
const missingFileDelayMs = 10;
/** Time for a replaced app to finish its requests. */
const shutdownGraceMs = 20_000;
/** Exit code that makes scripts/dev.mjs restart this process. */
const restartExitCode = 75;

const environment = process.env;
const root = path.resolve(import.meta.dirname, '../..');
const localesDirectory = path.join(root, 'locales');
const watchedFolders = ['client', 'server', 'shared', 'locales', 'scripts/dev', 'build'];
const sourcePattern = /\.(tsx?|css|svg|json|mjs)$/;
const testPattern = /\.test\.[a-z]+$/;
const toAbsolutePath = (...parts: string[]) => path.join(root, ...parts);
const printLine = (text: string) => process.stdout.write(`${text}\n`);

const sources = createCompiledSources(root);
const serverModules = createReloadableServerModules(root, sources);
const events = createEventStream();
const run = String(Date.now());
let revision = 0;
let graph: BrowserGraph = { files: new Set(), styles: [], packages: new Set(), chunks: new Map() };
let vendor: Vendor = { files: new Map() };
let web: DevWeb | undefined;
/** Sources of the running backend; empty if it runs elsewhere. */
let backendFiles: ReadonlySet<string> = new Set();
/** Files edited since the app was last assembled. */
const editedFilesToLoad = new Set<string>();

/** Problems by their subject: a file, 'browser', 'server', 'backend' or 'request'. */
const problemsBySubject = new Map<string, Problem>();
const getFirstProblem = () => problemsBySubject.values().next().value ?? null;

function setProblem(about: string, problem: Problem | null): void {
  const before = getFirstProblem();
  if (problem) {
    problemsBySubject.delete(about);
    problemsBySubject.set(about, problem);
    printLine(`\n${formatProblem(problem)}\n`);
  } else problemsBySubject.delete(about);
  const now = getFirstProblem();
  if (before !== now) events.send({ kind: 'problem', problem: now });
}

// --- Readiness: while something starts, requests are held instead of rejected.

let whenBackendReady: Promise<void> = Promise.resolve();
let resolveBackendReady = () => {};
function waitForBackendProcess(): void {
  resolveBackendReady();
  whenBackendReady = new Promise((resolve) => {
    resolveBackendReady = resolve;
  });
}
let workQueue: Promise<void> = Promise.resolve();
function enqueueTask(task: () => Promise<void>): Promise<void> {
  workQueue = workQueue
    .then(task)
    .catch(async (error: unknown) => setProblem('server', await createLoadProblem(root, error)));
  return workQueue;
}

// --- Assembling the browser code and the server

async function loadBrowserProgram(): Promise<void> {
  try {
    const entries = Object.values(browserEntryPoints).map((entry) => toAbsolutePath(entry));
    const next = createBrowserGraph(root, entries, sources);
    if ([...next.packages].some((name) => !graph.packages.has(name))) {
      vendor = await bundleVendorPackages(root, next.packages);
    }
    graph = next;
    setProblem('browser', null);
  } catch (error) {
    setProblem('browser', await createLoadProblem(root, error));
  }
}

function handleLogLine(line: string): void {
  const entry: Record<string, unknown> = JSON.parse(line);
  const { level, time: _time, name: _name, pid: _pid, msg, event, err, ...rest } = entry;
  const error: Record<string, unknown> = typeof err === 'object' && err !== null ? { ...err } : {};
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  printLine(`web ${level}: ${msg ?? event ?? ''}${details}`);
  if (typeof error.stack !== 'string') return;
  printLine(error.stack);
  // Failed calls to the backend are not errors of a source.
  if (error.type === 'ApiError' || (level !== 'error' && level !== 'fatal')) return;
  setProblem('request', createServerProblem(root, 'Server error', String(error.message), error.stack));
}

/** @param isBackendNew whether the backend has changed, so that cached answers are discarded */
async function loadServerProgram({ isBackendNew = false } = {}): Promise<void> {
  serverModules.invalidate(editedFilesToLoad);
  // Edits of views and texts do not change answers of the backend, and fetching those takes most of the time
  // of a page.
  const keepsAnswers =
    !isBackendNew &&
    [...editedFilesToLoad].every((file) => /^(client|locales)\//.test(toProjectPath(root, file)));
  try {
    const module = (await serverModules.load(toAbsolutePath('scripts/dev/dev-web.ts'))) as {
      createDevWeb(options: DevWebOptions): Promise<DevWeb>;
    };
    const next = await module.createDevWeb({
      environment,
      manifest: createDevManifest({
        graph,
        css: joinStyleSheets(graph, sources),
        localesDirectory,
        revision,
      }),
      localesDirectory,
      buildDirectory: toAbsolutePath('dist'),
      responseCache: keepsAnswers ? web?.responseCache : undefined,
      writeLog: handleLogLine,
    });
    const old = web;
    web = next;
    editedFilesToLoad.clear();
    setProblem('server', null);
    reportMissingTexts();
    if (old) setTimeout(() => old.close(), shutdownGraceMs).unref();
  } catch (error) {
    setProblem('server', await createLoadProblem(root, error, [...editedFilesToLoad, ...graph.files]));
  }
}

// --- Edits

async function handleEdits(files: readonly string[]): Promise<void> {
  const began = performance.now();
  const changed = files.filter((file) => sourcePattern.test(file) && !testPattern.test(file));
  await waitUntilWritten(changed);
  const edited = changed.filter(
    (file) => sources.isChanged(file) || problemsBySubject.has(file) || file.startsWith(localesDirectory),
  );
  if (edited.length === 0) return;
  if (edited.some((file) => /^(scripts\/dev|build)\//.test(toProjectPath(root, file))))
    process.exit(restartExitCode);

  const good: string[] = [];
  let needsGraph = problemsBySubject.has('browser');
  for (const file of edited) {
    const importsBefore = joinImportSpecifiers(file);
    const problem = file.endsWith('.json')
      ? findTextsFileProblem(file)
      : await sources.refresh(file, backendFiles.has(file) ? ['server'] : []);
    setProblem(file, problem);
    if (problem) continue;
    good.push(file);
    needsGraph ||= joinImportSpecifiers(file) !== importsBefore;
  }
  if (good.length === 0) return;
  problemsBySubject.delete('request');
  revision += 1;
  if (needsGraph) await loadBrowserProgram();

  const restartsBackend = good.some((file) => backendFiles.has(file));
  if (restartsBackend) {
    waitForBackendProcess();
    send({ kind: 'restart-backend' });
  }
  const runsOnServer = good.some((file) => sources.isUsed(file, 'server') || file.endsWith('.json'));
  for (const file of good) editedFilesToLoad.add(file);
  const event = createDevEvent(good);
  // Pages are notified first, because a developer is watching; they load modules while the server is
  // reloaded.
  if (event.kind !== 'reload') events.send(event);
  if (runsOnServer || problemsBySubject.has('server') || event.kind === 'styles') await loadServerProgram();
  events.send({ kind: 'problem', problem: getFirstProblem() });
  // After a restart of the backend, pages reload when it is ready.
  if (event.kind === 'reload' && !restartsBackend) events.send(event);
  const names = good.map((file) => toProjectPath(root, file)).join(', ');
  printLine(
    `${names}: ${describeEvent(event, restartsBackend)} (${Math.round(performance.now() - began)} ms)`,
  );
}

/**
 * Waits until files are completely written. An editor truncates a file before it writes, or replaces it by
 * another (as git does). On a busy machine this may take some time; a file may also be empty or deleted on
 * purpose.
 */
async function waitUntilWritten(files: readonly string[]): Promise<void> {
  const isAbsent = (file: string) => !statSync(file, { throwIfNoEntry: false })?.size;
  for (let turn = 0; turn < maxMissingFileChecks && files.some(isAbsent); turn += 1)
    await wait(missingFileDelayMs);
}

function createDevEvent(files: readonly string[]): DevEvent & { kind: 'styles' | 'modules' | 'reload' } {
  const inBrowser = files.filter((file) => graph.files.has(file));
  const others = files.filter((file) => !graph.files.has(file));
  const isBackendOnly = (file: string) => backendFiles.has(file) && !sources.isUsed(file, 'browser');
  if (inBrowser.length > 0 && others.every(isBackendOnly)) {
    if (inBrowser.every((file) => file.endsWith('.css'))) {
      const classNames = Object.fromEntries(
        inBrowser.map((file) => [toProjectPath(root, file), sources.getStyle(file).names]),
      );
      return { kind: 'styles', revision, address: getStyleSheetUrl(revision), classNames };
    }
    if (inBrowser.every((file) => file.endsWith('.tsx'))) {
      return { kind: 'modules', revision, addresses: inBrowser.map((file) => getModuleUrl(root, file)) };
    }
  }
  return { kind: 'reload', revision };
}

function describeEvent(event: DevEvent, restartsBackend: boolean): string {
  if (restartsBackend) return 'backend restarts';
  if (event.kind === 'modules') return 'swapped';
  if (event.kind === 'styles') return 'styles swapped';
  return 'loaded anew';
}

function joinImportSpecifiers(file: string): string {
  if (!sources.isUsed(file, 'browser')) return '';
  return listImportSpecifiers(sources.getModule(file, 'browser').code)
    .map(({ specifier }) => specifier)
    .join('\n');
}

function findTextsFileProblem(file: string): Problem | null {
  const source = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  try {
    JSON.parse(source);
    return null;
  } catch (error) {
    const { reason, line, column } = new TextsFileError(file, source, error);
    const location = { ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
    return createSourceProblem(root, { title: 'Build error', message: reason }, { file, ...location });
  }
}

let reportedMissingTexts = '';
/** Reports once which languages lack a text, because pages silently show the English one. */
function reportMissingTexts(): void {
  const missing = listMissingTexts(localesDirectory).join('\n');
  if (missing !== reportedMissingTexts && missing !== '') printLine(missing);
  reportedMissingTexts = missing;
}

// --- The server

const browserFileHandler = createBrowserFileHandler({
  root,
  sources,
  getGraph: () => graph,
  getVendor: () => vendor,
  getTexts: (name) => {
    const parsed = parseLocaleBundleName(name);
    return parsed && web?.getMessages(parsed.locale, parsed.siteType);
  },
  getStart: () => ({ run, revision }),
});

async function handleDevRequest(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  if (!isSameOriginRequest(request)) {
    response.writeHead(403).end();
    return;
  }
  if (url.pathname === '/dev/events') {
    const since = Number(url.searchParams.get('revision'));
    events.add(response, { kind: 'hello', run, problem: getFirstProblem() }, since);
    return;
  }
  await workQueue;
  try {
    await browserFileHandler.handle(request, response, url);
  } catch (error) {
    setProblem('browser', await createLoadProblem(root, error));
    response.writeHead(500, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end();
  }
}

async function handleShopRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!request.url?.startsWith('/health/')) await whenBackendReady;
  await workQueue;
  const problem = getFirstProblem();
  if (!web) {
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(createProblemPage(problem ?? { title: 'Server error', message: 'The web did not start' }));
    return;
  }
  // Compression has no benefit on one machine, and an uncompressed body can be replaced.
  delete request.headers['accept-encoding'];
  replacePlainErrorPage(response);
  web.handle(request, response);
}

/** Replaces the last-resort page of the shop, which hides the reason, by a page that shows it. */
function replacePlainErrorPage(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  let page: string | undefined;
  response.writeHead = (...args: unknown[]) => {
    const problem = getFirstProblem();
    const isHtml = String(response.getHeader('content-type')).startsWith('text/html');
    // The error page in the shop's layout is streamed, so it has no Content-Length. It includes the
    // development script and is not replaced.
    if (args[0] === 500 && problem && isHtml && response.hasHeader('content-length')) {
      page = createProblemPage(problem);
      response.setHeader('content-length', Buffer.byteLength(page));
      response.removeHeader('etag');
    }
    return writeHead(...args);
  };
  response.end = (...args: unknown[]) => (page === undefined ? end(...args) : end(page));
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const isForUs = url.pathname.startsWith('/dev/');
  const handled = isForUs ? handleDevRequest(request, response, url) : handleShopRequest(request, response);
  handled.catch((error: unknown) => {
    printLine(error instanceof Error ? String(error.stack) : String(error));
    response.destroy();
  });
});

// --- The process

function send(message: WebToParentMessage): void {
  process.send?.(message);
}

process.on('message', (message: ParentToWebMessage) => {
  if (message.kind === 'backend-starting') waitForBackendProcess();
  else if (message.kind === 'backend-ready') {
    backendFiles = new Set(message.files);
    void enqueueTask(async () => {
      const isFirst = !problemsBySubject.has('backend') && revision === 0;
      setProblem('backend', null);
      // The restarted backend may give other answers: a new app has an empty cache.
      if (!isFirst) {
        revision += 1;
        await loadServerProgram({ isBackendNew: true });
        events.send({ kind: 'reload', revision });
      }
      resolveBackendReady();
    });
  } else {
    backendFiles = new Set([...backendFiles, ...message.files]);
    setProblem(
      'backend',
      createServerProblem(root, 'The backend does not start', message.output.trim(), message.output),
    );
    resolveBackendReady();
  }
});
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    events.close();
    process.exit(0);
  });
}
for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(name, (error: unknown) => {
    const stack = error instanceof Error ? String(error.stack) : String(error);
    printLine(`${name}: ${stack}`);
    const message = error instanceof Error ? error.message : String(error);
    setProblem('request', createServerProblem(root, 'Server error', message, stack));
  });
}

const { HOST: host = '127.0.0.1', PORT: portText = '3000' } = environment;
const webPort = Number(portText);
server.once('error', (error) => {
  process.stderr.write(`The web cannot listen on ${host}:${webPort}: ${error.message}\n`);
  process.exit(1);
});
server.listen(webPort, host, () => send({ kind: 'listening' }));

void enqueueTask(async () => {
  await loadBrowserProgram();
  await loadServerProgram();
  send({ kind: 'loaded' });
});

const pendingEditedFiles = new Set<string>();
let editSettleTimer: NodeJS.Timeout | undefined;
for (const folder of watchedFolders.filter((name) => existsSync(toAbsolutePath(name)))) {
  watchFolder(toAbsolutePath(folder), (file) => {
    pendingEditedFiles.add(file);
    clearTimeout(editSettleTimer);
    editSettleTimer = setTimeout(() => {
      const files = [...pendingEditedFiles];
      pendingEditedFiles.clear();
      void enqueueTask(() => handleEdits(files));
    }, editSettleMs);
  });
}
