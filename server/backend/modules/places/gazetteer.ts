import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Coordinates, listTownNames, normaliseTown } from '../../../../shared/rules/places.ts';
import { findGazetteerFolder } from '../../shipped-folders.ts';

/** A town that the gazetteer found. */
export interface FoundTown extends Coordinates {
  /** 0 where GeoNames has no figure. */
  readonly inhabitants: number;
}

/** Knows where the towns of all delivery countries are. */
export interface Gazetteer {
  /**
   * Finds a town by one of its names, in any of our languages, with or without accents, hyphens and spaces.
   *
   * @param regionCode ISO 3166-1 alpha-2 of the country
   * @returns the largest town of that name in the country; null where there is none
   * @throws what keeps the file from being read
   */
  findTown(name: string, regionCode: string): Promise<FoundTown | null>;
}

const NEWLINE = 10;

/** The name of a town as the file has it: letters only, so that 'Kings Lynn' finds King's Lynn. */
const getTownKey = (name: string): string => normaliseTown(name).replaceAll('-', '');

/**
 * Lists the keys of a name as it is typed or written in GeoNames, best first. What is in brackets counts: Neustadt (Dosse) is not the largest
 * Neustadt.
 */
export const listTownKeys = (name: string): string[] => [
  ...new Set(
    listTownNames(name)
      .map(getTownKey)
      .filter((key) => key !== ''),
  ),
];

/** Begins the line of a name in the file. */
export const createLineStart = (regionCode: string, key: string): string => `${regionCode} ${key}\t`;

/**
 * Finds the line with a beginning in lines that are sorted by their bytes.
 *
 * @returns the rest of the line; null where there is none
 */
function findLine(lines: Buffer, start: string): string | null {
  const wanted = Buffer.from(start);
  let [low, high] = [0, lines.length];
  while (low < high) {
    // `lastIndexOf` counts a negative offset from the end.
    const middle = (low + high) >>> 1;
    const begin = middle === 0 ? 0 : lines.lastIndexOf(NEWLINE, middle - 1) + 1;
    const end = lines.indexOf(NEWLINE, middle);
    const order = lines.compare(wanted, 0, wanted.length, begin, Math.min(begin + wanted.length, end));
    if (order === 0) return lines.toString('latin1', begin + wanted.length, end);
    if (order < 0) low = end + 1;
    else high = begin;
  }
  return null;
}

/**
 * Makes a gazetteer of the file `towns.txt`, which is read with the first name that is asked for and stays in memory as it is, outside of
 * the heap.
 *
 * @param read the file; left out: the one that is shipped
 */
export function createGazetteer(
  read: () => Promise<Buffer> = () => readFile(path.join(findGazetteerFolder(), 'towns.txt')),
): Gazetteer {
  let reading: Promise<Buffer> | null = null;
  const load = (): Promise<Buffer> => {
    reading ??= read().catch((error: unknown) => {
      // The next one who asks tries again.
      reading = null;
      throw error;
    });
    return reading;
  };
  return {
    async findTown(name, regionCode) {
      const lines = await load();
      for (const key of listTownKeys(name)) {
        const line = findLine(lines, createLineStart(regionCode, key));
        if (line === null) continue;
        const [latitude = Number.NaN, longitude = Number.NaN, inhabitants = 0] = line.split('\t').map(Number);
        return { latitude, longitude, inhabitants };
      }
      return null;
    },
  };
}
