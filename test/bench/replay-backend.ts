import { createServer, type IncomingMessage, type Server, request as sendRequest } from 'node:http';

interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly bytes: Buffer;
}

const recordedHeaderNames = ['content-type', 'etag', 'cache-control'] as const;

/**
 * Starts a backend that sends each request to the real backend once and then replays the response bytes,
 * always after the same delay. It is the same for every measured server, and cheap enough for the core that
 * it shares with the load.
 *
 * @param backendPort of the real backend
 * @param delayMs delay of every response
 */
function startReplayBackend(port: number, backendPort: number, delayMs: number): Server {
  const answers = new Map<string, Promise<RecordedAnswer>>();
  const find = (request: IncomingMessage, body: Buffer): Promise<RecordedAnswer> => {
    const { siteid, languageid } = request.headers;
    const key = [request.method, request.url, siteid, languageid, body.toString('latin1')].join(' ');
    let answer = answers.get(key);
    if (!answer) {
      answer = fetchFromRealBackend(backendPort, request, body);
      answer.catch(() => answers.delete(key));
      answers.set(key, answer);
    }
    return answer;
  };
  const server = createServer((request, response) => {
    const startedAt = performance.now();
    readBody(request)
      .then((body) => find(request, body))
      .then(
        ({ status, headers, bytes }) => {
          const left = Math.max(0, delayMs - (performance.now() - startedAt));
          setTimeout(() => response.writeHead(status, headers).end(bytes), left);
        },
        () => response.writeHead(502).end(),
      );
  });
  return server.listen(port, '127.0.0.1');
}

function fetchFromRealBackend(
  backendPort: number,
  request: IncomingMessage,
  body: Buffer,
): Promise<RecordedAnswer> {
  const { method, url, headers } = request;
  const options = {
    host: '127.0.0.1',
    port: backendPort,
    method,
    path: url,
    headers: { ...headers, 'accept-encoding': 'identity', host: `127.0.0.1:${backendPort}` },
  };
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(options, (answer) => {
      readBody(answer).then((bytes) => {
        const kept: Record<string, string | number> = { 'content-length': bytes.length };
        for (const name of recordedHeaderNames) {
          const value = answer.headers[name];
          if (value !== undefined) kept[name] = value;
        }
        resolve({ status: answer.statusCode ?? 502, headers: kept, bytes });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

if (process.argv[1] === import.meta.filename) {
  const [port = 0, backendPort = 0, delayMs = 5] = process.argv.slice(2).map(Number);
  startReplayBackend(port, backendPort, delayMs);
}
