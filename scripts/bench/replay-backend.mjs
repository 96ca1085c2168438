// The backend of `npm run bench`: asks the real one once per call, then gives the same bytes again after a fixed time. So the
// measurement sees a calm backend that takes nothing from the core of the load, and every server sees the same one.
import { createServer, request as sendRequest } from 'node:http';

const keptHeaders = ['content-type', 'etag', 'cache-control'];

/**
 * @param {{ port: number, backendPort: number, delayMs: number }} options `backendPort`: the real backend;
 *   `delayMs`: how long every answer takes
 * @returns {import('node:http').Server} listening
 */
export function startReplayBackend({ port, backendPort, delayMs }) {
  const answers = new Map();
  return createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const { siteid, languageid } = request.headers;
        const key = [request.method, request.url, siteid, languageid, body].join(' ');
        let answer = answers.get(key);
        if (!answer) {
          answer = askBackend({ backendPort, request, body });
          answer.catch(() => answers.delete(key));
          answers.set(key, answer);
        }
        setTimeout(() => {
          answer.then(
            ({ status, headers, bytes }) => response.writeHead(status, headers).end(bytes),
            () => response.writeHead(502).end(),
          );
        }, delayMs);
      },
      () => response.destroy(),
    );
  }).listen(port, '127.0.0.1');
}

function askBackend({ backendPort, request, body }) {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = request;
    const asked = { ...headers, 'accept-encoding': 'identity', host: `127.0.0.1:${backendPort}` };
    sendRequest({ host: '127.0.0.1', port: backendPort, method, path: url, headers: asked }, async (answer) => {
      const bytes = Buffer.from(await readBody(answer), 'latin1');
      const kept = keptHeaders.filter((name) => answer.headers[name] !== undefined);
      const length = { 'content-length': bytes.length };
      const headers = { ...Object.fromEntries(kept.map((name) => [name, answer.headers[name]])), ...length };
      resolve({ status: answer.statusCode, headers, bytes });
    })
      .on('error', reject)
      .end(Buffer.from(body, 'latin1'));
  });
}

/** Every byte of a message as one character. */
async function readBody(message) {
  const chunks = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

const [port, backendPort, delayMs] = process.argv.slice(2).map(Number);
if (port) startReplayBackend({ port, backendPort, delayMs });
