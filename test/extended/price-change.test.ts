import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importShop } from '../../server/backend/import-export/import-shop.ts';
import { startWebProcess, type WebProcess } from '../faults/web-process.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { fetchRaw } from '../fixtures/fetch-raw.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { generousSettings } from '../fixtures/generous-settings.ts';
import { PACKSHOTS_FOLDER, SAMPLE_DATA_FOLDER } from '../fixtures/sample-database.ts';

const executeFile = promisify(execFile);
const commandBundle = path.resolve(import.meta.dirname, '../../dist/server/command.mjs');
const host = 'havero-nl.localhost';

let backend: BackendFixture;
let backendServer: Server;
let web: WebProcess;
let adminPort: number;
let folder: string;

beforeAll(async () => {
  backend = await openBackendFixture();
  backendServer = createServer(backend.app);
  await new Promise<void>((resolve) => backendServer.listen(0, '127.0.0.1', resolve));
  const { port } = backendServer.address() as AddressInfo;
  adminPort = await findFreePort();
  web = await startWebProcess({
    apiBaseUrl: `http://127.0.0.1:${port}`,
    // Pages are fresh for an hour, so a visible change is the effect of the purge.
    environment: { ...generousSettings, WEB_ADMIN_PORT: String(adminPort), PAGE_FRESH_SECONDS: '3600' },
  });
  folder = await mkdtemp(path.join(tmpdir(), 'shop-data-'));
  await cp(SAMPLE_DATA_FOLDER, folder, { recursive: true });
});

afterAll(async () => {
  await web?.stop();
  backendServer?.closeAllConnections();
  backendServer?.close();
  await backend?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function importPrice(centsExclVat: number) {
  const file = path.join(folder, 'catalogue.json');
  const catalogue = JSON.parse(await readFile(file, 'utf8'));
  const product = catalogue.products.find(({ id }: { id: number }) => id === 101);
  product.variants[0].priceExclVat = centsExclVat / 100;
  await writeFile(file, JSON.stringify(catalogue));
  await importShop(backend.database, folder, { now: FIXTURE_NOW, packshotsFolder: PACKSHOTS_FOLDER });
}

async function fetchPageText(address: string) {
  return (await fetchRaw({ port: web.port, path: address, headers: { host } })).text;
}

describe('a price that is changed while the shop is open', () => {
  it('is on every page of the product as soon as its key is purged', async () => {
    const texts = JSON.parse(await readFile(path.join(folder, 'texts/nl.json'), 'utf8'));
    const product = `/${texts.products['prado-balance'].urlSlug}/`;
    const category = `/${texts.categories.feed.urlSlug}/${texts.categories.muesli.urlSlug}/`;
    const other = `/${texts.articles['harvest-2026'].urlSlug}/`;
    const pages = [product, category];
    for (const page of [...pages, other]) await fetchPageText(page);

    await importPrice(2500); // € 25,00 and 21 % VAT: € 30,25
    for (const page of pages) expect(await fetchPageText(page)).not.toContain('30,25');

    const { stdout } = await executeFile(process.execPath, [commandBundle, 'purge', 'product-101'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, WEB_ADMIN_PORT: String(adminPort) },
    });
    expect(stdout).toBe('Purge a CDN in front of the shop by the key product-101.\n');
    for (const page of pages) expect(await fetchPageText(page)).toContain('30,25');
  });
});
