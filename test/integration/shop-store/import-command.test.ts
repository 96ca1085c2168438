import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { auditEntry } from '../../../server/backend/schema/schema.ts';
import { createCallPath } from '../../../shared/api/client.ts';
import { callPaths } from '../../../shared/contract/paths.ts';
import { callInputs } from '../../fixtures/call-inputs.ts';
import { getDatabaseServerUrl } from '../../fixtures/database-server.ts';
import { findFreePort } from '../../fixtures/free-port.ts';
import { createSmallShopFolder, type Json, openSmallShopDatabase } from '../../fixtures/shop-folder.ts';

// With the embedded database no other process can import; reviews-command.test.ts tests its commands.
const describeOnDatabaseServer = getDatabaseServerUrl() === undefined ? describe.skip : describe;

const builtServerFolder = path.resolve(import.meta.dirname, '../../../dist/server');
const ADMIN_TOKEN = 'a-token-that-is-long-enough-for-anybody';

describeOnDatabaseServer('npm run import, while the backend of the shop is running', () => {
  it('is run by a separate process next to that backend, which shows the result at once, and is logged', async () => {
    let databaseUrl = '';
    const open = await openSmallShopDatabase({
      reach: (url) => {
        databaseUrl = url.href;
        return url;
      },
    });
    const dataDir = await mkdtemp(path.join(tmpdir(), 'havero-import-'));
    const folder = await createSmallShopFolder();
    const purges: unknown[] = [];
    const web = createServer((incoming, answer) => {
      void text(incoming).then((body) => {
        purges.push(JSON.parse(body));
        answer.end('{"pages":1}');
      });
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const [port, adminPort] = [await findFreePort(), await findFreePort()];
    const shared = { PATH: process.env.PATH, ADMIN_TOKEN, BACKEND_ADMIN_PORT: String(adminPort) };
    const backend = spawn(process.execPath, [path.join(builtServerFolder, 'backend.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...shared,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        BACKEND_PORT: String(port),
        PURGE_TARGETS: `http://127.0.0.1:${(web.address() as AddressInfo).port}`,
      },
    });
    const runImport = () =>
      new Promise<{ code: number; out: string; err: string }>((resolve) => {
        execFile(
          process.execPath,
          // The data directory does not exist, so the process needs the database of the backend.
          [path.join(builtServerFolder, 'command.mjs'), 'import', folder.path],
          { env: { ...shared, DATA_DIR: path.join(dataDir, 'none') } },
          (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
        );
      });
    const readTitle = async (): Promise<string> => {
      const target = createCallPath(callPaths.fetchProduct.path, callInputs.fetchProduct);
      const answer = await fetch(`http://127.0.0.1:${port}${target}`, {
        headers: { siteid: '1', languageid: '4' },
      });
      return ((await answer.json()) as Json).title;
    };
    try {
      for await (const line of createInterface({ input: backend.stdout })) {
        if (JSON.parse(line).msg === 'admin_listening') break;
      }
      expect(await readTitle()).not.toContain('Renewed');
      await folder.edit('texts/en.json', (json) => {
        for (const product of Object.values<Json>(json.products)) product.name = `Renewed ${product.name}`;
      });
      const imported = await runImport();
      expect(imported).toMatchObject({ code: 0, err: '' });
      expect(imported.out).toContain('Imported into PostgreSQL at ');
      expect(imported.out).toContain('Purge everything from a CDN in front of the shop.');
      expect(await readTitle()).toContain('Renewed');
      expect(purges).toEqual([{ all: true }]);
      const [noted] = (await open.database.select().from(auditEntry)).slice(-1);
      expect(noted).toMatchObject({
        actorKind: 'keeper',
        actorId: 'command',
        act: 'import',
        resource: 'shop',
      });
      expect((await runImport()).out).toContain('Nothing to do');
    } finally {
      const ended = once(backend, 'exit');
      backend.kill('SIGTERM');
      await ended;
      web.close();
      await open.close();
      await folder.remove();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
