import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserServer,
  chromium as driver,
  type Locator,
  type Page,
  type Response,
} from 'playwright-core';
import { MINUTE_MS } from '../../shared/rules/durations.ts';

/** Widths for every journey: a phone and a desktop. */
export const WIDTHS = [390, 1440] as const;

/**
 * Maximum wait for an element: a machine that also builds and tests is slow, and a failure has to name its
 * place.
 */
const WAIT_TIMEOUT_MS = MINUTE_MS;

/** Messages of a browser while a page was used; all of them are unexpected. */
export interface Troubles {
  /** Console messages of any level. */
  readonly console: string[];
  /** Uncaught exceptions. */
  readonly errors: string[];
  /** Responses with status 400 and above, and requests without a response. */
  readonly responses: string[];
}

export interface OpenedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly troubles: Troubles;
  /** Ends the visit; the next visit of the same type reuses the emptied profile. */
  close(): Promise<void>;
}

/** A browser profile between two visits, with an empty page that keeps its processes alive. */
interface IdleProfile {
  readonly context: BrowserContext;
  readonly anchor: Page;
  /** Origins of the previous visit. */
  readonly origins: readonly string[];
}

// Maps the host names of the shops to this machine, independent of its resolver. Other hosts are unreachable.
const commonArguments = ['--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP localhost 127.0.0.1'];

/** Arguments that let the bundled browser run in a container without a display, a GPU or user namespaces. */
const bareMachineArguments = [
  '--no-sandbox',
  '--headless=shell',
  '--disable-gpu',
  '--no-zygote',
  '--use-gl=angle',
  '--use-angle=swiftshader',
];

interface BrowserCandidate {
  readonly executablePath: string;
  readonly arguments: readonly string[];
}

/**
 * Arguments for a test file that needs pictures: it gets its own browser, which loads them (`launchBrowser`).
 */
export const pictureBrowserArguments = [
  '--blink-settings=imagesEnabled=true',
  '--renderer-process-limit=1',
] as const;

/**
 * Returns a browser for a test file: the one started by the set-up of the run (SHOP_TEST_BROWSER), or its
 * own. Contexts isolate the files. Closing it ends this connection and its contexts; the shared browser
 * continues. The shared browser loads no pictures.
 *
 * @param furtherArguments of the command line; a file that needs some gets its own browser
 */
export async function launchBrowser(furtherArguments: readonly string[] = []): Promise<Browser> {
  const shared = process.env.SHOP_TEST_BROWSER;
  if (shared !== undefined && furtherArguments.length === 0) return driver.connect(shared);
  return startFirstWorkingBrowser((candidate) =>
    driver.launch({
      executablePath: candidate.executablePath,
      args: [...commonArguments, ...candidate.arguments, ...furtherArguments],
    }),
  );
}

/**
 * Starts one browser that several processes connect to, by its `wsEndpoint()`. The caller closes it. It
 * reuses a process for a page of the same profile and site, because a start is half of the cost of a visit.
 * It loads no pictures, which cost nearly as much: the layout of a page is the same before they have loaded.
 */
export async function launchSharedBrowser(): Promise<BrowserServer> {
  return startFirstWorkingBrowser((candidate) =>
    driver.launchServer({
      executablePath: candidate.executablePath,
      args: [
        ...commonArguments,
        ...candidate.arguments,
        '--renderer-process-limit=1',
        '--blink-settings=imagesEnabled=false',
      ],
      host: '127.0.0.1',
    }),
  );
}

/**
 * Starts the first available browser: `BROWSER_PATH`, an installed one, or the one from the development
 * package (Linux on x64).
 *
 * @throws Error that lists in one line the browsers that were tried
 */
async function startFirstWorkingBrowser<T>(start: (candidate: BrowserCandidate) => Promise<T>): Promise<T> {
  const failures: string[] = [];
  // With `BROWSER_PATH`, no other browser is tried: it would hide that the path is wrong.
  const sources = process.env.BROWSER_PATH
    ? [findConfiguredBrowser]
    : [findInstalledBrowsers, findBundledBrowser];
  for (const find of sources) {
    for (const candidate of await find()) {
      try {
        return await start(candidate);
      } catch (error) {
        failures.push(`${candidate.executablePath} (${String(error).split('\n')[0]})`);
      }
    }
  }
  const tried = failures.length > 0 ? ` Tried: ${failures.join(', ')}.` : '';
  throw new Error(
    `No browser for the browser tests: set BROWSER_PATH to a Chrome, Chromium or Edge.${tried}`,
  );
}

function findConfiguredBrowser(): BrowserCandidate[] {
  const named = process.env.BROWSER_PATH;
  return named ? [{ executablePath: named, arguments: listSandboxArguments() }] : [];
}

function findInstalledBrowsers(): BrowserCandidate[] {
  const names = [
    'google-chrome',
    'google-chrome-stable',
    'chromium',
    'chromium-browser',
    'microsoft-edge',
    'microsoft-edge-stable',
  ];
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const applications = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ];
  const programs = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      path.join(folder, 'Google/Chrome/Application/chrome.exe'),
      path.join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]);
  return [...onPath, ...applications, ...programs]
    .filter((file) => existsSync(file))
    .map((executablePath) => ({ executablePath, arguments: listSandboxArguments() }));
}

async function findBundledBrowser(): Promise<BrowserCandidate[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  // Read while the package is imported: makes it unpack the libraries that a minimal machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
  const { default: brought } = await import('@sparticuz/chromium');
  return [{ executablePath: await brought.executablePath(), arguments: bareMachineArguments }];
}

/** Returns the arguments for the sandbox: Chrome refuses to run as root with it, as in most containers. */
function listSandboxArguments(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** Refuses all optional cookies, before any script of the page runs. */
function setConsentRefusedCookie(): void {
  if (document.cookie.includes('consent=')) return;
  // biome-ignore lint/suspicious/noDocumentCookie: it runs in the browser, where this is how
  document.cookie = `consent=1.${new Date().toISOString().slice(0, 10)}.p0s0m0; path=/`;
}

/** Removes the stored data of the previous visit. */
async function clearIdleProfile({ context, anchor, origins }: IdleProfile): Promise<void> {
  const session = await context.newCDPSession(anchor);
  for (const origin of origins) {
    if (origin.startsWith('http')) {
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
  }
  await session.detach();
  await context.clearCookies();
}

/** Idle profiles for visits of the same type. */
const idleProfiles = new WeakMap<Browser, Map<string, IdleProfile>>();

/**
 * Opens an empty page as a first-time visitor: without cookies or stored data. Files of the shop may be in
 * the memory cache of the browser from an earlier visit of the same type.
 *
 * @param width of the window in CSS pixels
 * @param hasTouch true for a touch screen
 * @param colours 'forced' if a few system colours replace those of the page
 * @param hasAnswered false for a visitor who has not been asked for consent
 * @returns the page, and a list of troubles that fills while it is used; close it at the end
 */
export async function openPage(
  browser: Browser,
  {
    width = 1440,
    isScripted = true,
    hasAnswered = true,
    hasTouch = false,
    colours = 'own',
  }: {
    width?: number;
    isScripted?: boolean;
    hasAnswered?: boolean;
    hasTouch?: boolean;
    colours?: 'own' | 'forced';
  } = {},
): Promise<OpenedPage> {
  const kind = JSON.stringify({ width, isScripted, hasAnswered, hasTouch, colours });
  const profiles = idleProfiles.get(browser) ?? new Map<string, IdleProfile>();
  idleProfiles.set(browser, profiles);
  const idle = profiles.get(kind);
  profiles.delete(kind);
  const context =
    idle?.context ??
    (await browser.newContext({
      viewport: { width, height: width < 768 ? 844 : 900 },
      javaScriptEnabled: isScripted,
      locale: 'nl-NL',
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
      hasTouch,
      forcedColors: colours === 'forced' ? 'active' : 'none',
    }));
  if (!idle) {
    context.setDefaultTimeout(WAIT_TIMEOUT_MS);
    if (hasAnswered) await context.addInitScript(setConsentRefusedCookie);
  }
  // Each visitor gets an address, because the shop counts attempts per visitor and hour: all files of a run
  // would share one.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(1, 255)}` });
  // A page may have written data at its end while its profile was being emptied.
  if (idle) await clearIdleProfile(idle);
  const page = await context.newPage();
  if (!isScripted) {
    page.waitForFunction = () => {
      throw new Error('A page without script is queried only once: use eventually()');
    };
  }
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
  const troubles: Troubles = { console: [], errors: [], responses: [] };
  page.on('console', (message) => {
    // The browser warns about preloaded pictures that are unused, because it loads no pictures.
    if (
      /image loading is disabled\.$|\.(svg|webp|avif|png) was preloaded .* but not used/.test(message.text())
    )
      return;
    // The browser reports a blocked autofocus if the keyboard or mouse was used before the page had opened.
    if (message.type() === 'info' && /^Autofocus processing was blocked/.test(message.text())) return;
    troubles.console.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.errors.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.responses.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no answer';
    // Leaving a page aborts its requests, and a page without script requests no scripts. Both are expected.
    const isExpected = reason === 'net::ERR_ABORTED' || (!isScripted && reason === 'csp');
    if (!isExpected) troubles.responses.push(`${reason} ${request.url()}`);
  });
  const close = async () => {
    const anchor = idle?.anchor ?? (await context.newPage());
    // A closed page may run for another moment and write to cleared storage; a page that has left its
    // document does not.
    await Promise.all(
      context.pages().map(async (each) => {
        if (each === anchor) return;
        await stopScripts(each);
        await goToEmptyPage(each);
        await each.close();
      }),
    );
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    const profile: IdleProfile = { context, anchor, origins: [...origins] };
    await clearIdleProfile(profile);
    profiles.set(kind, profile);
  };
  return { context, page, troubles, close };
}

/**
 * Stops the scripts of a document, and waits until the cookies that it has written have arrived. The browser
 * transfers them asynchronously, so a late one could reach the profile after it was emptied. A read of the
 * cookies takes the same channel and is answered after earlier writes. The session stays open: its end would
 * enable scripts.
 */
async function stopScripts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await session.send('Runtime.evaluate', { expression: 'document.cookie' });
}

/**
 * Navigates to an empty page. After a broken response the browser loads its own error page, and that load may
 * interrupt the navigation. This can happen once per document.
 */
async function goToEmptyPage(page: Page): Promise<void> {
  try {
    await page.goto('about:blank');
  } catch (error) {
    if (!String(error).includes('interrupted by another navigation')) throw error;
    await page.goto('about:blank');
  }
}

/** The expected value of `troubles`: none. */
export const noTroubles: Troubles = { console: [], errors: [], responses: [] };

/**
 * Returns the troubles of a page that signs out, without those of cart calls: calls under way return 404,
 * because the cart no longer belongs to the visitor.
 */
export const omitCartCallErrors = ({ console, errors, responses }: Troubles): Troubles => ({
  // The list of responses shows which call it is.
  console: console.filter((line) => !line.includes('status of 404')),
  errors,
  responses: responses.filter((line) => !/^404 \S+\/api\/cart(?:calculation)?\//.test(line)),
});

/**
 * Loads a page by its address, with its style sheets: without them, hidden elements are visible. Does not
 * wait for pictures, because the first visitor of a shop waits longest for them.
 *
 * @returns the response to the document
 */
export async function visit(page: Page, url: string): Promise<Response | null> {
  const answer = await page.goto(url, { waitUntil: 'domcontentloaded' });
  const isStyled = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet),
    );
  // Polled from the test process, because a page without script cannot poll.
  while (!(await isStyled()));
  return answer;
}

/** Waits until the page has the address, by navigation or by history. */
export async function waitForAddress(page: Page, url: string): Promise<void> {
  await page.waitForURL(url, { waitUntil: 'domcontentloaded' });
}

/** Waits until a document and its styles are loaded: the HTML may be there before its styles. */
export async function waitForStyles(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded');
  const areThere = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(
        ({ sheet }) => sheet !== null,
      ),
    );
  const deadline = performance.now() + WAIT_TIMEOUT_MS;
  // Also works for a page without script, which cannot poll.
  while (!(await areThere())) {
    if (performance.now() > deadline) throw new Error('The style sheets of the page were not loaded');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns whether the page has no clipped content and does not scroll horizontally. */
export async function isPageWithinWindow(page: Page): Promise<boolean> {
  await waitForStyles(page);
  return page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
}

/** Changes the width of the window and waits for two frames, after which the page has its new layout. */
export async function setWindowWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Waits until an element has the focus: a changed page moves the focus a moment later. */
export async function waitForFocus(wanted: Locator): Promise<void> {
  await wanted.and(wanted.page().locator(':focus')).waitFor({ state: 'attached' });
}

/** Waits for hydration, after which a click no longer loads a document. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-hydrated="true"]').waitFor({ state: 'attached' });
}

/**
 * Records the chunks that a page requests from now on: 'main', 'Consent' …
 *
 * @returns a function that reads the requested chunks, including all requests that the page has started by
 *   then
 */
export function recordRequestedChunks(page: Page): () => Promise<readonly string[]> {
  const parts: string[] = [];
  page.on('request', (request) => {
    const part = /\/assets\/([\w-]+)-[^/-]+\.js$/.exec(request.url())?.[1];
    if (part !== undefined) parts.push(part);
  });
  return async () => {
    // A request from the page itself: when it is answered, all earlier requests have been reported.
    await page.evaluate(() => fetch('/health/live').then(({ status }) => status));
    return parts;
  };
}
