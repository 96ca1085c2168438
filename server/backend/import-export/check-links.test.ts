import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createSmallShopFolder,
  type Json,
  type ShopFilesFolder,
} from '../../../test/fixtures/shop-folder.ts';
import { readCheckedShop } from './read-checked-shop.ts';

let folder: ShopFilesFolder;

beforeEach(async () => {
  folder = await createSmallShopFolder();
});

afterEach(() => folder.remove());

/**
 * Sets the text of a page that all types of sites show. PATH is replaced by the address of the page on how
 * tests work.
 */
const setPaymentPageText = (bodyMarkdown: string) =>
  folder.edit('texts/en.json', (json: Json) => {
    const path = `/${json.pages['how-rqs-works'].urlSlug}/`;
    json.pages.payment.bodyMarkdown = bodyMarkdown.replaceAll('PATH', path);
  });

describe('link to a page that only some sites have', () => {
  it.each([
    'Pay.{tests} [How tests work](PATH).{/tests}',
    '{tests}[How tests work](PATH){/tests}{noTests}[Home](/){/noTests}',
  ])('is valid in a part of the text for these sites: %s', async (text) => {
    await setPaymentPageText(text);
    await expect(readCheckedShop(folder.path)).resolves.toMatchObject({ addresses: expect.any(Number) });
  });

  it.each(['[How tests work](PATH)', 'Pay.{noTests} [How tests work](PATH).{/noTests}'])(
    'is refused in a part of the text for other sites: %s',
    async (text) => {
      await setPaymentPageText(text);
      await expect(readCheckedShop(folder.path)).rejects.toThrow(
        /pages\.payment · bodyMarkdown: a link leads to \/.+\/, which the site \S+ has not/,
      );
    },
  );

  it.each(['{tests}[x](/nowhere/){/tests}', '{noTests}[x](/nowhere/){/noTests}'])(
    'is refused if no site has the page: %s',
    async (text) => {
      await setPaymentPageText(text);
      await expect(readCheckedShop(folder.path)).rejects.toThrow(/a link leads to \/nowhere\//);
    },
  );
});
