import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { launchBrowser, openPage, waitForHydration } from '../browser/browser.ts';

/** Files of one type fetched by a browser with an empty cache, in transferred bytes (brotli). */
export interface FetchedBytes {
  /** Fetched within some seconds of a visit without interaction. */
  readonly whole: number;
  /** Requested before the browser was first idle after the page had loaded. */
  readonly beforeIdle: number;
  readonly files: number;
}

export interface FirstVisit {
  readonly scripts: FetchedBytes;
  readonly styles: FetchedBytes;
  readonly fonts: FetchedBytes;
  /** Milliseconds from the start of the navigation to that first idle moment. */
  readonly idleAfterMs: number;
}

/**
 * How long the visit continues after hydration, without interaction. By then all deferred files are
 * requested.
 */
const OBSERVATION_MS = 4000;

/**
 * Opens a page in a real browser with an empty cache, does not interact, and adds up the fetched bytes.
 *
 * @param clientFolder of the build: sizes are those of its compressed files
 */
export async function measureFirstVisit(url: string, clientFolder: string): Promise<FirstVisit> {
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser, { width: 390, hasAnswered: false });
    await page.addInitScript(() => {
      // Registered before any script of the page, so this is the first idle callback that the page itself can
      // receive.
      window.addEventListener('load', () => {
        window.requestIdleCallback(() => performance.mark('first-idle'));
      });
    });
    await page.goto(url, { waitUntil: 'load' });
    // On a busy machine the idle callback is late, and so is everything that waits for it.
    await waitForHydration(page);
    await page.waitForTimeout(OBSERVATION_MS);
    const { idleAt, resources } = await page.evaluate(() => ({
      idleAt: performance.getEntriesByName('first-idle')[0]?.startTime ?? Number.NaN,
      resources: performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
    }));
    const addUp = (extension: string): FetchedBytes => {
      const files = new Map<string, { bytes: number; startTime: number }>();
      for (const { name, startTime } of resources) {
        const { pathname } = new URL(name);
        if (!pathname.startsWith('/assets/') || !pathname.endsWith(extension) || files.has(pathname))
          continue;
        files.set(pathname, {
          bytes: getCompressedSize(path.join(clientFolder, path.basename(pathname))),
          startTime,
        });
      }
      const all = [...files.values()];
      const sum = (entries: typeof all) => entries.reduce((total, { bytes }) => total + bytes, 0);
      return {
        whole: sum(all),
        beforeIdle: sum(all.filter(({ startTime }) => !(startTime > idleAt))),
        files: all.length,
      };
    };
    return {
      scripts: addUp('.js'),
      styles: addUp('.css'),
      fonts: addUp('.woff2'),
      idleAfterMs: Math.round(idleAt),
    };
  } finally {
    await browser.close();
  }
}

function getCompressedSize(file: string): number {
  const compressed = `${file}.br`;
  return statSync(existsSync(compressed) ? compressed : file).size;
}
