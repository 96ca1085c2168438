import type { Page } from 'playwright-core';
import { readPdf } from '../fixtures/read-pdf.ts';

/** Prints a page and returns its sheets, in the size that its own style sets; in millimetres. */
export async function printPage(page: Page) {
  const bytes = await page.pdf({ preferCSSPageSize: true });
  const { pages, text } = await readPdf(bytes);
  const [, width = '0', height = '0'] =
    /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(bytes.toString('latin1')) ?? [];
  const toMillimetres = (points: string) => Math.round((Number(points) / 72) * 25.4);
  return { pages, text, size: [toMillimetres(width), toMillimetres(height)] };
}
