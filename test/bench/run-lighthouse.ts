import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchBrowser } from '../browser/browser.ts';
import { startShop } from '../browser/start-shop.ts';
import { findFreePort } from '../fixtures/free-port.ts';

/**
 * Not a dependency of the project: it would add 183 MB to every install, and few people run it. npm caches
 * it.
 */
const LIGHTHOUSE_PACKAGE = 'lighthouse@13.5.0';

const host = 'havero-nl.localhost';
const pages: Readonly<Record<string, string>> = {
  home: '/',
  category: '/paardenvoer/',
  product: '/prado-actief-muesli/',
  content: '/klantenservice/',
};
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface LighthouseAudit {
  readonly id: string;
  readonly title: string;
  /** 0 to 1; null if it does not apply. */
  readonly score: number | null;
  readonly displayValue?: string;
  readonly details?: { readonly items?: readonly unknown[] };
}

/** The fields of Lighthouse's report that are read here. */
interface LighthouseReport {
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<Record<string, LighthouseAudit>>;
}

/**
 * Runs Lighthouse with its default mobile preset on the built shop in a real browser. Prints the scores, and
 * the audits that keep each score below 100. Does not fail on a low score.
 *
 * @param words names of the pages to visit; all of them if the list is empty
 * @throws Error for an unknown page, or if Lighthouse itself fails
 */
export async function runLighthouse(words: readonly string[]): Promise<void> {
  const unknown = words.filter((word) => !(word in pages));
  if (unknown.length > 0)
    throw new Error(`No page ${unknown.join(', ')}; there are ${Object.keys(pages).join(', ')}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-lighthouse-'));
  const debuggingPort = await findFreePort();
  const shop = await startShop();
  try {
    const browser = await launchBrowser([`--remote-debugging-port=${debuggingPort}`]);
    try {
      console.log(`${'page'.padEnd(10)}${categories.map((name) => name.padStart(16)).join('')}`);
      for (const [name, address] of Object.entries(pages)) {
        if (words.length > 0 && !words.includes(name)) continue;
        const url = `http://${host}:${shop.port}${address}`;
        // Visits the page once before, because the first visitor waits until the pictures are generated.
        await visitPageWithPictures(url, browser);
        printReport(name, await auditPage(url, debuggingPort, path.join(folder, `${name}.json`)));
      }
    } finally {
      await browser.close();
    }
  } finally {
    await shop.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function visitPageWithPictures(
  url: string,
  browser: Awaited<ReturnType<typeof launchBrowser>>,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
  await page.close();
}

function auditPage(url: string, port: number, file: string): Promise<LighthouseReport> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const words = ['exec', '--yes', `--package=${LIGHTHOUSE_PACKAGE}`, '--', 'lighthouse', url];
  const options = [
    `--port=${port}`,
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
    '--no-enable-error-reporting',
    `--only-categories=${categories.join(',')}`,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(npm, [...words, ...options], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Lighthouse needs a newer Node than some machines have.
      env: {
        ...process.env,
        PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`,
      },
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve(JSON.parse(readFileSync(file, 'utf8')));
      else reject(new Error(`Lighthouse failed for ${url}`));
    });
  });
}

function printReport(name: string, report: LighthouseReport): void {
  const scores = categories.map((category) => Math.round((report.categories[category]?.score ?? 0) * 100));
  console.log(`${name.padEnd(10)}${scores.map((score) => String(score).padStart(16)).join('')}`);
  for (const category of categories) {
    for (const { id, weight } of report.categories[category]?.auditRefs ?? []) {
      const found = report.audits[id];
      if (!found || weight === 0 || found.score === null || found.score >= 1) continue;
      const share = `${Math.round(found.score * 100)} of 100, weight ${weight}`;
      console.log(
        `  ${category}: ${found.title}${found.displayValue ? ` (${found.displayValue})` : ''}: ${share}`,
      );
      if (category !== 'performance')
        for (const item of (found.details?.items ?? []).slice(0, 3)) console.log(`    ${shortenJson(item)}`);
    }
  }
}

function shortenJson(item: unknown): string {
  return JSON.stringify(item).slice(0, 300);
}
