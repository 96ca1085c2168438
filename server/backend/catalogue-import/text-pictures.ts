import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LOCALES, type Locale } from '../../../shared/i18n/locales.ts';
import type { Database } from '../database/database.ts';
import { insertTextPicture, listTextPictures } from '../modules/pictures/queries.ts';
import { hashTextPicture, readTextPicture } from '../modules/pictures/service.ts';
import { PictureRefusedError } from '../security/clean-picture.ts';
import { findFileProblem } from './file-problem.ts';
import { IssueList } from './import-error.ts';
import { parseMarkdown } from './markdown-blocks.ts';
import { listPictures, PICTURE_REFUSALS } from './photos.ts';
import type { ShopFiles } from './read-shop-files.ts';
import { findContentText, listContent } from './shop-content.ts';
import type { TextPictureRow } from './shop-file-schemas.ts';

const FILE = 'text-pictures.json';
/** Folder of the pictures of `text-pictures.json`, each named by its key. */
export const TEXT_PICTURES_FOLDER = 'text-pictures';
const NAME = /^(?<key>.+)\.(?:jpe?g|png|webp)$/i;
const MOST_BYTES = 20_000_000;

/** Pictures of texts have a key of their own and are said in every language. */
export function checkTextPictureRows({ textPictures }: ShopFiles, issues: IssueList): void {
  const seen = new Set<string>();
  for (const { key, alts } of textPictures) {
    const add = (field: string, problem: string) => issues.add(FILE, `textPictures.${key}`, field, problem);
    if (seen.has(key)) add('key', 'is also that of another row');
    seen.add(key);
    for (const locale of LOCALES) {
      if (alts[locale] === undefined) add(`alts.${locale}`, 'is missing');
    }
  }
}

const listKnownKeys = async (database: Database): Promise<Set<string>> =>
  new Set(
    (await listTextPictures(database, '', { limit: Number.MAX_SAFE_INTEGER, offset: 0 })).map(
      ({ key }) => key,
    ),
  );

/** Those that the shop does not know, each with its file. */
async function listNew(
  database: Database,
  folder: string,
  { textPictures }: ShopFiles,
): Promise<readonly { readonly row: TextPictureRow; readonly place: string | undefined }[]> {
  if (textPictures.length === 0) return [];
  const known = await listKnownKeys(database);
  const issues = new IssueList();
  const names = new Map(
    (await listPictures(folder, TEXT_PICTURES_FOLDER, issues)).map((name) => [
      NAME.exec(name)?.groups?.key,
      name,
    ]),
  );
  issues.throwIfAny();
  return textPictures
    .filter(({ key }) => !known.has(key))
    .map((row) => {
      const name = names.get(row.key);
      return { row, place: name && path.join(folder, TEXT_PICTURES_FOLDER, name) };
    });
}

/**
 * Decodes every picture of texts that is new, one at a time, and holds the texts against what there will be: one that nobody has would be
 * left out of its page without a word.
 *
 * @throws ImportError with every fault
 */
export async function checkTextPictures(database: Database, folder: string, files: ShopFiles): Promise<void> {
  const issues = new IssueList();
  for (const { row, place } of await listNew(database, folder, files)) {
    const add = (problem: string) => issues.add(FILE, `textPictures.${row.key}`, '', problem);
    const problem = place === undefined ? null : await findFileProblem(place, MOST_BYTES);
    if (place === undefined)
      add(`has no picture: put ${TEXT_PICTURES_FOLDER}/${row.key}.webp beside the file`);
    else if (problem !== null) add(problem);
    else {
      try {
        await readTextPicture(await readFile(place));
      } catch (error) {
        if (!(error instanceof PictureRefusedError)) throw error;
        add(PICTURE_REFUSALS[error.code]);
      }
    }
  }
  const shown = [...listShown(files)];
  const known = shown.length === 0 ? new Set() : await listKnownKeys(database);
  for (const { key } of files.textPictures) known.add(key);
  for (const { file, row, key } of shown) {
    if (!known.has(key)) {
      issues.add(
        file,
        row,
        'bodyMarkdown',
        `the picture '${key}' is neither in ${FILE} nor among those of the shop: add it, or take it out of the text`,
      );
    }
  }
  issues.throwIfAny();
}

/** The pictures that texts show. */
function* listShown(files: ShopFiles) {
  for (const item of listContent(files)) {
    for (const { code } of files.languages) {
      const text = findContentText(files, item, code);
      if (!text?.bodyMarkdown.includes('![')) continue;
      for (const block of parseMarkdown(text.bodyMarkdown)) {
        if (block.type === 'picture') yield { file: text.file, row: text.row, key: block.key };
      }
    }
  }
}

/** Puts up the pictures of texts whose keys the shop does not know; those that it knows are the keeper's. */
export async function addTextPictures(
  transaction: Database,
  folder: string,
  files: ShopFiles,
  now: Date,
): Promise<void> {
  for (const { row, place } of await listNew(transaction, folder, files)) {
    if (place === undefined) continue;
    const { bytes: original, width, height } = await readTextPicture(await readFile(place));
    await insertTextPicture(transaction, {
      key: row.key,
      hash: hashTextPicture(original),
      original,
      width,
      height,
      alts: row.alts as Readonly<Record<Locale, string>>,
      addedAt: now,
    });
  }
}
