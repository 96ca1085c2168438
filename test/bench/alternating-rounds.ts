import { type Program, readCpuSeconds } from './bench-processes.ts';
import type { LoadResult, LoadRunOptions } from './load-generator.ts';

/** Sends an order to the process that generates the load. */
export type SendLoad = (order: LoadRunOptions) => Promise<LoadResult>;

export interface MeasuredServer {
  readonly program: Program;
  readonly host: string;
  readonly path: string;
  readonly encoding: string;
}

/** Results of one server over all of its rounds. */
export interface RoundResults {
  /** Requests per second of the server's processor time; per second of wall time if that is unknown. */
  readonly perCpuSecond: number;
  /** Milliseconds until the last byte: the median and the 99th percentile. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds until the first byte: the 99th percentile. */
  readonly firstByteP99: number;
  /** Bytes of one response, including its head. */
  readonly bytes: number;
}

export interface Comparison {
  readonly ours: RoundResults;
  readonly theirs: RoundResults;
  /** Ratio ours ÷ theirs of requests per processor second: the median over the pairs of rounds. */
  readonly ratio: number;
}

export interface RoundOptions {
  /** Number of pairs of rounds: ours, theirs, theirs, ours, and so on. */
  readonly pairs: number;
  /** Processor time that a round should take, in seconds. */
  readonly seconds: number;
  readonly connections: number;
  /** Number of requests before the measurement, so that both servers run compiled code. */
  readonly warmUp: number;
  /** Minimum number of requests of a round. */
  readonly leastRequests: number;
}

/** Maximum number of requests of a round. */
const MAX_ROUND_REQUESTS = 60_000;

interface LoadRound {
  readonly rate: number;
  readonly result: LoadResult;
  readonly requests: number;
}

/**
 * Measures two servers in alternating rounds of one run, so that other work of the machine affects both.
 */
export async function compare(
  send: SendLoad,
  ours: MeasuredServer,
  theirs: MeasuredServer,
  options: RoundOptions,
): Promise<Comparison> {
  const rounds: { ours: LoadRound[]; theirs: LoadRound[] } = { ours: [], theirs: [] };
  const counts = {
    ours: await warmUp(send, ours, options),
    theirs: await warmUp(send, theirs, options),
  };
  for (let pair = 0; pair < options.pairs; pair += 1) {
    // The order alternates, so that neither server always runs directly after the pause.
    for (const side of pair % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const)) {
      const subject = side === 'ours' ? ours : theirs;
      rounds[side].push(await measureRound(send, subject, counts[side], options.connections));
    }
  }
  const ratios = rounds.ours.map(({ rate }, pair) => rate / (rounds.theirs[pair]?.rate ?? Number.NaN));
  return {
    ours: summariseRounds(rounds.ours),
    theirs: summariseRounds(rounds.theirs),
    ratio: getMedian(ratios),
  };
}

/** Warms up a server and returns the number of requests for its rounds. */
async function warmUp(send: SendLoad, subject: MeasuredServer, options: RoundOptions): Promise<number> {
  await measureRound(send, subject, options.warmUp, options.connections);
  const { rate } = await measureRound(send, subject, options.warmUp, options.connections);
  return Math.max(options.leastRequests, Math.min(MAX_ROUND_REQUESTS, Math.round(rate * options.seconds)));
}

async function measureRound(
  send: SendLoad,
  { program, host, path, encoding }: MeasuredServer,
  requests: number,
  connections: number,
): Promise<LoadRound> {
  const before = readCpuSeconds(program);
  const result = await send({ port: program.port, host, path, encoding, requests, connections });
  const after = readCpuSeconds(program);
  const seconds = before === null || after === null ? result.seconds : after - before;
  return { rate: requests / Math.max(seconds, 0.01), result, requests };
}

function summariseRounds(rounds: readonly LoadRound[]): RoundResults {
  const all = (pick: (result: LoadResult) => readonly number[]) =>
    rounds.flatMap(({ result }) => [...pick(result)]).sort((a, b) => a - b);
  const whole = all(({ whole }) => whole);
  const first = all(({ first }) => first);
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0);
  const bytes = rounds.reduce((sum, { result }) => sum + result.bytes, 0);
  return {
    perCpuSecond: getMedian(rounds.map(({ rate }) => rate)),
    p50: getQuantile(whole, 0.5),
    p99: getQuantile(whole, 0.99),
    firstByteP99: getQuantile(first, 0.99),
    bytes: Math.round(bytes / requests),
  };
}

/** Returns the value below which a share of an ascending list lies. */
export function getQuantile(rising: readonly number[], share: number): number {
  return rising[Math.min(rising.length - 1, Math.floor(rising.length * share))] ?? Number.NaN;
}

/**
 * Returns the median of an unsorted list; for an even number of values, the mean of the two in the middle.
 */
export function getMedian(values: readonly number[]): number {
  const rising = [...values].sort((a, b) => a - b);
  const middle = rising.length / 2;
  return Number.isInteger(middle)
    ? ((rising[middle - 1] ?? Number.NaN) + (rising[middle] ?? Number.NaN)) / 2
    : (rising[Math.floor(middle)] ?? Number.NaN);
}
