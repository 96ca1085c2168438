import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import sharp from 'sharp';
import Type from 'typebox';
import { LOCALES } from '../../../shared/i18n/locales.ts';
import type { Database } from '../database/database.ts';
import {
  findOriginal,
  insertTextPicture,
  listAllTextPictures,
  replaceTextPicture,
  type TextPicture,
} from '../modules/pictures/queries.ts';
import { hashTextPicture, makeTextPicture, type TextPictureFile } from '../modules/pictures/service.ts';
import { PictureRefusedError } from '../security/clean-picture.ts';
import { IssueList } from './import-error.ts';
import { REFUSALS } from './photos.ts';
import { createFolderSource, parseRows } from './read-shop-files.ts';
import type { RecordName } from './shop-records.ts';

const FILE = 'text-pictures.json';
const LIST = 'pictures';
/** The files that the rows are about, by their keys. */
export const TEXT_PICTURES_FOLDER = 'text-pictures';

/** A picture that texts show, with what it shows in every language. */
const TextPictureRow = Type.Object({
  key: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 60 }),
  alts: Type.Object(
    Object.fromEntries(LOCALES.map((locale) => [locale, Type.String({ minLength: 1, maxLength: 200 })])),
  ),
});

const nameFile = (key: string): string => `${TEXT_PICTURES_FOLDER}/${key}.webp`;

/** A picture of a folder, as the shop would keep it. */
export type StatedPicture = TextPictureFile & Pick<TextPicture, 'key' | 'alts'>;

/**
 * Reads the pictures of texts that a folder has, one at a time, each decoded.
 *
 * @throws ImportError with every one that cannot be
 */
export async function readTextPictures(folder: string): Promise<StatedPicture[]> {
  const source = createFolderSource(folder);
  if (!(await source.has(FILE))) return [];
  const issues = new IssueList();
  const rows = parseRows(await source.read(FILE, issues), LIST, TextPictureRow, 'key', issues);
  const seen = new Set<string>();
  const pictures: StatedPicture[] = [];
  for (const { key, alts } of rows) {
    if (seen.has(key)) issues.add(FILE, `${LIST}.${key}`, 'key', 'is also that of another row');
    seen.add(key);
    const bytes = await readFile(path.join(folder, nameFile(key))).catch(() => null);
    if (bytes === null) {
      issues.add(nameFile(key), '', '', 'is missing');
      continue;
    }
    try {
      pictures.push({ key, alts: alts as TextPicture['alts'], ...(await makeStated(bytes)) });
    } catch (error) {
      if (!(error instanceof PictureRefusedError)) throw error;
      issues.add(nameFile(key), '', '', REFUSALS[error.code]);
    }
  }
  issues.throwIfAny();
  return pictures;
}

/** What a shop has made once stays byte for byte as it is, so that its address does; everything else is made anew. */
async function makeStated(bytes: Buffer): Promise<TextPictureFile> {
  const made = await makeTextPicture(bytes);
  const { format, width, height, exif, icc, iptc, xmp } = await sharp(bytes).metadata();
  const isOurs =
    format === 'webp' &&
    bytes.readUInt32LE(4) + 8 === bytes.length &&
    [exif, icc, iptc, xmp].every((part) => part === undefined) &&
    width === made.width &&
    height === made.height;
  return isOurs ? { original: bytes, hash: hashTextPicture(bytes), width, height } : made;
}

/** What an import finds of the pictures in its files: those that are new, and those that the shop has otherwise. */
async function compareTextPictures(transaction: Database, pictures: readonly StatedPicture[]) {
  const known = new Map((await listAllTextPictures(transaction)).map((row) => [row.key, row]));
  const added = pictures.filter(({ key }) => !known.has(key));
  const kept = pictures.flatMap((picture) => {
    const own = known.get(picture.key);
    const isSame = own?.hash === picture.hash && isDeepStrictEqual(own.alts, picture.alts);
    return own === undefined || isSame ? [] : [{ picture, own }];
  });
  return { added, kept };
}

interface KeptPicture extends RecordName {
  readonly isNewInFiles: boolean;
}

/** The pictures that an import would leave as the keeper has them, though the files say otherwise. */
export async function listKeptTextPictures(
  transaction: Database,
  pictures: readonly StatedPicture[],
): Promise<KeptPicture[]> {
  const { kept } = await compareTextPictures(transaction, pictures);
  return kept.map(({ own: { key } }) => ({ file: FILE, list: LIST, key, isNewInFiles: false }));
}

/**
 * Adds the pictures whose keys the shop does not know. Those that it knows are the keeper's.
 *
 * @param options.isOverwriting takes the files' word for those, too
 * @returns how many were written
 */
export async function addTextPictures(
  transaction: Database,
  pictures: readonly StatedPicture[],
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

/** Writes every picture of texts into a folder. @returns how many files that are */
export async function writeTextPictureFiles(transaction: Database, folder: string): Promise<number> {
  const pictures = await listAllTextPictures(transaction);
  if (pictures.length === 0) return 0;
  await mkdir(path.join(folder, TEXT_PICTURES_FOLDER));
  for (const { key, hash } of pictures) {
    const original = await findOriginal(transaction, hash);
    if (original) await writeFile(path.join(folder, nameFile(key)), original);
  }
  const rows = pictures.map(({ key, alts }) => ({
    key,
    alts: Object.fromEntries(LOCALES.map((locale) => [locale, alts[locale]])),
  }));
  await writeFile(path.join(folder, FILE), `${JSON.stringify({ [LIST]: rows }, null, 1)}\n`);
  return pictures.length + 1;
}
