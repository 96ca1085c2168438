import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage, visit, waitForHydration } from './browser.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const host = 'havero-nl.localhost';
const texts = readSampleTexts('nl');
const film = `/${texts.articles['weigh-a-scoop']!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Records the files of the clip and its captions that the page requests. */
const recordClipFiles = (page: Page): string[] => {
  const files: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(webm|mp4|vtt)$/.test(pathname)) files.push(pathname);
  });
  return files;
};

describe('a film', () => {
  it('loads no file before it is played, then plays with its captions', async () => {
    const { page, close } = await openPage(browser, {});
    const files = recordClipFiles(page);
    await visit(page, getShopUrl(host, film));
    await waitForHydration(page);
    expect(files).toEqual([]);
    const played = await page.locator('video').evaluate(async (element) => {
      const video = element as HTMLVideoElement;
      const isMoving = new Promise((resolve) =>
        video.addEventListener('timeupdate', resolve, { once: true }),
      );
      await video.play();
      await isMoving;
      return [video.duration, video.textTracks[0]?.mode];
    });
    expect(played).toEqual([24, 'showing']);
    await close();
  });

  it('has its own document, also if it is reached by a link', async () => {
    const { page, close } = await openPage(browser, {});
    await visit(page, getShopUrl(host, `/${texts.articles['advice-ration']!.urlSlug}/`));
    await waitForHydration(page);
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('link', { name: texts.articles['weigh-a-scoop']!.title }).click(),
    ]);
    await page.waitForURL((url) => url.pathname === film);
    const duration = await page.locator('video').evaluate(async (element) => {
      const video = element as HTMLVideoElement;
      await video.play();
      return video.duration;
    });
    expect(duration).toBe(24);
    await close();
  });

  it('shows a message with a link to its text if it cannot be played', async () => {
    const { page, close } = await openPage(browser, {});
    await page.route(/\.(webm|mp4)$/, (route) => route.abort());
    await visit(page, getShopUrl(host, film));
    await waitForHydration(page);
    await page.locator('video').evaluate((element) => {
      void (element as HTMLVideoElement).play().catch(() => undefined);
    });
    await page.getByText('Deze video kan hier niet worden afgespeeld').waitFor();
    await close();
  });

  it.each([
    ['shows its captions', true],
    ['reports that it cannot be played', false],
  ])('works if it is played before the script of its page has loaded: %s', async (_what, canPlay) => {
    const { page, close } = await openPage(browser, {});
    let releaseScripts = () => {};
    const mayGo = new Promise<void>((resolve) => {
      releaseScripts = resolve;
    });
    await page.route(/\.js$/, async (route) => {
      await mayGo;
      await route.continue();
    });
    if (!canPlay) await page.route(/\.(webm|mp4)$/, (route) => route.abort());
    await page.goto(getShopUrl(host, film), { waitUntil: 'commit' });
    const video = page.locator('video');
    await video.evaluate(async (element, plays) => {
      const player = element as HTMLVideoElement;
      // Loops, so that it still plays when the script arrives late.
      player.loop = true;
      const isRefused = new Promise((resolve) =>
        player.querySelector('source:last-of-type')?.addEventListener('error', resolve, { once: true }),
      );
      const isPlaying = player.play();
      await (plays ? isPlaying : isRefused);
    }, canPlay);
    releaseScripts();
    await waitForHydration(page);
    if (canPlay) {
      const mode = await video.evaluate((element) => (element as HTMLVideoElement).textTracks[0]?.mode);
      expect(mode).toBe('showing');
    } else {
      await page.getByText(readMessages('nl')['clip.cannotPlay']!).waitFor();
    }
    await close();
  });
});
