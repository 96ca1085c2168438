import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { type DatabaseLimits, defaultLimits } from '../../../server/backend/core/database/server-database.ts';
import { hashToken } from '../../../server/backend/core/security/token.ts';
import { outboxMail, stockReminder } from '../../../server/backend/schema/schema.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import {
  createBackendCaller,
  createCallRequest,
  dutchShopHeaders,
  type LooseInput,
} from '../../fixtures/call-backend.ts';
import { type CallWithInput, callInputs, callNamesWithInput } from '../../fixtures/call-inputs.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../fixtures/database-proxy.ts';
import { getDatabaseServerUrl } from '../../fixtures/database-server.ts';

// The embedded database has one connection, on which nothing waits for another.
const serverUrl = getDatabaseServerUrl();
const describeOnDatabaseServer = serverUrl === undefined ? describe.skip : describe;

/** Timeouts longer than the test: waiting calls wait until the test releases them. */
const endlessTimeouts: DatabaseLimits = {
  poolSize: 4,
  connectTimeoutMs: 120_000,
  statementTimeoutMs: 120_000,
  lockTimeoutMs: 120_000,
  idleTimeoutMs: 120_000,
};

interface SlowDatabase {
  readonly backend: BackendFixture;
  /** A connection outside the pool that does not use the breakable line. */
  readonly outside: Client;
  readonly line: DatabaseProxy;
  call(name: CallWithInput, signal?: AbortSignal, input?: LooseInput): Promise<Response>;
  /** Returns an input of each call, with a cart if it needs one. */
  createCallInputs(): Promise<ReadonlyMap<CallWithInput, LooseInput>>;
  /**
   * Emits events when a call has arrived, and when the backend has noticed that its caller has disconnected.
   */
  readonly server: Server;
  close(): Promise<void>;
}

async function openSlowDatabase(limits: DatabaseLimits): Promise<SlowDatabase> {
  const line = await openDatabaseProxy(new URL(serverUrl ?? ''));
  let own: URL | undefined;
  const reach = (url: URL) => {
    own = url;
    return line.reach(url);
  };
  const backend = await openBackendFixture({ database: { limits, reach } });
  const outside = new Client({ connectionString: own?.href });
  await outside.connect();
  const server: Server = createServer((incoming, answer) => {
    server.emit('arrived');
    answer.once('close', () => {
      if (!answer.writableFinished) server.emit('left');
    });
    backend.app(incoming, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let visitor = 0;
  return {
    backend,
    outside,
    line,
    server,
    async createCallInputs() {
      const { addCartToInput } = createBackendCaller(() => backend);
      const inputs = new Map<CallWithInput, LooseInput>();
      for (const name of callNamesWithInput) inputs.set(name, await addCartToInput(name, callInputs[name]));
      return inputs;
    },
    call(name, signal, input: LooseInput = callInputs[name]) {
      visitor += 1;
      const { method, target, body } = createCallRequest(name, input);
      // Limits for a mailbox apply as well.
      const isMailed = typeof body === 'object' && body !== null && 'emailAddress' in body;
      const sent = isMailed ? { ...body, emailAddress: `visitor-${visitor}@stal.example` } : body;
      return fetch(`http://127.0.0.1:${port}${target}`, {
        method,
        signal: signal ?? null,
        headers: {
          ...dutchShopHeaders,
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          'x-forwarded-for': `198.51.${Math.floor(visitor / 250)}.${visitor % 250}`,
        },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      });
    },
    async close() {
      await outside.end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backend.close();
      await line.close();
    },
  };
}

/** Locks a table as a slow `alter table` does. */
async function lock({ outside }: SlowDatabase, table: 'stock_reminder' | 'review'): Promise<void> {
  await outside.query('begin');
  await outside.query(`lock table ${table} in access exclusive mode`);
}

const unlockTable = ({ outside }: SlowDatabase) => outside.query('rollback');

/** Resolves when the given number of sessions wait for a lock. */
async function waitForLockedSessions({ outside }: SlowDatabase, wanted: number): Promise<void> {
  for (;;) {
    // Within a transaction, a session sees the other sessions as at its first read.
    await outside.query('select pg_stat_clear_snapshot()');
    const { rows } = await outside.query(
      `select count(*)::int as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows[0].waiting >= wanted) return;
  }
}

const awaitStatuses = async (calls: readonly Promise<Response>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);

describeOnDatabaseServer('a locked table', () => {
  let stage: SlowDatabase;

  beforeAll(async () => {
    stage = await openSlowDatabase(endlessTimeouts);
  });

  afterAll(() => stage?.close());

  afterEach(async () => {
    await unlockTable(stage);
    for (const table of [stockReminder, outboxMail]) await stage.backend.database.delete(table);
  });

  it('blocks only calls that need it, also if more calls wait than there are connections', async () => {
    await lock(stage, 'stock_reminder');
    const waiting = Array.from({ length: 12 }, () => stage.call('requestStockReminder'));
    await waitForLockedSessions(stage, 2);
    for (const name of ['fetchProduct', 'searchProducts', 'fetchNavigation', 'writeReview'] as const) {
      expect([name, (await stage.call(name)).status]).toEqual([name, name === 'writeReview' ? 204 : 200]);
    }
    await waitForLockedSessions(stage, 2);
    await unlockTable(stage);
    expect(await awaitStatuses(waiting)).toEqual(waiting.map(() => 204));
  });

  it('blocks no cart but the one that is being changed', async () => {
    const inputs = await stage.createCallInputs();
    const held = inputs.get('setNewsletter');
    const other = inputs.get('setBilling');
    await stage.outside.query('begin');
    await stage.outside.query(
      `select 1 from cart where cart_id = (select cart_id from cart_access where id_hash = $1) for update`,
      [hashToken(String(held?.params?.id))],
    );
    const waiting = [
      stage.call('setNewsletter', undefined, held),
      stage.call('setNewsletter', undefined, held),
    ];
    await waitForLockedSessions(stage, 2);
    expect((await stage.call('setBilling', undefined, other)).status).toBe(204);
    // Reads of that cart return the previous state.
    expect(
      (await stage.call('calculateCart', undefined, { params: { id: String(held?.params?.id) } })).status,
    ).toBe(200);
    await waitForLockedSessions(stage, 2);
    await unlockTable(stage);
    expect(await awaitStatuses(waiting)).toEqual([204, 204]);
  });

  it('does not run the work of a caller who disconnects while waiting', async () => {
    await lock(stage, 'stock_reminder');
    const before = [stage.call('requestStockReminder'), stage.call('requestStockReminder')];
    await waitForLockedSessions(stage, 2);
    const leaving = new AbortController();
    const hasArrived = once(stage.server, 'arrived');
    const leaver = stage.call('requestStockReminder', leaving.signal).catch((error: Error) => error.name);
    await hasArrived;
    const hasLeft = once(stage.server, 'left');
    leaving.abort();
    expect(await leaver).toBe('AbortError');
    await hasLeft;
    await unlockTable(stage);
    expect(await awaitStatuses(before)).toEqual([204, 204]);
    // These run after the work of the disconnected caller would have.
    for (let later = 0; later < 2; later += 1) {
      expect((await stage.call('requestStockReminder')).status).toBe(204);
    }
    expect(await stage.backend.database.$count(outboxMail)).toBe(4);
  });
});

describeOnDatabaseServer('a timeout of the database', () => {
  const unavailable = { status: 503, body: { code: 'backend_unavailable' } };
  const ask = async (asked: Promise<Response>) => {
    const answer = await asked;
    return { status: answer.status, body: await answer.json() };
  };

  it.each([
    ['a lock', { lockTimeoutMs: 500 }, '55P03'],
    ['a statement', { statementTimeoutMs: 1000 }, '57014'],
  ] as const)('is reported with 503: for %s', async (_what, limit, code) => {
    const stage = await openSlowDatabase({ ...endlessTimeouts, ...limit });
    try {
      await lock(stage, 'stock_reminder');
      expect(await ask(stage.call('requestStockReminder'))).toMatchObject(unavailable);
      expect(stage.backend.errors.at(-1)).toMatchObject({ code, failure: 'unavailable' });
      await unlockTable(stage);
      expect((await stage.call('requestStockReminder')).status).toBe(204);
    } finally {
      await stage.close();
    }
  });

  it('is reported with 503: for a connection, while all are in use', async () => {
    const stage = await openSlowDatabase({ ...endlessTimeouts, poolSize: 2, connectTimeoutMs: 1000 });
    try {
      await lock(stage, 'stock_reminder');
      const holders = [stage.call('requestStockReminder'), stage.call('confirmStockReminder')];
      await waitForLockedSessions(stage, 2);
      expect(await ask(stage.call('writeReview'))).toMatchObject(unavailable);
      await unlockTable(stage);
      expect(await awaitStatuses(holders)).toEqual([204, 400]);
      expect((await stage.call('writeReview')).status).toBe(204);
    } finally {
      await stage.close();
    }
  });
});

describeOnDatabaseServer('a database with a delay of one second', () => {
  it('makes calls succeed or return 503, and recovers completely', async () => {
    const stage = await openSlowDatabase({ ...defaultLimits, poolSize: 4, connectTimeoutMs: 1000 });
    try {
      expect((await stage.call('fetchProduct')).status).toBe(200);
      const inputs = await stage.createCallInputs();
      stage.line.slow(1000);
      const statuses = await awaitStatuses(
        callNamesWithInput.map((name) => stage.call(name, undefined, inputs.get(name))),
      );
      expect(statuses.filter((status) => ![200, 204, 400, 401, 404, 503].includes(status))).toEqual([]);
      expect(statuses).toContain(503);
      stage.line.restore();
      expect((await stage.call('fetchProduct')).status).toBe(200);
      expect((await stage.call('writeReview')).status).toBe(204);
    } finally {
      await stage.close();
    }
  });
});
