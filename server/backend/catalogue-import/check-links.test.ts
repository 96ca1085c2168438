import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Json, makeSmallShop, type ShopFolder } from '../../../test/fixtures/shop-folder.ts';
import { readCheckedShop } from './import-shop.ts';

let folder: ShopFolder;

beforeEach(async () => {
  folder = await makeSmallShop();
});

afterEach(() => folder.remove());

/** A page of both kinds of shops gets this text, in which PATH is the address of the page on how tests work. */
const write = (bodyMarkdown: string) =>
  folder.edit('texts/en.json', (json: Json) => {
    const path = `/${json.pages['how-rqs-works'].urlSlug}/`;
    json.pages.payment.bodyMarkdown = bodyMarkdown.replaceAll('PATH', path);
  });

describe('a link to what only some sites have', () => {
  it.each([
    'Pay.{tests} [How tests work](PATH).{/tests}',
    '{tests}[How tests work](PATH){/tests}{noTests}[Home](/){/noTests}',
  ])('may stand in a part that is for them: %s', async (text) => {
    await write(text);
    await expect(readCheckedShop(folder.path)).resolves.toMatchObject({ addresses: expect.any(Number) });
  });

  it.each(['[How tests work](PATH)', 'Pay.{noTests} [How tests work](PATH).{/noTests}'])(
    'is refused where the others show it: %s',
    async (text) => {
      await write(text);
      await expect(readCheckedShop(folder.path)).rejects.toThrow(
        /pages\.payment · bodyMarkdown: a link leads to \/.+\/, which the site \S+ has not/,
      );
    },
  );

  it.each(['{tests}[x](/nowhere/){/tests}', '{noTests}[x](/nowhere/){/noTests}'])(
    'is refused where nobody has it: %s',
    async (text) => {
      await write(text);
      await expect(readCheckedShop(folder.path)).rejects.toThrow(/a link leads to \/nowhere\//);
    },
  );
});
