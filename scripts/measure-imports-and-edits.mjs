// `node scripts/measure-imports-and-edits.mjs [<folder>]`: measures the time of an import, an edit of a page, an edit
// of a price and an export, and how long they block the event loop. The folder is one of `npm run import`;
// default: the sample shop. Uses a database in memory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openDatabase } from '../server/backend/core/database/database.ts';
import { editShop } from '../server/backend/import-export/apply-edits.ts';
import { exportShop } from '../server/backend/import-export/export-shop.ts';
import { compareShop, importShop } from '../server/backend/import-export/import-shop.ts';
import { readRecords } from '../server/backend/shop-store/shop-records.ts';

const projectRoot = path.resolve(import.meta.dirname, '..');
const backend = path.join(projectRoot, 'server/backend');
const [folder = path.join(backend, 'sample-shop/data')] = process.argv.slice(2);
const packshotsFolder = path.join(backend, 'sample-shop/packshots');
const actor = { kind: 'keeper', id: 'figures' };
const EDIT_COUNT = 9;

/**
 * Measures the duration of some work in milliseconds, its processor time, and the longest block of the event
 * loop.
 */
async function measure(name, work, times = 1) {
  const meter = monitorEventLoopDelay({ resolution: 5 });
  const durations = [];
  meter.enable();
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) {
    const begin = performance.now();
    await work(time);
    durations.push(performance.now() - begin);
  }
  meter.disable();
  const { user, system } = process.cpuUsage(before);
  const processor = Math.round((user + system) / 1000 / times);
  durations.sort((a, b) => a - b);
  const middle = durations[Math.floor(durations.length / 2)];
  const longest = times > 1 ? `, longest ${Math.round(durations.at(-1))}` : '';
  const held = Math.round(meter.max / 1e6);
  process.stdout.write(
    `${name}: ${Math.round(middle)} ms${longest} (processor ${processor}); the event loop was blocked for ${held} ms\n`,
  );
}

const { database, close } = await openDatabase({
  migrationsFolder: path.join(backend, 'core/database/migrations'),
});
const temporaryFolder = await mkdtemp(path.join(tmpdir(), 'edit-figures-'));
const importOptions = { now: new Date(), packshotsFolder };
await measure('import into an empty database', () => importShop(database, folder, importOptions));
await measure('the same with --again', () => importShop(database, folder, { ...importOptions, again: true }));
await measure('--check', () => compareShop(database, folder, importOptions));
const page = { file: 'texts/en.json', list: 'pages', key: 'contact' };
const [{ value }] = await readRecords(database, page);
const edit = (name, change) =>
  measure(name, (time) => editShop(database, [change(time)], { actor, now: new Date() }), EDIT_COUNT);
await edit('an edit of a page', (time) => ({ ...page, value: { ...value, title: `Contact ${time}` } }));
await edit('an edit of its address', (time) => ({
  ...page,
  value: { ...value, urlSlug: `contact-${time}` },
}));
const [price] = await readRecords(database, { file: 'catalogue.json', list: 'prices' });
await edit('an edit of a price', (time) => ({ ...price, value: { priceExclVat: 10 + time } }));
const productTextsLocation = { file: 'texts/en.json', list: 'products' };
const [product] = await readRecords(database, productTextsLocation);
await edit('an edit of a product', (time) => ({
  ...productTextsLocation,
  key: product.key,
  value: { ...product.value, claim: `Claim ${time}` },
}));
await measure('export', () => exportShop(database, path.join(temporaryFolder, 'shop'), { now: new Date() }));
await close();
await rm(temporaryFolder, { recursive: true });
