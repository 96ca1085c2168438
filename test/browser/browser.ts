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

/** Widths that every journey is walked at: a telephone and a desk. */
export const WIDTHS = [390, 1440] as const;

/** Longest wait for anything on a page: a machine that also builds and tests is slow, and a failure must say where. */
const WAIT_LIMIT_MS = 60_000;

/** What a browser told while a page was used; all of it is unexpected. */
export interface Troubles {
  /** Anything on the console, whatever its level. */
  readonly console: string[];
  /** Exceptions that nobody caught. */
  readonly errors: string[];
  /** Answers of 400 and above, and requests without an answer. */
  readonly responses: string[];
}

export interface OpenedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly troubles: Troubles;
  /** Ends the visit; the next one like it gets the same profile, emptied. */
  close(): Promise<void>;
}

/** A profile between two visits, with an empty page that keeps its processes. */
interface IdleProfile {
  readonly context: BrowserContext;
  readonly anchor: Page;
  /** Where the visit before has been. */
  readonly origins: readonly string[];
}

// Names of the shops' hosts mean this machine, whatever its resolver thinks of them; nothing else is reached.
const commonArguments = ['--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP localhost 127.0.0.1'];

/** The arguments with which the brought browser runs in a container without a display, a GPU or user namespaces. */
const bareMachineArguments = [
  '--no-sandbox',
  '--headless=shell',
  '--disable-gpu',
  '--no-zygote',
  '--use-gl=angle',
  '--use-angle=swiftshader',
];

interface Candidate {
  readonly executablePath: string;
  readonly arguments: readonly string[];
}

/** For a file of tests that looks at pictures: it gets a browser of its own, which loads them (`launchBrowser`). */
export const withPictures = ['--blink-settings=imagesEnabled=true', '--renderer-process-limit=1'] as const;

/**
 * A browser for a file of tests: the one that the run's set-up has started (SHOP_TEST_BROWSER), else one of its own. Contexts
 * keep the files apart; closing it ends this connection and its contexts, and the browser goes on for the others. The one of the
 * set-up loads no pictures.
 *
 * @param furtherArguments of the command line: whoever needs some gets a browser of their own
 */
export async function launchBrowser(furtherArguments: readonly string[] = []): Promise<Browser> {
  const shared = process.env.SHOP_TEST_BROWSER;
  if (shared !== undefined && furtherArguments.length === 0) return driver.connect(shared);
  return startFirst((candidate) =>
    driver.launch({
      executablePath: candidate.executablePath,
      args: [...commonArguments, ...candidate.arguments, ...furtherArguments],
    }),
  );
}

/**
 * One browser that several processes connect to, by its `wsEndpoint()`. Whoever starts it closes it. It starts no new process
 * for a page where it has one of the same profile and site: what a start costs is half of a visit. It loads no pictures, which
 * cost nearly as much: a page is laid out as before they have come.
 */
export async function launchSharedBrowser(): Promise<BrowserServer> {
  return startFirst((candidate) =>
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
 * Starts the first browser that can be had: `BROWSER_PATH`, one that the machine has, or the one that comes as a
 * development package (Linux on x64).
 *
 * @throws Error in one line that says what was tried
 */
async function startFirst<T>(start: (candidate: Candidate) => Promise<T>): Promise<T> {
  const failures: string[] = [];
  // Who names a browser wants that one: another would hide that the name is wrong.
  const sources = process.env.BROWSER_PATH ? [findNamedBrowser] : [findInstalledBrowsers, bringBrowser];
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

function findNamedBrowser(): Candidate[] {
  const named = process.env.BROWSER_PATH;
  return named ? [{ executablePath: named, arguments: sandboxArguments() }] : [];
}

function findInstalledBrowsers(): Candidate[] {
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
    .map((executablePath) => ({ executablePath, arguments: sandboxArguments() }));
}

async function bringBrowser(): Promise<Candidate[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  // Read while the package is imported: makes it unpack the libraries that a bare machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
  const { default: brought } = await import('@sparticuz/chromium');
  return [{ executablePath: await brought.executablePath(), arguments: bareMachineArguments }];
}

/** Chrome refuses to run as root with its sandbox, as in most containers. */
function sandboxArguments(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** Says no to all that needs consent, before any script of the page. */
function refuseCookies(): void {
  if (document.cookie.includes('consent=')) return;
  // biome-ignore lint/suspicious/noDocumentCookie: it runs in the browser, where this is how
  document.cookie = `consent=1.${new Date().toISOString().slice(0, 10)}.p0s0m0; path=/`;
}

/** Takes away what the visit before has stored. */
async function emptyProfile({ context, anchor, origins }: IdleProfile): Promise<void> {
  const session = await context.newCDPSession(anchor);
  for (const origin of origins) {
    if (origin.startsWith('http')) {
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    }
  }
  await session.detach();
  await context.clearCookies();
}

/** Profiles that wait for a visit of the same kind. */
const idleProfiles = new WeakMap<Browser, Map<string, IdleProfile>>();

/**
 * Opens an empty page as a first-time visitor: without cookies or anything stored. Files of the shop may still lie in the
 * browser's memory from a visit of the same kind before.
 *
 * @param width of the window in CSS pixels
 * @param hasTouch for one who uses fingers
 * @param colours 'forced' where the system's few colours take the place of the page's
 * @param hasAnswered false for one who has yet to be asked for consent
 * @returns the page, and a list that fills while it is used; close it when done
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
    context.setDefaultTimeout(WAIT_LIMIT_MS);
    if (hasAnswered) await context.addInitScript(refuseCookies);
  }
  // A visitor of their own to the shop, which counts what each may do in an hour: else all files of a run were one.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(1, 255)}` });
  // What a page wrote in its last moment may have been on its way still when its profile was emptied.
  if (idle) await emptyProfile(idle);
  const page = await context.newPage();
  if (!isScripted) {
    page.waitForFunction = () => {
      throw new Error('Where a page may not run script this asks once only: use eventually()');
    };
  }
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
  const troubles: Troubles = { console: [], errors: [], responses: [] };
  page.on('console', (message) => {
    // The browser says so of itself where it loads no pictures: some of them were preloaded, and are not used then.
    if (
      /image loading is disabled\.$|\.(svg|webp|avif|png) was preloaded .* but not used/.test(message.text())
    )
      return;
    // It says so, too, where somebody was quicker with the keyboard or the mouse than a field that takes the focus as the page opens.
    if (message.type() === 'info' && /^Autofocus processing was blocked/.test(message.text())) return;
    troubles.console.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.errors.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.responses.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no answer';
    // A visitor who goes on leaves requests behind, and one without script fetches none; that is no trouble.
    const isExpected = reason === 'net::ERR_ABORTED' || (!isScripted && reason === 'csp');
    if (!isExpected) troubles.responses.push(`${reason} ${request.url()}`);
  });
  const close = async () => {
    const anchor = idle?.anchor ?? (await context.newPage());
    // A closed page may run on for a moment and write to what was cleared already; one that has left its document does not.
    await Promise.all(
      context.pages().map(async (each) => {
        if (each === anchor) return;
        await endScripts(each);
        await leaveDocument(each);
        await each.close();
      }),
    );
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    const profile: IdleProfile = { context, anchor, origins: [...origins] };
    await emptyProfile(profile);
    profiles.set(kind, profile);
  };
  return { context, page, troubles, close };
}

/**
 * Lets a document run no more script, and waits until the cookies it has written have arrived: the browser takes them from
 * the page on a way of their own, so that one on its way would come into the profile after it was emptied. Reading them goes
 * the same way and is answered after what was sent before it. The session stays: with its end scripts would run again.
 */
async function endScripts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await session.send('Runtime.evaluate', { expression: 'document.cookie' });
}

/**
 * Goes to an empty page. The browser loads its own error page by itself where an answer broke off, and that load may come
 * in between: a page can be interrupted by it once, since the error page of a document is loaded once.
 */
async function leaveDocument(page: Page): Promise<void> {
  try {
    await page.goto('about:blank');
  } catch (error) {
    if (!String(error).includes('interrupted by another navigation')) throw error;
    await page.goto('about:blank');
  }
}

/** Nothing went wrong: what `troubles` is compared with. */
export const untroubled: Troubles = { console: [], errors: [], responses: [] };

/**
 * Troubles of somebody who signs out: calls for the cart may be under way just then, and are answered 404, since the cart is not theirs
 * any more.
 */
export const withoutLeftCart = ({ console, errors, responses }: Troubles): Troubles => ({
  // Of which call it is says the list of responses.
  console: console.filter((line) => !line.includes('status of 404')),
  errors,
  responses: responses.filter((line) => !/^404 \S+\/api\/cart(?:calculation)?\//.test(line)),
});

/**
 * Loads a page as by its address, with its style sheets: without them everything that they hide can be seen. Does not wait
 * for pictures: the first visitor of a shop waits for them longest.
 *
 * @returns the answer to the document
 */
export async function visit(page: Page, url: string): Promise<Response | null> {
  const answer = await page.goto(url, { waitUntil: 'domcontentloaded' });
  const isStyled = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet),
    );
  // Asked from here: where a page may not run script, nothing in it asks a second time.
  while (!(await isStyled()));
  return answer;
}

/** Waits until the page has the address, however it got there. */
export async function waitForAddress(page: Page, url: string): Promise<void> {
  await page.waitForURL(url, { waitUntil: 'domcontentloaded' });
}

/** Waits until a document is there as it is drawn: its HTML may be there before its styles are. */
export async function waitForStyles(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded');
  const areThere = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(
        ({ sheet }) => sheet !== null,
      ),
    );
  const deadline = performance.now() + WAIT_LIMIT_MS;
  // Also where the page may not run script, in which it cannot be waited for within it.
  while (!(await areThere())) {
    if (performance.now() > deadline) throw new Error('The styles of the page do not come');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Nothing is cut off and nothing scrolls sideways on the whole page. */
export async function isWithinWindow(page: Page): Promise<boolean> {
  await waitForStyles(page);
  return page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
}

/** Changes the width of the window and waits for two frames, after which the page has its new layout. */
export async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Waits until something has the focus: a page that has just changed moves it a moment later. */
export async function waitForFocus(wanted: Locator): Promise<void> {
  await wanted.and(wanted.page().locator(':focus')).waitFor({ state: 'attached' });
}

/** Waits until the app has taken over the server's HTML, so that a click no longer loads a document. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-hydrated="true"]').waitFor({ state: 'attached' });
}

/**
 * Notes from now on which parts of its program a page asks for: 'main', 'Consent' …
 *
 * @returns reads what was asked for so far; all that the page had begun by then is in it
 */
export function watchProgram(page: Page): () => Promise<readonly string[]> {
  const parts: string[] = [];
  page.on('request', (request) => {
    const part = /\/assets\/([\w-]+)-[^/-]+\.js$/.exec(request.url())?.[1];
    if (part !== undefined) parts.push(part);
  });
  return async () => {
    // A request of the page itself: when it is answered, those before it have been told.
    await page.evaluate(() => fetch('/health/live').then(({ status }) => status));
    return parts;
  };
}
