import { connect } from 'node:net';

/** Target, number of requests and number of concurrent connections. */
export interface LoadRunOptions {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  /** Value of Accept-Encoding. */
  readonly encoding: string;
  readonly requests: number;
  readonly connections: number;
}

export interface LoadResult {
  readonly seconds: number;
  /** Total of all responses, with their heads and chunk headers. */
  readonly bytes: number;
  /** Milliseconds until the first byte of each response, ascending. */
  readonly first: readonly number[];
  /** Milliseconds until the last byte of each response, ascending. */
  readonly whole: readonly number[];
}

interface PendingAnswer {
  readonly askedAt: number;
  hasHead: boolean;
  /** Bytes of the complete response; Infinity if it is chunked. */
  expected: number;
  tail: Buffer;
  bytes: number;
  first: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/**
 * Requests one address repeatedly; each connection sends its next request as soon as it has a response. Uses
 * plain sockets, because a complete HTTP client would cost more than the servers that are measured.
 *
 * @throws Error for any status but 200, and if a connection breaks
 */
export async function sendLoad(order: LoadRunOptions): Promise<LoadResult> {
  const { port, host, path, encoding, requests, connections } = order;
  const question = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\naccept-encoding: ${encoding}\r\n\r\n`;
  const first: number[] = [];
  const whole: number[] = [];
  let left = requests;
  let bytes = 0;
  const takeSlot = () => {
    left -= 1;
    return left >= 0;
  };
  const note = (answer: PendingAnswer) => {
    first.push(answer.first);
    whole.push(performance.now() - answer.askedAt);
    bytes += answer.bytes;
  };
  const startedAt = performance.now();
  const count = Math.min(connections, requests);
  await Promise.all(
    Array.from({ length: count }, () => sendRequestsOverConnection(port, question, takeSlot, note)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const rising = (a: number, b: number) => a - b;
  return { seconds, bytes, first: first.sort(rising), whole: whole.sort(rising) };
}

function sendRequestsOverConnection(
  port: number,
  question: string,
  takeSlot: () => boolean,
  note: (answer: PendingAnswer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let isDone = false;
    let answer = createPendingAnswer();
    const ask = () => {
      if (takeSlot()) {
        answer = createPendingAnswer();
        socket.write(question);
      } else {
        isDone = true;
        socket.end();
      }
    };
    socket.on('connect', ask);
    socket.on('data', (chunk) => {
      try {
        if (!parseAnswerChunk(answer, chunk)) return;
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      note(answer);
      ask();
    });
    socket.on('error', reject);
    socket.on('close', () =>
      isDone ? resolve() : reject(new Error('The server closed a connection in use')),
    );
  });
}

function createPendingAnswer(): PendingAnswer {
  return {
    askedAt: performance.now(),
    hasHead: false,
    expected: 0,
    tail: Buffer.alloc(0),
    bytes: 0,
    first: 0,
  };
}

/** Adds a received chunk. Returns true when the response is complete. */
function parseAnswerChunk(answer: PendingAnswer, chunk: Buffer): boolean {
  if (answer.bytes === 0) answer.first = performance.now() - answer.askedAt;
  answer.bytes += chunk.length;
  const isChunked = answer.expected === Number.POSITIVE_INFINITY;
  if (!answer.hasHead) {
    const seen = answer.tail.length > 0 ? Buffer.concat([answer.tail, chunk]) : chunk;
    const end = seen.indexOf(HEAD_END);
    if (end < 0) {
      answer.tail = seen;
      return false;
    }
    const head = seen.toString('latin1', 0, end).toLowerCase();
    if (!head.startsWith('http/1.1 200')) throw new Error(`Not a 200: ${head.split('\r\n')[0]}`);
    const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
    answer.hasHead = true;
    answer.expected = length ? end + HEAD_END.length + Number(length) : Number.POSITIVE_INFINITY;
    answer.tail = seen.subarray(-LAST_CHUNK.length);
  } else if (isChunked) {
    const seen = chunk.length < LAST_CHUNK.length ? Buffer.concat([answer.tail, chunk]) : chunk;
    answer.tail = seen.subarray(-LAST_CHUNK.length);
  }
  if (answer.expected !== Number.POSITIVE_INFINITY) return answer.bytes >= answer.expected;
  return answer.tail.equals(LAST_CHUNK);
}

// Started with an IPC channel: receives an order, sends its result. A separate process can have its own core.
if (process.argv[1] === import.meta.filename) {
  process.on('message', (order: LoadRunOptions) => {
    sendLoad(order).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
}
