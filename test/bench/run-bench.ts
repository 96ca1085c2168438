import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../fixtures/free-port.ts';
import { getRankDeviation, timeAccountResponses } from './account-response-times.ts';
import {
  type Comparison,
  compare,
  getMedian,
  getQuantile,
  type MeasuredServer,
  type RoundOptions,
} from './alternating-rounds.ts';
import {
  canPinToCore,
  cores,
  type Program,
  readResidentMegabytes,
  startProgram,
  stopProgram,
  waitUntilReady,
} from './bench-processes.ts';
import { timeDealerLookups } from './dealer-lookup-times.ts';
import { timeFeedAdvice } from './feed-advice-times.ts';
import { floodSignIns } from './flood-sign-ins.ts';
import type { LoadResult, LoadRunOptions } from './load-generator.ts';
import { measureFirstVisit } from './measure-first-visit.ts';
import { placeOrders } from './place-orders.ts';

const root = path.resolve(import.meta.dirname, '../..');
const distFolder = path.join(root, 'dist');
const serverFolder = path.join(distFolder, 'server');
const host = 'havero-nl.localhost';
const pages = { category: '/paardenvoer/', product: '/prado-actief-muesli/' } as const;
const measuredEncodings = ['identity', 'br'] as const;
/** Duration of every response of the backend, so that its own speed is not measured. */
const BACKEND_DELAY_MS = 5;
const PORT_IN_URLS = '3000';
const COLD_START_COUNT = 5;
/** Time in which the web recompresses its pages with the best compression. */
const RECOMPRESSION_MS = 3000;

/**
 * Generous timeouts: a server under full load is slow on a slow machine. Here that is a result, no reason to
 * refuse requests.
 */
const generousTimeoutSettings = {
  PAGE_TIMEOUT_MS: '60000',
  OPTIONAL_TIMEOUT_MS: '60000',
  EVENT_LOOP_DELAY_LIMIT_MS: '600000',
} as const;

/** Settings switched off for a measurement; all others are as in production. */
const settingsByMode = {
  rendered: { RESPONSE_LONG_SECONDS: '0', RESPONSE_SHORT_SECONDS: '0', PAGE_CACHE_MAX_ENTRIES: '0' },
  cachedAnswers: { PAGE_CACHE_MAX_ENTRIES: '0' },
  pageCache: {},
} as const;

const aimedRatios = { rendered: 1.5, cachedAnswers: 1.5, pageCache: 0.9 } as const;

/** Builds a program in the same way as the web: `buildProgram` of esbuild.config.mjs. */
type BuildProgram = (entryPoints: Readonly<Record<string, string>>, folder: string) => Promise<void>;

const parts = [
  'sizes',
  'start',
  'orders',
  'accounts',
  'sign-ins',
  'advice',
  'dealers',
  'rendered',
  'answers',
  'page-cache',
  'streams',
  'browser',
] as const;
type BenchPart = (typeof parts)[number];
/** Parts that have rows in the table of comparisons. */
const tables = ['rendered', 'answers', 'page-cache', 'streams'] as const satisfies readonly BenchPart[];

/**
 * Runs the benchmark and prints its tables. Does not fail on a slow result, because machines differ.
 *
 * @param words of the command line: `--quick` for short rounds, `--trial` for rounds without measurement,
 *   names of parts
 * @throws Error for an unknown part, and if a server does not run or sends an unexpected response
 */
export async function runBench(words: readonly string[], buildProgram: BuildProgram): Promise<void> {
  const isQuick = words.includes('--quick');
  const isTrialRun = words.includes('--trial');
  const named = words.filter((word) => word !== '--quick' && word !== '--trial');
  const unknown = named.filter((word) => !parts.some((part) => part === word));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}; there are ${parts.join(', ')}`);
  const isWanted = (part: BenchPart) => named.length === 0 || named.includes(part);
  const rounds: RoundOptions = isTrialRun
    ? { pairs: 1, seconds: 0, connections: 2, warmUp: 2, leastRequests: 4 }
    : isQuick
      ? { pairs: 2, seconds: 0.5, connections: 16, warmUp: 150, leastRequests: 50 }
      : { pairs: 6, seconds: 1.5, connections: 16, warmUp: 400, leastRequests: 50 };

  printMachine(isQuick);
  const bench = await startBench(buildProgram);
  try {
    if (isWanted('start')) await reportColdStart(bench);
    if (isWanted('orders')) await reportOrders(bench, isTrialRun ? 4 : isQuick ? 40 : 200);
    if (isWanted('accounts')) await reportAccounts(bench, isTrialRun ? 4 : isQuick ? 60 : 500);
    if (isWanted('sign-ins')) await reportSignIns(bench, isTrialRun ? 1 : isQuick ? 10 : 60);
    if (isWanted('advice')) await reportAdvice(bench, isTrialRun ? 4 : isQuick ? 40 : 300);
    if (isWanted('dealers')) await reportDealers(isTrialRun ? 4 : isQuick ? 40 : 300);
    if (isWanted('sizes') || isWanted('browser')) {
      const web = await bench.startWeb('pageCache');
      if (isWanted('sizes')) await reportSizes(web);
      if (isWanted('browser')) await reportFirstVisit(web);
      await stopProgram(web);
    }
    if (tables.some(isWanted)) printTableHead();
    if (isWanted('rendered')) {
      await compareWithTwin(bench, 'rendered', '(a) rendered each time / (d) its twin', rounds);
    }
    if (isWanted('answers')) {
      await compareWithTwin(bench, 'cachedAnswers', '(b) backend answers cached / (d) its twin', rounds);
    }
    if (isWanted('page-cache')) await reportPageCache(bench, rounds, isTrialRun ? 0 : RECOMPRESSION_MS);
    if (isWanted('streams')) await reportStreams(bench, rounds);
  } finally {
    await bench.stop();
  }
}

interface BenchPrograms {
  /** Starts a web in front of the real backend, which trusts the visitor addresses that clients send. */
  startShop(): Promise<Program>;
  startWeb(mode: keyof typeof settingsByMode): Promise<Program>;
  startTwin(heldMs: number): Promise<Program>;
  startPreparedResponses(web: Program): Promise<Program>;
  /** Starts a web without page cache that streams all pages or none. */
  startStreams(streams: 'none' | 'all'): Promise<Program>;
  /** Address at which the real backend shows its mails. */
  readonly mailsUrl: string;
  /** Milliseconds until the real backend was ready, its import included. */
  readonly backendStartMs: number;
  send(order: LoadRunOptions): Promise<LoadResult>;
  stop(): Promise<void>;
}

/**
 * Starts the programs that every measurement needs: the shop's backend, the replaying backend, and the load.
 */
async function startBench(buildProgram: BuildProgram): Promise<BenchPrograms> {
  const dataFolder = process.env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'shop-bench-'));
  // Inside the project, so that packages resolve from there; not in dist/server, which is deployed.
  const twinFolder = mkdtempSync(path.join(distFolder, 'bench-'));
  const programs: Program[] = [];
  const start = async (options: Parameters<typeof startProgram>[0]) => {
    const program = startProgram(options);
    programs.push(program);
    await waitUntilReady(program);
    return program;
  };
  const stop = async () => {
    await Promise.all(programs.map(stopProgram));
    rmSync(twinFolder, { recursive: true, force: true });
    if (!process.env.DATA_DIR) rmSync(dataFolder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await buildProgram(
      { twin: 'test/bench/bare-web-twin.tsx', 'streaming-web': 'test/bench/streaming-web.ts' },
      twinFolder,
    );
    const [backendPort, replayPort] = [await findFreePort(), await findFreePort()];
    const startedAt = performance.now();
    await start({
      name: 'backend',
      core: cores.rest,
      port: backendPort,
      command: [path.join(serverFolder, 'backend.mjs')],
      settings: { BACKEND_PORT: String(backendPort), DATA_DIR: dataFolder },
    });
    const backendStartMs = Math.round(performance.now() - startedAt);
    const replay = startProgram({
      name: 'replaying backend',
      core: cores.rest,
      port: replayPort,
      command: [
        path.join(import.meta.dirname, 'replay-backend.ts'),
        ...[replayPort, backendPort, BACKEND_DELAY_MS].map(String),
      ],
    });
    programs.push(replay);
    const load = startProgram({
      name: 'load',
      core: cores.rest,
      port: 0,
      command: [path.join(import.meta.dirname, 'load-generator.ts')],
      hasChannel: true,
    });
    programs.push(load);
    await waitUntilReady(replay);
    const backend = `http://127.0.0.1:${replayPort}`;

    return {
      mailsUrl: `http://127.0.0.1:${backendPort}/mails/`,
      backendStartMs,
      stop,
      send: (order) => sendLoadInChild(load.child, order),
      startWeb: async (mode) => {
        const port = await findFreePort();
        return start({
          name: 'web',
          core: cores.server,
          port,
          // As in production: see scripts/start.mjs.
          command: ['--max-semi-space-size=8', path.join(serverFolder, 'web.mjs')],
          settings: {
            PORT: String(port),
            WEB_ADMIN_PORT: String(await findFreePort()),
            PUBLIC_PORT: PORT_IN_URLS,
            API_BASE_URL: backend,
            ...generousTimeoutSettings,
            ...settingsByMode[mode],
          },
        });
      },
      startShop: async () => {
        const port = await findFreePort();
        return start({
          name: 'web of the shop',
          core: cores.server,
          port,
          command: ['--max-semi-space-size=8', path.join(serverFolder, 'web.mjs')],
          settings: {
            PORT: String(port),
            WEB_ADMIN_PORT: String(await findFreePort()),
            PUBLIC_PORT: PORT_IN_URLS,
            API_BASE_URL: `http://127.0.0.1:${backendPort}`,
            TRUST_PROXY: 'loopback',
            ...generousTimeoutSettings,
          },
        });
      },
      startTwin: async (heldMs) => {
        const port = await findFreePort();
        const words = [port, backend, serverFolder, PORT_IN_URLS, heldMs].map(String);
        return start({
          name: 'twin',
          core: cores.server,
          port,
          command: [path.join(twinFolder, 'twin.mjs'), ...words],
        });
      },
      startStreams: async (streams) => {
        const port = await findFreePort();
        return start({
          name: `web, ${streams} streamed`,
          core: cores.server,
          port,
          command: [
            '--max-semi-space-size=8',
            path.join(twinFolder, 'streaming-web.mjs'),
            distFolder,
            streams,
          ],
          settings: {
            PORT: String(port),
            PUBLIC_PORT: PORT_IN_URLS,
            API_BASE_URL: backend,
            ...generousTimeoutSettings,
            ...settingsByMode.cachedAnswers,
          },
        });
      },
      startPreparedResponses: async (web) => {
        const port = await findFreePort();
        const words = [port, web.port, host, ...Object.values(pages)].map(String);
        return start({
          name: 'Express route',
          core: cores.server,
          port,
          command: [path.join(import.meta.dirname, 'prepared-responses.ts'), ...words],
        });
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function sendLoadInChild(child: ChildProcess, order: LoadRunOptions): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { result?: LoadResult; error?: string }) => {
      if (message.result) resolve(message.result);
      else reject(new Error(`${order.path} at port ${order.port}: ${message.error}`));
    });
    child.send(order);
  });
}

async function compareWithTwin(
  bench: BenchPrograms,
  mode: 'rendered' | 'cachedAnswers',
  title: string,
  rounds: RoundOptions,
) {
  const web = await bench.startWeb(mode);
  const twin = await bench.startTwin(mode === 'rendered' ? 0 : 2000);
  try {
    for (const page of Object.values(pages)) await assertSamePage(web, twin, page);
    await reportComparison(bench, title, web, twin, aimedRatios[mode], rounds);
    printMemory(web, twin);
  } finally {
    await Promise.all([web, twin].map(stopProgram));
  }
}

async function reportPageCache(bench: BenchPrograms, rounds: RoundOptions, recompressionMs: number) {
  const web = await bench.startWeb('pageCache');
  // Pages are compressed quickly first and recompressed later. Measures the second form, which is sent most
  // of the time.
  for (const page of Object.values(pages))
    for (const encoding of measuredEncodings) await fetchPage(web, page, encoding);
  await new Promise((resolve) => setTimeout(resolve, recompressionMs));
  const bytes = await bench.startPreparedResponses(web);
  try {
    await reportComparison(
      bench,
      '(c) page cache / (e) Express, bytes from memory',
      web,
      bytes,
      aimedRatios.pageCache,
      {
        ...rounds,
        warmUp: rounds.warmUp * 10,
      },
    );
    printMemory(web, bytes);
  } finally {
    await Promise.all([web, bytes].map(stopProgram));
  }
}

/** Reports the cost of streaming a page, and how much earlier its first byte arrives on an idle server. */
async function reportStreams(bench: BenchPrograms, rounds: RoundOptions) {
  const [streamed, whole] = [await bench.startStreams('all'), await bench.startStreams('none')];
  const paths = { ...pages, search: '/zoeken/?q=muesli' };
  try {
    for (const [name, page] of Object.entries(paths)) {
      for (const encoding of measuredEncodings) {
        const [ours, theirs] = [streamed, whole].map(
          (program): MeasuredServer => ({ program, host, path: page, encoding }),
        );
        if (!ours || !theirs) continue;
        printComparison(
          'streamed / rendered to one string',
          name,
          encoding,
          0.9,
          await compare(bench.send, ours, theirs, rounds),
        );
        const alone = await compare(bench.send, ours, theirs, { ...rounds, connections: 1 });
        const times = [alone.ours, alone.theirs].map(
          ({ firstByteP99, p50 }) =>
            `first byte p99 ${firstByteP99.toFixed(1)}, last byte p50 ${p50.toFixed(1)} ms`,
        );
        printMeasurement(`  one visitor: ${name}, ${encoding}`, times.join(' | '));
      }
    }
  } finally {
    await Promise.all([streamed, whole].map(stopProgram));
  }
}

async function reportComparison(
  bench: BenchPrograms,
  title: string,
  ours: Program,
  theirs: Program,
  aim: number,
  rounds: RoundOptions,
) {
  for (const [name, page] of Object.entries(pages)) {
    for (const encoding of measuredEncodings) {
      const subject = (program: Program): MeasuredServer => ({ program, host, path: page, encoding });
      printComparison(
        title,
        name,
        encoding,
        aim,
        await compare(bench.send, subject(ours), subject(theirs), rounds),
      );
    }
  }
}

/**
 * Checks that the twin does the same work: the same text, the same elements in the body, and the same state.
 * The web alone creates the metadata in the head; this extra work makes its own results slower, not better.
 *
 * @throws Error that describes the difference
 */
async function assertSamePage(web: Program, twin: Program, page: string) {
  const [ours, theirs] = await Promise.all(
    [web, twin].map((program) => fetchPage(program, page, 'identity')),
  );
  if (!ours || !theirs) throw new Error('A page is missing');
  const describe = (html: string) => {
    const state = extractSerialisedState(html);
    const markup = html.replace(state, '');
    return {
      words: markup
        .replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      elements: extractBody(markup).match(/<[a-z]/g)?.length ?? 0,
      state: state.length,
    };
  };
  const [a, b] = [describe(ours), describe(theirs)];
  const isSame =
    a.words === b.words && Math.abs(a.elements - b.elements) <= 3 && Math.abs(a.state - b.state) < 300;
  if (isSame) return;
  const tags = [ours, theirs].map((html) => countTags(extractBody(html)));
  const counts = [...new Set(tags.flatMap((count) => [...count.keys()]))]
    .map((tag) => ({ tag, ours: tags[0]?.get(tag) ?? 0, theirs: tags[1]?.get(tag) ?? 0 }))
    .filter((count) => count.ours !== count.theirs)
    .map((count) => `${count.tag} ${count.ours} and ${count.theirs}`);
  const at = [...a.words].findIndex((character, index) => character !== b.words[index]);
  throw new Error(
    `The twin's ${page} is another page: ${a.elements} and ${b.elements} elements, ${a.state} and ${b.state} bytes of state (${counts.join(', ')}), texts differ at ${at}: '${a.words.slice(at, at + 60)}' and '${b.words.slice(at, at + 60)}'`,
  );
}

const extractBody = (html: string): string => html.slice(html.indexOf('<body'));

/** Counts the elements of a page by their name. */
function countTags(html: string): Map<string, number> {
  const names = [...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name);
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, found]) => [name, found.length]));
}

async function reportColdStart(bench: BenchPrograms) {
  const times: number[] = [];
  for (let count = 0; count < COLD_START_COUNT; count += 1) {
    const startedAt = performance.now();
    const web = await bench.startWeb('pageCache');
    await fetchPage(web, pages.category, 'identity');
    times.push(performance.now() - startedAt);
    await stopProgram(web);
  }
  printMeasurement('backend: first start with import', `${bench.backendStartMs} ms`);
  printMeasurement(
    'web: start to first page, backend running',
    `${Math.round(getMedian(times))} ms (median of ${COLD_START_COUNT})`,
  );
}

/** Measures placed orders, up to the start of the payment at the test bank, on the configured database. */
async function reportOrders(bench: BenchPrograms, orders: number) {
  const web = await bench.startShop();
  const where = process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite';
  for (const atOnce of [1, 20]) {
    const times = await placeOrders(web.port, { orders, atOnce });
    const tell = (share: number) => `${(times[Math.ceil(share * times.length) - 1] ?? 0).toFixed(1)} ms`;
    printMeasurement(
      `placing an order on ${where}, ${atOnce} at once`,
      `p50 ${tell(0.5)}, p99 ${tell(0.99)} (${orders} orders)`,
    );
  }
  await stopProgram(web);
}

/** Reports whether response times reveal that an address has an account. */
async function reportAccounts(bench: BenchPrograms, samples: number) {
  const web = await bench.startShop();
  for (const { name, known, unknown } of await timeAccountResponses(web.port, samples)) {
    const medians = [getMedian([...known]), getMedian([...unknown])].map((ms) => ms.toFixed(2));
    printMeasurement(
      `${name}: an address with an account, another`,
      `${medians.join(', ')} ms, rank deviation ${getRankDeviation(known, unknown).toFixed(1)} (2 × ${samples} samples; aim under 2 ms apart)`,
    );
  }
  await stopProgram(web);
}

/** Reports the cost of sign-ins, and the effect of a flood of sign-ins on other requests. */
async function reportSignIns(bench: BenchPrograms, seconds: number) {
  const web = await bench.startShop();
  const { before, meanwhile, sent, statuses } = await floodSignIns(web.port, bench.mailsUrl, seconds);
  const tell = (times: readonly number[]) =>
    `p50 ${getQuantile(times, 0.5).toFixed(1)}, p99 ${getQuantile(times, 0.99).toFixed(1)} ms (${times.length})`;
  for (const [when, times] of [
    ['before', before],
    ['meanwhile', meanwhile],
  ] as const) {
    printMeasurement(`${when}: a page from the cache`, tell(times.page));
    printMeasurement(`${when}: a private page, rendered`, tell(times.privatePage));
    printMeasurement(
      `${when}: a valid sign-in`,
      `${tell(times.signIn)}, ${times.told} refused with Retry-After`,
    );
  }
  const answered = [...statuses].map(([status, count]) => `${count} × ${status || 'no answer'}`);
  printMeasurement(`load of invalid sign-ins, ${seconds} s`, `${sent} sent: ${answered.join(', ')}`);
  await stopProgram(web);
}

/** Measures dealer look-ups on the configured database. */
async function reportDealers(samples: number) {
  const { postcode, position } = await timeDealerLookups(samples);
  for (const [name, times] of [
    ['nearest of 5,000 dealers to a postcode, PGlite', postcode],
    ['nearest of 5,000 with collection, to a position', position],
  ] as const) {
    const [p50, p99] = [0.5, 0.99].map((share) => getQuantile(times, share).toFixed(1));
    printMeasurement(name, `p50 ${p50}, p99 ${p99} ms (${times.length})`);
  }
}

async function reportAdvice(bench: BenchPrograms, samples: number) {
  const web = await bench.startShop();
  const { product, proposals, tap, firstVisit } = await timeFeedAdvice(
    { port: web.port, host, clientFolder: path.join(distFolder, 'client') },
    samples,
  );
  const where = process.env.DATABASE_URL ? 'PostgreSQL' : 'PGlite';
  for (const [name, times] of [
    [`ration of one product on ${where}`, product],
    [`rations of all products for a horse on ${where}`, proposals],
    ['from a tap to the new ration (aim 100)', tap],
  ] as const) {
    const [p50, p99] = [0.5, 0.99].map((share) => getQuantile(times, share).toFixed(1));
    printMeasurement(name, `p50 ${p50}, p99 ${p99} ms (${times.length})`);
  }
  const { scripts } = firstVisit;
  printMeasurement(
    'first visit of a ration: JavaScript',
    `${(scripts.whole / 1000).toFixed(1)} KB brotli in ${scripts.files} files`,
  );
  await stopProgram(web);
}

async function reportSizes(web: Program) {
  for (const [name, page] of Object.entries(pages)) {
    const html = await fetchPage(web, page, 'identity');
    const all = Buffer.byteLength(html);
    const markup = all - Buffer.byteLength(extractSerialisedState(html));
    printMeasurement(
      `${name}: HTML ÷ markup`,
      `${all} ÷ ${markup} bytes = ${(all / markup).toFixed(2)} (aim 1.4)`,
    );
  }
}

async function reportFirstVisit(web: Program) {
  const url = `http://${host}:${web.port}${pages.category}`;
  const { scripts, styles, fonts, idleAfterMs } = await measureFirstVisit(
    url,
    path.join(distFolder, 'client'),
  );
  const tell = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
  printMeasurement(
    'first visit of the category: JavaScript',
    `${tell(scripts.whole)} brotli in ${scripts.files} files (aim 95)`,
  );
  printMeasurement(
    '  of which before idle',
    `${tell(scripts.beforeIdle)} (aim 12); idle after ${idleAfterMs} ms`,
  );
  printMeasurement('  CSS', `${tell(styles.whole)} (aim 15)`);
  printMeasurement('  fonts', `${tell(fonts.whole)} in ${fonts.files} files`);
}

/** Returns the serialised state in the HTML of a page, of the shop or of its twin. */
function extractSerialisedState(html: string): string {
  const state =
    /<script type="application\/json"[^>]*>([\s\S]*?)<\/script>|window\.boot=([\s\S]*?)<\/script>/.exec(html);
  return state?.[1] ?? state?.[2] ?? '';
}

function fetchPage({ port }: Program, page: string, encoding: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host, accept: 'text/html', 'accept-encoding': encoding };
    get({ host: '127.0.0.1', port, path: page, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(chunks).toString());
        else reject(new Error(`${page} at port ${port} answers ${answer.statusCode}`));
      });
    }).on('error', reject);
  });
}

function printMachine(isQuick: boolean) {
  const commit = readCommit();
  printMeasurement('date', new Date().toISOString().slice(0, 16).replace('T', ' '));
  printMeasurement(
    'machine',
    `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
  );
  printMeasurement(
    'load before',
    loadavg()
      .map((value) => value.toFixed(1))
      .join(' '),
  );
  if (commit) printMeasurement('commit', commit);
  const pinned = canPinToCore
    ? 'server on core 0; backend and load on core 1'
    : 'nothing pinned: needs taskset and a second core';
  printMeasurement(
    'set-up',
    `${isQuick ? 'quick; ' : ''}${pinned}; every backend answer takes ${BACKEND_DELAY_MS} ms`,
  );
}

function readCommit(): string | null {
  if (!existsSync(path.join(root, '.git'))) return null;
  try {
    return execFileSync('git', ['log', '-1', '--format=%h %s'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

function printTableHead() {
  console.log(
    '\nper CPU s: requests per second of processor time of the server; ms: ours | theirs, 16 connections; complete responses',
  );
  console.log(
    formatTableRow(['', 'page', 'encoding', 'per CPU s', 'theirs', 'ratio', 'aim', 'p50 ms', 'p99 ms', 'KB']),
  );
}

function printComparison(title: string, page: string, encoding: string, aim: number, comparison: Comparison) {
  const { ours, theirs, ratio } = comparison;
  const both = (pick: 'p50' | 'p99') => `${ours[pick].toFixed(1)} | ${theirs[pick].toFixed(1)}`;
  console.log(
    formatTableRow([
      title,
      page,
      encoding,
      ours.perCpuSecond.toFixed(0),
      theirs.perCpuSecond.toFixed(0),
      ratio.toFixed(2),
      String(aim),
      both('p50'),
      both('p99'),
      `${(ours.bytes / 1000).toFixed(0)} | ${(theirs.bytes / 1000).toFixed(0)}`,
    ]),
  );
}

function formatTableRow(cells: readonly string[]): string {
  const widths = [48, 9, 9, 10, 9, 6, 5, 16, 16, 9];
  return cells
    .map((cell, index) => (index < 3 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
    .join(' ');
}

function printMemory(ours: Program, theirs: Program) {
  const [a, b] = [readResidentMegabytes(ours), readResidentMegabytes(theirs)];
  if (a !== null && b !== null) printMeasurement('  memory after the load (RSS)', `${a} MB | ${b} MB`);
}

function printMeasurement(name: string, value: string) {
  console.log(`${name.padEnd(44)} ${value}`);
}
