import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { DAY_MS } from '../../shared/rules/durations.ts';
import { formatLabCsv, mineralColumns, qsColumns, rqsColumns } from '../../shared/rules/lab-files.ts';
import { createAccountActions } from './account-actions.ts';
import { launchBrowser, openPage, visit } from './browser.ts';
import { marit } from './customer-actions.ts';
import { printPage } from './print-page.ts';
import { readMessages } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';
import { importLabFile } from './shop-command.ts';

const dutchAccountActions = createAccountActions('havero-nl.localhost', 'nl');
/** A name of the maximum length. */
const sampleName = 'Voorste hooizolder, tweede snede van de Achterweide, pak 14.';

const testedShops = [
  ['nl', 'havero-nl.localhost', 'welke-ruwvoertest', 'Laboratorium Grasland'],
  ['de', 'hafero-de.localhost', 'welcher-raufuttertest', 'Labor Grünland'],
] as const;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

interface InsertedSample {
  readonly sampleNumber: string;
  readonly key: string;
}

async function fetchSample(page: Page, kind: 'rqs' | 'qs'): Promise<InsertedSample> {
  const { body } = await dutchAccountActions.fetchAs(page.context(), `/api/${kind}-results`);
  const [sample]: InsertedSample[] = JSON.parse(body);
  if (!sample) throw new Error(`The account has no sample of ${kind}`);
  return sample;
}

const getDateDaysAgo = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Wet hay, so that a report has all its possible parts: five values off target, and the storage warning. */
const wetHayHeader = {
  type: 'hay',
  receiptDate: getDateDaysAgo(24),
  resultDate: getDateDaysAgo(20),
  dryMatterPct: 80.9,
  moisturePct: 19.1,
} as const;

const importNutrition = (sampleNumber: string, selenium: number) =>
  importLabFile(
    'nutrition.csv',
    formatLabCsv(
      [...rqsColumns, ...mineralColumns],
      [
        {
          sampleNumber,
          ...wetHayHeader,
          crudeProtein: 58,
          sugar: 172,
          crudeFibre: 268,
          energyDE: 9.8,
          energyEWpa: 0.67,
          calcium: 4.2,
          phosphorus: 2.1,
          magnesium: 1.4,
          sodium: 0.6,
          copper: 5.5,
          zinc: 24,
          selenium,
        },
      ],
    ),
  );

const importHygiene = (sampleNumber: string, storageMoulds: number) =>
  importLabFile(
    'hygiene.csv',
    formatLabCsv(qsColumns, [
      {
        sampleNumber,
        ...wetHayHeader,
        aerobicBacteria: 41_000_000,
        spoilageBacteria: 3_200_000,
        fieldMoulds: 300_000,
        storageMoulds,
        yeasts: 400_000,
      },
    ]),
  );

/** Returns pairs of texts that overlap in print, each as 'one × other'. */
async function findOverlappingTexts(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const before = page.viewportSize();
  // A4: the width of the text without margins of 12 mm.
  await page.setViewportSize({ width: 794, height: 1123 });
  const found = await page.evaluate(() => {
    document.body.style.width = '703px';
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
    const lines: { text: string; left: number; right: number; top: number; bottom: number }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || !parent || isClipped(parent)) continue;
      if (parent.closest('script, style, noscript')) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom, height } of range.getClientRects()) {
        // The box of a line is higher than its letters.
        lines.push({ text, left, right, top: top + height / 4, bottom: bottom - height / 4 });
      }
    }
    document.body.style.width = '';
    return lines.flatMap((one, index) =>
      lines
        .slice(index + 1)
        .filter(
          (other) =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
            Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
        )
        .map((other) => `${one.text} × ${other.text}`),
    );
  });
  await page.emulateMedia({ media: null });
  if (before) await page.setViewportSize(before);
  return found;
}

it('every report is printed on one A4 sheet without overlap, whatever its values', async () => {
  const owner = { emailAddress: 'druk@stal.example', password: 'Haverstro 12' };
  await dutchAccountActions.createActiveAccount(owner);
  const { page, close } = await openPage(browser, { width: 1440, isScripted: false });
  await dutchAccountActions.giveSession(page.context(), owner);
  await dutchAccountActions.putIntoCart(page, 'rqs-mineral', false);
  await dutchAccountActions.putIntoCart(page, 'qs-hygiene', false);
  const names = page.getByRole('textbox', { name: dutchAccountActions.say('cart.sampleName') });
  expect(await names.count()).toBe(2);
  for (const field of await names.all()) await field.fill(sampleName);
  await page
    .getByRole('button', { name: dutchAccountActions.say('cart.sampleSave') })
    .first()
    .click();
  await page.getByText(dutchAccountActions.say('cart.samplesSaved')).first().waitFor({ state: 'attached' });
  await dutchAccountActions.openPayment(page, { ...marit, emailAddress: owner.emailAddress }, false);
  await dutchAccountActions.order(page, 'iDEAL | Wero');
  await dutchAccountActions.decideAtBank(page, 'approve');
  await dutchAccountActions.waitForThanks(page, marit.firstName);

  const nutrition = (await fetchSample(page, 'rqs')).sampleNumber;
  const hygiene = (await fetchSample(page, 'qs')).sampleNumber;
  await importNutrition(nutrition, 0.04);
  // A correction adds a notice.
  await importNutrition(nutrition, 0.05);
  for (const [grade, storageMoulds] of [
    ['B', 280_000],
    ['C', 900_000],
    ['D', 16_000_000],
  ] as const) {
    await importHygiene(hygiene, storageMoulds);
    for (const [language, host, testsPage, laboratory] of testedShops) {
      const messages = readMessages(language);
      for (const kind of ['rqs', 'qs'] as const) {
        const { key, sampleNumber } = await fetchSample(page, kind);
        await visit(page, getShopUrl(host, `/${testsPage}/${kind}/${key}/`));
        const { pages, size, text } = await printPage(page);
        const what = `${kind} ${language} ${grade}`;
        expect([what, pages, size]).toEqual([what, 1, [210, 297]]);
        expect(text).toContain(sampleNumber);
        expect(text).toContain(laboratory);
        expect(text).toContain(messages[`labReport.grade${grade}`]);
        expect(text).toContain(messages['labReport.noteBatch']);
        if (kind === 'rqs') expect(text).toContain(messages['labReport.calciumPhosphorus']);
        // Links and their headings have no purpose on paper.
        expect(text).not.toContain(messages['labReport.wholeNutrition']);
        expect(text).not.toContain(messages['labReport.wholeHygiene']);
        expect([what, await findOverlappingTexts(page)]).toEqual([what, []]);
      }
    }
  }
  await close();
});
