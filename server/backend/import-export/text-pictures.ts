import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LOCALES } from '../../../shared/i18n/locales.ts';
import {
  insertTextPicture,
  listAllTextPictures,
  replaceTextPicture,
  type TextPicture,
} from '../content/pictures/queries.ts';
import {
  hashTextPicture,
  MAX_TEXT_PICTURE_BYTES,
  readTextPicture,
  type TextPictureFile,
} from '../content/pictures/service.ts';
import type { Database } from '../core/database/database.ts';
import { parseMarkdown } from '../core/markdown/markdown-blocks.ts';
import { PictureRefusedError } from '../core/security/clean-picture.ts';
import { IssueList } from '../shop-store/import-error.ts';
import { listPictureNames } from '../shop-store/photos.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { findContentText, listContent } from '../shop-store/shop-content.ts';
import type { RecordName } from '../shop-store/shop-records.ts';
import { findUnreadableReason } from '../shop-store/unreadable-file.ts';
import { PICTURE_REFUSALS } from './photos.ts';

const TEXT_PICTURES_FILE = 'text-pictures.json';
const TEXT_PICTURES_LIST = 'textPictures';
/** Folder of the pictures of `text-pictures.json`, each named by its key. */
export const TEXT_PICTURES_FOLDER = 'text-pictures';
const PICTURE_FILE_NAME = /^(?<key>.+)\.(?:jpe?g|png|webp)$/i;

/** Checks pictures of texts: a unique key, and an alternative text in every language. */
export function checkTextPictureRows({ textPictures }: ShopFiles, issues: IssueList): void {
  const seen = new Set<string>();
  for (const { key, alts } of textPictures) {
    const add = (field: string, problem: string) =>
      issues.add(TEXT_PICTURES_FILE, `${TEXT_PICTURES_LIST}.${key}`, field, problem);
    if (seen.has(key)) add('key', 'is also that of another row');
    seen.add(key);
    for (const locale of LOCALES) {
      if (alts[locale] === undefined) add(`alts.${locale}`, 'is missing');
    }
  }
}

/** Picture of a folder, in the form in which the shop stores it. */
export type FilePicture = TextPictureFile & Pick<TextPicture, 'key' | 'alts'>;

/**
 * Reads the pictures of texts in a folder, one at a time, and decodes each that the shop does not have.
 * Checks that every picture in a text will exist, because a missing one would be omitted from its page
 * silently.
 *
 * @throws ImportError with every error
 */
export async function readTextPictures(
  database: Database,
  folder: string,
  files: ShopFiles,
): Promise<FilePicture[]> {
  const shown = [...listUsedTextPictures(files)];
  if (files.textPictures.length === 0 && shown.length === 0) return [];
  const issues = new IssueList();
  const known = new Map((await listAllTextPictures(database)).map((picture) => [picture.key, picture]));
  const names = new Map(
    (await listPictureNames(folder, TEXT_PICTURES_FOLDER, issues)).map((name) => [
      PICTURE_FILE_NAME.exec(name)?.groups?.key,
      name,
    ]),
  );
  const pictures: FilePicture[] = [];
  for (const { key, alts } of files.textPictures) {
    const add = (problem: string) =>
      issues.add(TEXT_PICTURES_FILE, `${TEXT_PICTURES_LIST}.${key}`, '', problem);
    const name = names.get(key);
    const storedPicture = known.get(key);
    if (name === undefined) {
      // The file may have changed the alternative texts without the picture.
      if (storedPicture === undefined)
        add(`has no picture: put ${TEXT_PICTURES_FOLDER}/${key}.webp beside the file`);
      continue;
    }
    const place = path.join(folder, TEXT_PICTURES_FOLDER, name);
    const problem = await findUnreadableReason(place, MAX_TEXT_PICTURE_BYTES);
    if (problem !== null) {
      add(problem);
      continue;
    }
    const bytes = await readFile(place);
    try {
      const file =
        storedPicture && hashTextPicture(bytes) === storedPicture.hash
          ? {
              original: bytes,
              hash: storedPicture.hash,
              width: storedPicture.width,
              height: storedPicture.height,
            }
          : await readTextPicture(bytes);
      pictures.push({ key, alts: alts as TextPicture['alts'], ...file });
    } catch (error) {
      if (!(error instanceof PictureRefusedError)) throw error;
      add(PICTURE_REFUSALS[error.code]);
    }
  }
  const keys = new Set([...known.keys(), ...files.textPictures.map(({ key }) => key)]);
  for (const { file, row, key } of shown) {
    if (!keys.has(key)) {
      issues.add(
        file,
        row,
        'bodyMarkdown',
        `the picture '${key}' is neither in ${TEXT_PICTURES_FILE} nor among those of the shop: add it, or take it out of the text`,
      );
    }
  }
  issues.throwIfAny();
  return pictures;
}

/** Lists the pictures that texts contain. */
function* listUsedTextPictures(files: ShopFiles) {
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

/** Compares the pictures of the files with the shop: returns new and different ones. */
async function compareTextPictures(transaction: Database, pictures: readonly FilePicture[]) {
  const known = new Map((await listAllTextPictures(transaction)).map((row) => [row.key, row]));
  const added = pictures.filter(({ key }) => !known.has(key));
  const kept = pictures.flatMap((picture) => {
    const storedPicture = known.get(picture.key);
    const isSame =
      storedPicture?.hash === picture.hash && isDeepStrictEqual(storedPicture.alts, picture.alts);
    return storedPicture === undefined || isSame ? [] : [{ picture, own: storedPicture }];
  });
  return { added, kept };
}

/** Returns the keys of the pictures that an import would add. */
export async function listNewTextPictures(
  transaction: Database,
  pictures: readonly FilePicture[],
): Promise<string[]> {
  const { added } = await compareTextPictures(transaction, pictures);
  return added.map(({ key }) => key);
}

interface KeptPicture extends RecordName {
  readonly isNewInFiles: boolean;
}

/** Returns the pictures that differ from the files, but that an import would leave as staff changed them. */
export async function listUnimportedTextPictures(
  transaction: Database,
  pictures: readonly FilePicture[],
): Promise<KeptPicture[]> {
  const { kept } = await compareTextPictures(transaction, pictures);
  return kept.map(({ own: { key } }) => ({
    file: TEXT_PICTURES_FILE,
    list: TEXT_PICTURES_LIST,
    key,
    isNewInFiles: false,
  }));
}

/**
 * Adds the pictures whose keys do not exist. Staff manage existing ones.
 *
 * @param options.isOverwriting also overwrites existing pictures with the files
 * @returns number of written pictures
 */
export async function addTextPictures(
  transaction: Database,
  pictures: readonly FilePicture[],
  { now, isOverwriting }: { readonly now: Date; readonly isOverwriting: boolean },
): Promise<number> {
  const { added, kept } = await compareTextPictures(transaction, pictures);
  for (const picture of added) await insertTextPicture(transaction, { ...picture, addedAt: now });
  if (!isOverwriting) return added.length;
  for (const { picture, own } of kept) {
    await replaceTextPicture(transaction, { ...picture, addedAt: own.addedAt });
  }
  return added.length + kept.length;
}
