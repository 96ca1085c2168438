import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  getFormTypeKey,
  listStaticRoutePaths,
  oddFieldValues,
  readForms,
} from '../fixtures/crawled-forms.ts';
import { isLongTestRun } from '../fixtures/test-case-sampling.ts';
import { launchBrowser, openPage, visit, waitForHydration } from './browser.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const host = 'havero-nl.localhost';
const dutchMessages = readMessages('nl');
const texts = readSampleTexts('nl');
const product = `/${texts.products['prado-balance']!.urlSlug}/`;
const categoryPath = `/${texts.categories.feed!.urlSlug}/`;
const oddInputTypes = isLongTestRun ? Object.keys(oddFieldValues) : ['negative', 'emoji'];

/** The location of a form: its page, and its position among the forms of that page. */
interface FoundForm {
  readonly kind: string;
  readonly path: string;
  readonly index: number;
}

let browser: Browser;
let foundForms: readonly FoundForm[];

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Opens the shop with a product in the cart, added as the form of a product page does. */
async function openShopWithCart() {
  const opened = await openPage(browser);
  const { page } = opened;
  await visit(page, getShopUrl(host, product));
  await waitForHydration(page);
  const added = page.waitForResponse(
    (response) => response.url().includes('/api/') && response.request().method() === 'POST',
  );
  await page.locator('main form[data-add-to-cart] button[type="submit"]').first().click();
  await added;
  foundForms ??= await findShopForms(page);
  return opened;
}

/** Returns the forms of all static routes and of some content pages, as the visitor of `page` gets them. */
async function findShopForms(page: Page): Promise<readonly FoundForm[]> {
  const screens = await listStaticRoutePaths('nl');
  const paths = ['/', categoryPath, product, ...screens, ...screens.map((path) => `${path}?q=hooi`)];
  const kinds = new Map<string, FoundForm>();
  for (const path of paths) {
    const html = await page.evaluate(async (address) => {
      const response = await fetch(address);
      return response.ok && !response.redirected ? response.text() : '';
    }, path);
    for (const [index, form] of readForms(html, path).entries()) {
      const kind = getFormTypeKey(form);
      if (!kinds.has(kind)) kinds.set(kind, { kind, path, index });
    }
  }
  return [...kinds.values()];
}

/**
 * Fills all fields of a form with a text, up to their maximum length, and submits it as its button does.
 *
 * @returns the values of its fields afterwards; null if the form is gone
 */
const fillAndSend = (page: Page, index: number, text: string) =>
  page.evaluate(
    ([at, value]) => {
      const form = document.forms[at as number];
      if (!form) return null;
      const fields = [...form.elements].filter(
        (field): field is HTMLInputElement =>
          (field instanceof HTMLInputElement &&
            /^(text|search|email|tel|number|password)$/.test(field.type)) ||
          field instanceof HTMLTextAreaElement,
      );
      for (const field of fields) {
        field.value = String(value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      const read = () => fields.map((field) => field.value);
      const before = read();
      form.noValidate = true;
      Reflect.set(window, 'readFields', read);
      const button = form.querySelector<HTMLButtonElement>('button[type="submit"]:not([disabled])');
      form.requestSubmit(button);
      return before;
    },
    [index, text] as const,
  );

describe('a form with script', () => {
  it('stays on its page with its input while offline, and the page reports it', async () => {
    const { page, context, close } = await openShopWithCart();
    const lost: string[] = [];
    for (const { kind, path, index } of foundForms) {
      await visit(page, getShopUrl(host, path));
      await waitForHydration(page);
      await page.evaluate(() => Reflect.set(window, 'isSameDocument', true));
      await context.setOffline(true);
      const before = await fillAndSend(page, index, '12');
      if (before) {
        await page
          .getByRole('status')
          .filter({
            hasText: new RegExp(
              `${dutchMessages['connection.unsent']}|${dutchMessages['connection.offline']}`,
            ),
          })
          .first()
          .waitFor();
        const after = await page
          .evaluate(() => ({
            isSame: Reflect.get(window, 'isSameDocument') === true,
            fields: (Reflect.get(window, 'readFields') as () => string[])(),
          }))
          .catch(() => null);
        if (!after?.isSame || JSON.stringify(after.fields) !== JSON.stringify(before)) lost.push(kind);
      }
      await context.setOffline(false);
    }
    expect(lost).toEqual([]);
    expect(foundForms.length).toBeGreaterThan(10);
    await close();
  });

  it('never leads to a page that does not exist or to a server error, whatever is typed', async () => {
    const { page, close } = await openShopWithCart();
    const deadEnds: string[] = [];
    let what = '';
    page.on('response', (response) => {
      const isPage = response.request().resourceType() === 'document';
      if (response.status() >= 500 || (isPage && [400, 404].includes(response.status()))) {
        deadEnds.push(`${response.status()} ${response.url()}: ${what}`);
      }
    });
    for (const { kind, path, index } of foundForms) {
      for (const way of oddInputTypes) {
        await visit(page, getShopUrl(host, path));
        await waitForHydration(page);
        what = `${kind}: ${way}`;
        await fillAndSend(page, index, oddFieldValues[way] ?? '');
        await page.waitForFunction(
          () => document.readyState === 'complete' && !document.querySelector('[aria-busy="true"]'),
        );
        const heading = await page.locator('h1').first().innerText();
        if (heading === dutchMessages['errorPage.title'] || heading === dutchMessages['error.notFound'])
          deadEnds.push(what);
      }
    }
    expect(deadEnds).toEqual([]);
    await close();
  });
});
