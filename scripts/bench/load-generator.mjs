// The load of `npm run bench`: keep-alive connections that ask again as soon as they are answered, in a process of its
// own. Written over plain sockets, since a full HTTP client would cost more than the servers that are measured.
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/**
 * Asks for one address again and again; resolves when all answers are in.
 *
 * @param {{ port: number, host: string, path: string, encoding: string, requests: number, connections: number }} order
 *   `encoding`: value of Accept-Encoding
 * @returns {Promise<{ seconds: number, bytes: number, first: number[], whole: number[] }>} `first` and `whole`: milliseconds until
 *   the first and the last byte of each answer, in rising order; `bytes` with heads and chunk marks
 * @throws {Error} for any answer but a 200, and where a connection breaks
 */
export async function sendLoad({ port, host, path, encoding, requests, connections }) {
  const question = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\naccept-encoding: ${encoding}\r\n\r\n`;
  const first = [];
  const whole = [];
  let left = requests;
  let bytes = 0;
  const takeTurn = () => left-- > 0;
  const note = (answer) => {
    first.push(answer.first);
    whole.push(answer.whole);
    bytes += answer.bytes;
  };
  const began = performance.now();
  const count = Math.min(connections, requests);
  await Promise.all(Array.from({ length: count }, () => useConnection({ port, question, takeTurn, note })));
  const seconds = (performance.now() - began) / 1000;
  const rising = (a, b) => a - b;
  return { seconds, bytes, first: first.sort(rising), whole: whole.sort(rising) };
}

function useConnection({ port, question, takeTurn, note }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let isDone = false;
    let answer;
    const ask = () => {
      if (takeTurn()) {
        answer = {
          askedAt: performance.now(),
          head: null,
          expected: 0,
          tail: Buffer.alloc(0),
          bytes: 0,
          first: 0,
        };
        socket.write(question);
      } else {
        isDone = true;
        socket.end();
      }
    };
    socket.on('connect', ask);
    socket.on('data', (chunk) => {
      try {
        if (!readAnswer(answer, chunk)) return;
      } catch (error) {
        socket.destroy(error);
        return;
      }
      note({ first: answer.first, whole: performance.now() - answer.askedAt, bytes: answer.bytes });
      ask();
    });
    socket.on('error', reject);
    socket.on('close', () => (isDone ? resolve() : reject(new Error('A server closed a connection in use'))));
  });
}

/** Takes what has come; true when the answer is whole. */
function readAnswer(answer, chunk) {
  if (answer.bytes === 0) answer.first = performance.now() - answer.askedAt;
  answer.bytes += chunk.length;
  if (answer.head === null) {
    const seen = answer.tail.length > 0 ? Buffer.concat([answer.tail, chunk]) : chunk;
    const end = seen.indexOf(HEAD_END);
    if (end < 0) {
      answer.tail = seen;
      return false;
    }
    answer.head = seen.latin1Slice(0, end).toLowerCase();
    if (!answer.head.startsWith('http/1.1 200'))
      throw new Error(`Not a 200: ${answer.head.split('\r\n')[0]}`);
    const length = /\r\ncontent-length: (\d+)/.exec(answer.head);
    answer.expected = length ? end + HEAD_END.length + Number(length[1]) : Number.POSITIVE_INFINITY;
    answer.tail = seen.subarray(-LAST_CHUNK.length);
  } else if (answer.expected === Number.POSITIVE_INFINITY) {
    answer.tail =
      chunk.length >= LAST_CHUNK.length
        ? chunk.subarray(-LAST_CHUNK.length)
        : Buffer.concat([answer.tail, chunk]).subarray(-LAST_CHUNK.length);
  }
  if (answer.expected !== Number.POSITIVE_INFINITY) return answer.bytes >= answer.expected;
  return answer.tail.equals(LAST_CHUNK);
}

// Started with a channel: one order in, one result out.
if (process.send) {
  process.on('message', async (order) => {
    try {
      process.send({ result: await sendLoad(order) });
    } catch (error) {
      process.send({ error: error.message });
    }
  });
}
