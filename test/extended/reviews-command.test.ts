import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { openDatabase } from '../../server/backend/core/database/database.ts';
import { review, reviewTranslation } from '../../server/backend/schema/schema.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { MIGRATIONS_FOLDER, openSampleDatabase } from '../fixtures/sample-database.ts';

const commandBundle = path.resolve(import.meta.dirname, '../../dist/server/command.mjs');
const PRODUCT_ID = 101;

let dataDir: string;
let webs: Server;
let reviewId: number;
let webPort: number;
let backendAdminPort: number;
/** Bodies of the purge requests to a web. */
const purges: unknown[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'havero-reviews-'));
  const sample = await openSampleDatabase();
  const memoryDump = await sample.dump?.();
  await sample.close();
  const opened = await openDatabase({ dataDir, migrationsFolder: MIGRATIONS_FOLDER, memoryDump });
  const [row] = await opened.database.select().from(review).where(eq(review.productId, PRODUCT_ID));
  if (!row) throw new Error('The sample shop has no review of this product');
  reviewId = row.reviewId;
  await opened.database
    .update(reviewTranslation)
    .set({ title: 'Calm\u001b]0;pwned\u0007 muesli' })
    .where(eq(reviewTranslation.reviewId, reviewId));
  await opened.close();
  webs = createServer((incoming, answer) => {
    void text(incoming).then((body) => {
      purges.push([incoming.url, incoming.headers.authorization, JSON.parse(body)]);
      answer.end('{"pages":1}');
    });
  });
  await new Promise<void>((resolve) => webs.listen(0, '127.0.0.1', resolve));
  webPort = (webs.address() as AddressInfo).port;
  backendAdminPort = await findFreePort();
});

afterAll(async () => {
  webs?.close();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

/** Runs a built command, by default as `npm run reviews -- …` does. */
function run(
  words: readonly string[],
  command = 'reviews',
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [commandBundle, command, ...words],
      {
        env: {
          PATH: process.env.PATH,
          DATA_DIR: dataDir,
          BACKEND_ADMIN_PORT: String(backendAdminPort),
          PURGE_TARGETS: `http://127.0.0.1:${webPort}`,
          PURGE_TOKEN: 'a-token',
        },
      },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

describe('npm run reviews', () => {
  it('lists, hides and restores reviews, purges the webs, and reports a web that cannot be reached', async () => {
    const before = await run(['list', '--product', String(PRODUCT_ID)]);
    expect(before).toMatchObject({ code: 0, err: '' });
    expect(before.out).toContain(`#${reviewId} · `);
    // Review text cannot send control sequences to the terminal.
    expect(before.out).toContain('Calm ]0;pwned  muesli');
    expect(before.out).not.toContain('\u001b');
    expect(purges).toEqual([]);

    const hidden = await run(['hide', String(reviewId), '--reason', 'personal-data']);
    expect(hidden).toMatchObject({ code: 0, err: '' });
    expect(hidden.out).toContain(`Review ${reviewId} is taken down now.`);
    expect(purges).toEqual([['/purge', 'Bearer a-token', { keys: [`product-${PRODUCT_ID}`] }]]);

    await new Promise((resolve) => webs.close(resolve));
    const shown = await run(['show', String(reviewId)]);
    expect(shown).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Review ${reviewId} is shown now.`),
    });
    expect(shown.err).toContain('notifies it as soon as it is available');
  });

  it('refuses an unlawful reason, and lists the lawful ones', async () => {
    const answer = await run(['hide', String(reviewId), '--reason', 'too-negative']);
    expect(answer.code).toBe(1);
    expect(answer.err).toContain('personal-data');
    expect(answer.err).toContain('A low rating or a harsh opinion is not a valid reason');
  });

  it('is run by the running backend, which has the embedded database open exclusively', async () => {
    const backend = spawn(process.execPath, [path.join(path.dirname(commandBundle), 'backend.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        BACKEND_PORT: '0',
        BACKEND_ADMIN_PORT: String(backendAdminPort),
        PURGE_TARGETS: `http://127.0.0.1:${webPort}`,
      },
    });
    try {
      for await (const line of createInterface({ input: backend.stdout })) {
        if (JSON.parse(line).msg === 'admin_listening') break;
      }
      const hidden = await run(['hide', String(reviewId), '--reason', 'fake']);
      expect(hidden).toMatchObject({ code: 0, out: expect.stringContaining('is taken down now.') });
      const list = await run(['list', '--hidden']);
      expect(list.out).toContain('taken down: fake');
      expect(await run(['hide', '999999', '--reason', 'fake'])).toMatchObject({
        code: 1,
        err: 'Review 999999 does not exist: nothing was changed.\n',
      });
      // The command to open a cart is run by the backend as well.
      expect(await run(['impersonate', '999999'], 'cart')).toEqual({
        code: 1,
        out: '',
        err: 'There is no cart with the number 999999.\n',
      });
      const here = await run(['list', '--here']);
      expect(here).toMatchObject({ code: 1, err: expect.stringContaining('in use by another process') });
    } finally {
      const ended = once(backend, 'exit');
      backend.kill('SIGTERM');
      await ended;
    }
  });
});
