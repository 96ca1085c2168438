import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createCommand } from '../core/cli/command.ts';
import { findSampleShopFolder } from '../core/shipped-folders.ts';
import { readShopFiles } from '../shop-store/read-shop-files.ts';
import { createJsonSchemas, getSchemaName } from '../shop-store/shop-file-reference.ts';
import { convertFolderErrors, fillEmptyFolder } from './fill-empty-folder.ts';
import { createNewShop, type NewShopOptions } from './new-shop.ts';
import { readCheckedShop } from './read-checked-shop.ts';

const USAGE = `Usage: npm run new-shop -- <folder> [--name <name>] [--language <code>] [--country <code>] [--currency <code>]

Writes the files of a small shop into a folder that is new or empty: one site in one language, two feeds, every page that a shop
needs. They can be imported as they are; address, registers, bank account and domain of the company are examples to replace.

--name      name of the site ('My shop')
--language  da, de, en, es, et, it, nl, pt or sv (en)
--country   ISO code of the country that it is for and delivers to (NL)
--currency  EUR, DKK or SEK (that of the country, else EUR)
`;

interface NewShopArguments extends NewShopOptions {
  readonly folder: string;
}

function parseNewShopArguments(words: readonly string[], workingDirectory: string): NewShopArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        name: { type: 'string', default: 'My shop' },
        language: { type: 'string', default: 'en' },
        country: { type: 'string', default: 'NL' },
        currency: { type: 'string' },
      },
    });
    const [folder] = positionals;
    const name = values.name.trim();
    if (folder === undefined || positionals.length > 1 || !/^[^\p{Cc}<>]{1,80}$/u.test(name)) return null;
    return { ...values, name, folder: path.resolve(workingDirectory, folder) };
  } catch {
    return null;
  }
}

/** The command that writes the files of a small shop, as a start for a new one. */
export const newShopCommand = createCommand<NewShopArguments>({
  name: 'new-shop',
  usage: USAGE,
  isLocal: true,
  read: parseNewShopArguments,
  async run({ folder, ...options }, { print: say }) {
    const sample = await readShopFiles(path.join(findSampleShopFolder(), 'data'));
    const files = createNewShop(sample, options);
    await fillEmptyFolder(folder, async (unfinished) => {
      // The user of a container may be another one, and must be able to read it.
      await convertFolderErrors(folder, chmod(unfinished, 0o777 & ~process.umask()));
      await convertFolderErrors(folder, mkdir(path.join(unfinished, 'texts')));
      await convertFolderErrors(folder, mkdir(path.join(unfinished, 'schemas')));
      const write = (file: string, json: unknown) =>
        convertFolderErrors(
          folder,
          writeFile(path.join(unfinished, file), `${JSON.stringify(json, null, 2)}\n`),
        );
      for (const [file, json] of files) {
        const [texts] = file.split('/').slice(0, -1);
        const schema = `${texts === undefined ? './' : '../'}schemas/${getSchemaName(texts ?? file)}`;
        await write(file, { $schema: schema, ...json });
      }
      for (const [name, schema] of createJsonSchemas()) await write(path.join('schemas', name), schema);
      // The written files must be importable; otherwise they are removed.
      await readCheckedShop(unfinished);
    });
    say(
      `${folder} has a shop of ${files.size} files. Replace the examples in sites.json and legal.json, then:`,
    );
    say(`  npm run import -- ${folder} --check   what would change, or every error`);
    say(`  npm run import -- ${folder}           imports it`);
    say(`On an empty database: SHOP_FOLDER=${folder} npm start. docs/data.md describes every field.`);
    return 0;
  },
});
