import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { setWindowWidth, WIDTHS, waitForStyles } from './browser.ts';

const { source: axeSource } = createRequire(import.meta.url)('axe-core') as { source: string };
const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Adds axe to a page through the DevTools protocol. The browser then compiles the script once for all pages
 * of a process; a script passed through `evaluate` to `eval` is compiled every time.
 */
async function injectAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: axeSource });
  await session.detach();
  if (exceptionDetails) throw new Error(`axe was not added: ${exceptionDetails.text}`);
}

/**
 * Returns one line per violated rule, with the elements that violate it.
 *
 * @param part selector of the checked part, if another test checks the rest of the page; without it, the
 *   whole page
 */
export async function findViolations(page: Page, part?: string): Promise<string[]> {
  await waitForStyles(page);
  // Makes the window as high as the page, so that a bar at its foot covers no element that could be scrolled
  // into view. A short page fills a part of the window and grows with it, so the height is set until it no
  // longer changes.
  const width = page.viewportSize()?.width ?? 0;
  const measure = () => page.evaluate(() => document.documentElement.scrollHeight);
  let height = 0;
  for (let next = await measure(); next > height; next = await measure()) {
    height = next;
    await page.setViewportSize({ width, height });
  }
  if (!(await page.evaluate(() => 'axe' in window))) await injectAxe(page);
  const violations = await page.evaluate(
    async ([tags, seen]) => {
      const { axe } = window as unknown as {
        axe: { run(node: Document | string, options: object): Promise<AxeResults> };
      };
      const results = await axe.run(seen ?? document, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
        // Style sheets are preloaded for one experimental rule only, which the tags above exclude; it takes
        // half of the time.
        preload: { assets: ['media'] },
      });
      return results.violations;
    },
    [wcagTags, part] as const,
  );
  return violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
  );
}

/**
 * Runs `findViolations` on the whole page at several widths, with the width at the start of each line. Loads
 * the page once.
 *
 * @param widths by default each of `WIDTHS`
 */
export async function findViolationsAtWidths(
  page: Page,
  widths: readonly number[] = WIDTHS,
): Promise<string[]> {
  const violations: string[] = [];
  for (const width of widths) {
    await setWindowWidth(page, width);
    violations.push(...(await findViolations(page)).map((line) => `${width} px: ${line}`));
  }
  return violations;
}
