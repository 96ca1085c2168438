import express from 'express';

/**
 * Baseline for the page cache: an Express route that sends prepared bytes from memory, with the headers that
 * a page needs. At start it reads the bytes, identity and brotli, from the shop.
 *
 * Arguments: port, port of the shop's web, host, then the paths to serve.
 */
const [port = '', webPort = '', host = '', ...paths] = process.argv.slice(2);
const pageBytesByRequest = new Map<string, Buffer>();
for (const path of paths) {
  for (const encoding of ['identity', 'br']) {
    pageBytesByRequest.set(`${encoding} ${path}`, await fetchPageBytes(path, encoding));
  }
}

const app = express();
app.disable('x-powered-by');
app.get(paths, (request, response) => {
  const encoding = request.headers['accept-encoding'] === 'br' ? 'br' : 'identity';
  const bytes = pageBytesByRequest.get(`${encoding} ${request.path}`);
  if (!bytes) throw new Error(`No prepared response for ${request.path}`);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('cache-control', 'public, max-age=0, s-maxage=2');
  response.setHeader('vary', 'Accept-Encoding');
  if (encoding === 'br') response.setHeader('content-encoding', 'br');
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
});
app.get('/health/ready', (_request, response) => {
  response.end('ok');
});
app.listen(Number(port), '127.0.0.1');

async function fetchPageBytes(path: string, encoding: string): Promise<Buffer> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const headers = { host, accept: 'text/html', 'accept-encoding': encoding };
    const outgoing = request({ host: '127.0.0.1', port: webPort, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks)));
      answer.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
