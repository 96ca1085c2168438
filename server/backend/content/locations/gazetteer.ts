import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Coordinates, listTownSpellings, normaliseTown } from '../../../../shared/rules/locations.ts';
import { findGazetteerFolder } from '../../core/shipped-folders.ts';

/** A town in the gazetteer. */
export interface FoundTown extends Coordinates {
  /** Population; 0 if GeoNames does not state it. */
  readonly inhabitants: number;
}

/** Locates the towns of all delivery countries. */
export interface Gazetteer {
  /**
   * Finds a town by one of its names, in any of our languages, with or without accents, hyphens and spaces.
   *
   * @param regionCode ISO 3166-1 alpha-2 of the country
   * @returns the largest town of that name in the country; null if there is none
   * @throws if the file cannot be read
   */
  findTown(name: string, regionCode: string): Promise<FoundTown | null>;
}

const NEWLINE_BYTE = 10;

/** Returns the key of a town name in the file: letters only, so that 'Kings Lynn' finds King's Lynn. */
const getTownKey = (name: string): string => normaliseTown(name).replaceAll('-', '');

/**
 * Lists the keys of a name as typed or as in GeoNames, best first. Text in brackets counts: Neustadt (Dosse)
 * is not the largest Neustadt.
 */
export const listTownKeys = (name: string): string[] => [
  ...new Set(
    listTownSpellings(name)
      .map(getTownKey)
      .filter((key) => key !== ''),
  ),
];

/** Returns the start of the line of a name in the file. */
export const createLineStart = (regionCode: string, key: string): string => `${regionCode} ${key}\t`;

/**
 * Finds the line that starts with a text, by binary search in lines sorted by bytes.
 *
 * @returns the rest of the line; null if there is none
 */
function findLineByStart(lines: Buffer, start: string): string | null {
  const wanted = Buffer.from(start);
  let [low, high] = [0, lines.length];
  while (low < high) {
    // `lastIndexOf` counts a negative offset from the end.
    const middle = (low + high) >>> 1;
    const begin = middle === 0 ? 0 : lines.lastIndexOf(NEWLINE_BYTE, middle - 1) + 1;
    const end = lines.indexOf(NEWLINE_BYTE, middle);
    const order = lines.compare(wanted, 0, wanted.length, begin, Math.min(begin + wanted.length, end));
    if (order === 0) return lines.toString('latin1', begin + wanted.length, end);
    if (order < 0) low = end + 1;
    else high = begin;
  }
  return null;
}

/**
 * Creates a gazetteer from the file `towns.txt`. The file is read on first use and stays in memory unparsed,
 * outside the heap.
 *
 * @param read reads the file; default: the one that is shipped
 */
export function createGazetteer(
  read: () => Promise<Buffer> = () => readFile(path.join(findGazetteerFolder(), 'towns.txt')),
): Gazetteer {
  let reading: Promise<Buffer> | null = null;
  const load = (): Promise<Buffer> => {
    reading ??= read().catch((error: unknown) => {
      // The next call tries again.
      reading = null;
      throw error;
    });
    return reading;
  };
  return {
    async findTown(name, regionCode) {
      const lines = await load();
      for (const key of listTownKeys(name)) {
        const line = findLineByStart(lines, createLineStart(regionCode, key));
        if (line === null) continue;
        const [latitude = Number.NaN, longitude = Number.NaN, inhabitants = 0] = line.split('\t').map(Number);
        return { latitude, longitude, inhabitants };
      }
      return null;
    },
  };
}
