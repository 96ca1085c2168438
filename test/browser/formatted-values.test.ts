import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { createFormats } from '../../shared/i18n/create-formats.ts';
import { launchBrowser, openPage } from './browser.ts';

const testedCultures = ['nl-NL', 'de-DE', 'da-DK', 'en-GB', 'it-IT', 'pt-PT', 'es-ES', 'sv-SE', 'et-EE'];
const testedRegions = ['NL', 'BE', 'DE', 'AT', 'DK', 'SE', 'EE', 'IT', 'ES', 'PT', 'IE', 'LU', 'GB'];

/** Returns all formatted values as one text; runs in Node and in the browser. */
function formatAllValues(
  create: typeof createFormats,
  culture: string,
  regionCodes: readonly string[],
): string {
  return (['DKK', 'SEK'] as const)
    .flatMap((currencyCode) => {
      const formats = create({ culture, currencyCode, indicativeRatePerEur: 7.46 });
      return [
        ...[0, 5, 2095, -2095, 123450, 98765432].flatMap((cents) => [
          formats.euro(cents),
          formats.indicative(cents),
        ]),
        ...[0, 1234.5, -1234.567, 12345678.9].map((value) => formats.number(value)),
        ...[600, 1000, 20_500, 1_234_567].map((grams) => formats.weight(grams)),
        ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) =>
          formats.date(`2026-${String(month).padStart(2, '0')}-09`),
        ),
        ...[-9, 12.5].map((value) => formats.percentage(value)),
        ...[1, 2, 3, 4, 5, 6, 7].map((day) => formats.weekday(day)),
        ...['00:00', '08:30', '17:05'].map((time) => formats.time(time)),
        ...regionCodes.map((code) => formats.country(code)),
      ];
    })
    .join('\n');
}

let browser: Browser;
let formatsScript: string;

beforeAll(async () => {
  const bundle = await build({
    entryPoints: ['shared/i18n/create-formats.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'figures',
  });
  formatsScript = bundle.outputFiles[0]!.text;
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

describe('formatted values', () => {
  it.each(testedCultures)(
    'are the same on server and browser in %s, so that hydration has no mismatch',
    async (culture) => {
      const { page, close } = await openPage(browser);
      await page.addScriptTag({ content: formatsScript });
      const inBrowser = await page.evaluate(
        `(${formatAllValues.toString()})(figures.createFormats, ${JSON.stringify(culture)}, ${JSON.stringify(testedRegions)})`,
      );
      await close();

      expect(inBrowser).toBe(formatAllValues(createFormats, culture, testedRegions));
    },
  );
});
