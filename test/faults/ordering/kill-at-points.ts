// Loaded into the built backend before its own program (`node --import`): kills it at the statement that the
// test has named, reads the embedded database for the test, and advances the clock. The program itself is
// unchanged.
import { PGlite, type Transaction } from '@electric-sql/pglite';
import pg from 'pg';
import { trustMollieServer } from '../../fixtures/mollie-server.ts';
import { describeStatement, type KillPoint, killPoints } from './kill-points.ts';

/** Requests of the test to the process; each response has the number of its request. */
export type Asked = { readonly id: number } & (
  | { readonly arm: string | number | null }
  | { readonly ask: string }
  | { readonly passMs: number }
);

/** The point at which the process dies, or the number of statements until then. */
let armed: KillPoint | undefined;
let statementsUntilKill = Number.POSITIVE_INFINITY;

const killProcess = (): never => {
  process.kill(process.pid, 'SIGKILL');
  // Blocks until the process is dead, so that no later step has an effect.
  for (;;);
};

/** The statements of a transaction so far, while a point is armed. */
type DoneStatements = string[];

function killAtArmedStatement(when: 'before' | 'after', statement: string): void {
  if (when === 'before') {
    statementsUntilKill -= 1;
    if (statementsUntilKill < 0) killProcess();
  }
  if (armed && armed.isCommit === undefined && armed.when === when && armed.statement.test(statement))
    killProcess();
}

function killAtArmedCommit(when: 'before' | 'after', done: DoneStatements): void {
  if (armed?.isCommit && armed.when === when && done.some((text) => armed?.statement.test(text)))
    killProcess();
}

async function runCountedStatement<T>(
  done: DoneStatements,
  statement: string,
  run: () => Promise<T>,
): Promise<T> {
  if (armed) done.push(statement);
  killAtArmedStatement('before', statement);
  const result = await run();
  killAtArmedStatement('after', statement);
  return result;
}

let embedded: PGlite | undefined;

const { query, transaction } = PGlite.prototype;
PGlite.prototype.query = function (this: PGlite, ...args) {
  embedded = this;
  const [text, values] = args;
  return runCountedStatement([], describeStatement(text, values), () => query.apply(this, args));
} as typeof query;
PGlite.prototype.transaction = async function <T>(this: PGlite, work: (inner: Transaction) => Promise<T>) {
  embedded = this;
  const done: DoneStatements = [];
  const result = await transaction.call(this, async (inner) => {
    // Drizzle treats an object without own properties as settings, and would open another database.
    const watched: Transaction = {
      ...inner,
      query: ((...args: Parameters<Transaction['query']>) =>
        runCountedStatement(done, describeStatement(args[0], args[1]), () =>
          inner.query(...args),
        )) as Transaction['query'],
    };
    const answer = await work(watched);
    killAtArmedCommit('before', done);
    return answer;
  });
  killAtArmedCommit('after', done);
  return result;
} as typeof transaction;

const statementsByClient = new WeakMap<object, DoneStatements>();
const ask = pg.Client.prototype.query;
pg.Client.prototype.query = function (
  this: pg.Client,
  config: string | pg.QueryConfig,
  ...rest: unknown[]
): unknown {
  const text = typeof config === 'string' ? config : config.text;
  const values = typeof config === 'string' ? rest[0] : (config.values ?? rest[0]);
  const run = () => Reflect.apply(ask, this, [config, ...rest]);
  if (/^begin\b/.test(text)) statementsByClient.set(this, []);
  const done = statementsByClient.get(this) ?? [];
  if (text.includes('clock_timestamp()')) return run().then(advanceDatabaseTime);
  if (text !== 'commit') {
    return runCountedStatement(done, describeStatement(text, Array.isArray(values) ? values : []), run);
  }
  killAtArmedCommit('before', done);
  return run().then((answer: unknown) => {
    killAtArmedCommit('after', done);
    return answer;
  });
} as typeof ask;

let elapsedMs = 0;
const now = Date.now;
Date.now = () => now() + elapsedMs;

/** Advances the time of a database on a server. The embedded database has the clock of this process. */
function advanceDatabaseTime(result: { readonly rows: { ms: number }[] }) {
  for (const row of result.rows) row.ms += elapsedMs;
  return result;
}

async function answer(asked: Asked): Promise<unknown> {
  if ('passMs' in asked) elapsedMs += asked.passMs;
  if ('ask' in asked) return embedded ? (await query.call(embedded, asked.ask)).rows : [];
  if ('arm' in asked) {
    const { arm } = asked;
    statementsUntilKill = typeof arm === 'number' ? arm : Number.POSITIVE_INFINITY;
    armed = killPoints.find(({ name }) => name === arm);
    if (typeof arm === 'string' && !armed) throw new Error(`There is no point '${arm}'`);
  }
  return null;
}

process.on('message', (asked: Asked) => {
  void answer(asked).then(
    (told) => process.send?.({ id: asked.id, told }),
    (error: unknown) => process.send?.({ id: asked.id, failure: String(error) }),
  );
});
// The channel must not keep the process alive after its own work.
process.channel?.unref();

const { MOLLIE_PORT } = process.env;
if (MOLLIE_PORT !== undefined) trustMollieServer(Number(MOLLIE_PORT));
