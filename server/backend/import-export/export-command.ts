import path from 'node:path';
import { inArray } from 'drizzle-orm';
import { createCommand } from '../core/cli/command.ts';
import { textVersion } from '../schema/schema.ts';
import { exportShop } from './export-shop.ts';

const USAGE = `Usage: npm run export -- <folder>

Writes the shop as the files that npm run import reads, to a folder that is new or empty and that the backend can write to: texts
with the changes of staff, current prices, stock and promotions, the price history, and redirects. The files contain no customers,
orders, drafts or planned texts: those are in a backup of the database.
`;

/** The command that exports the shop as files. */
export const exportCommand = createCommand<{ readonly folder: string }>({
  name: 'export',
  usage: USAGE,
  isHeavy: true,
  read([folder, ...others], workingDirectory) {
    if (folder === undefined || folder.startsWith('-') || others.length > 0) return null;
    return { folder: path.resolve(workingDirectory, folder) };
  },
  async run({ folder }, context) {
    const { database, description } = await context.openDatabase();
    const { files, records } = await exportShop(database, folder, { now: context.now });
    context.print(`Exported from ${description}: ${records} records in ${files} files, into ${folder}.`);
    const unpublished = await database.$count(textVersion, inArray(textVersion.state, ['draft', 'planned']));
    if (unpublished > 0)
      context.print(
        `Not in them: ${unpublished} drafts and planned texts, which a backup of the database has.`,
      );
    return 0;
  },
});
