import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { setWidth, WIDTHS, waitForStyles } from './browser.ts';

const { source: axeSource } = createRequire(import.meta.url)('axe-core') as { source: string };
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Adds axe to a page by the browser's own protocol: the browser compiles the same script once for all pages of a process, which it does
 * not for what `evaluate` passes to `eval`.
 */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: axeSource });
  await session.detach();
  if (exceptionDetails) throw new Error(`axe was not added: ${exceptionDetails.text}`);
}

/**
 * One line per rule that the page breaks, with the elements that break it.
 *
 * @param part selector of what is looked at where the rest of the page is as another test sees it; without it, the whole page
 */
export async function findViolations(page: Page, part?: string): Promise<string[]> {
  await waitForStyles(page);
  // A window as high as the page: a bar that stays at its foot covers nothing that cannot be scrolled free.
  // A short page fills a part of the window and so grows with it: until it grows no more.
  const width = page.viewportSize()?.width ?? 0;
  const measure = () => page.evaluate(() => document.documentElement.scrollHeight);
  let height = 0;
  for (let next = await measure(); next > height; next = await measure()) {
    height = next;
    await page.setViewportSize({ width, height });
  }
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page);
  const violations = await page.evaluate(
    async ([tags, seen]) => {
      const { axe } = window as unknown as {
        axe: { run(node: Document | string, options: object): Promise<AxeResults> };
      };
      const results = await axe.run(seen ?? document, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
        // Style sheets are read in advance for an experimental rule alone, which no tag above includes; it takes half of the time.
        preload: { assets: ['media'] },
      });
      return results.violations;
    },
    [rules, part] as const,
  );
  return violations.map(
    ({ id, help, nodes }) =>
      `${id} (${help}): ${nodes.map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
  );
}

/**
 * `findViolations` of the whole page at some widths, with the width at the start of a line; the page is loaded once.
 *
 * @param widths by default each of `WIDTHS`
 */
export async function findViolationsAtWidths(
  page: Page,
  widths: readonly number[] = WIDTHS,
): Promise<string[]> {
  const violations: string[] = [];
  for (const width of widths) {
    await setWidth(page, width);
    violations.push(...(await findViolations(page)).map((line) => `${width} px: ${line}`));
  }
  return violations;
}
