import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding } from '../middleware/accept-encoding.ts';
import type { CachedPageDocument, PageBody, PageEncoding } from './cached-page-document.ts';
import type { PageCacheControls } from './page-cache-control.ts';
import { createPageHeaders } from './page-headers.ts';

export interface CachedPageSendDetails {
  readonly requestId: string;
  /** Current time on the clock of the page cache. */
  readonly at: number;
  /** Whether the request came over https. */
  readonly isSecure: boolean;
  /** Cache result for `Server-Timing`, if there are no render timings. */
  readonly cache?: 'hit' | 'stale';
}

/** Sender of documents of the page cache. */
export interface CachedPageSender {
  /**
   * Sends at once if the bytes exist in an encoding that the client accepts. Otherwise does nothing and
   * returns false.
   */
  sendNow(
    request: IncomingMessage,
    response: ServerResponse,
    entry: CachedPageDocument,
    details: CachedPageSendDetails,
  ): boolean;
  /** Sends the document and compresses it first if necessary. */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    entry: CachedPageDocument,
    details: CachedPageSendDetails,
  ): Promise<void>;
}

/** Index of the http headers in `PageBody.heads`. */
const httpHeadIndex = 0;
const httpsHeadIndex = 1;
/** Header fields that describe the bytes, which a 304 does not have. */
const bodyHeaderNames = new Set(['content-type', 'content-length', 'content-encoding', 'etag']);

function omitBodyHeaders(head: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < head.length; index += 2) {
    const [name = '', value = ''] = head.slice(index, index + 2);
    if (!bodyHeaderNames.has(name)) kept.push(name, value);
  }
  return kept;
}

/**
 * Returns the tag in `If-None-Match` that matches this document. Weak comparison, as required by RFC 9110
 * §13.1.2.
 */
function findMatchingEtag(header: string, entry: CachedPageDocument): string | undefined {
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .find((tag) => entry.hasTag(tag));
}

/** Creates the sender. The headers are built once per document, encoding and scheme. */
export function createCachedPageSender({
  cacheControls,
  strictTransport,
}: {
  readonly cacheControls: PageCacheControls;
  readonly strictTransport: string;
}): CachedPageSender {
  const createHead = (
    entry: CachedPageDocument,
    encoding: PageEncoding,
    body: PageBody,
    isSecure: boolean,
  ) => {
    const fields: Record<string, string> = {
      ...createPageHeaders(
        {
          kind: 'document',
          cachePolicy: 'public',
          status: entry.status,
          surrogateKeys: entry.surrogateKeys,
          isComplete: entry.isComplete,
          ...entry.capabilities,
        },
        { strictTransport: isSecure ? strictTransport : null, isPersonal: false, cacheControls },
      ),
      'content-length': String(body.bytes.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      ...(entry.status === 200 ? { etag: body.etag } : {}),
    };
    return Object.entries(fields).flat();
  };

  const write = (
    request: IncomingMessage,
    response: ServerResponse,
    options: {
      entry: CachedPageDocument;
      encoding: PageEncoding;
      body: PageBody;
      details: CachedPageSendDetails;
    },
  ) => {
    const { entry, encoding, body, details } = options;
    const index = details.isSecure ? httpsHeadIndex : httpHeadIndex;
    const head = body.heads[index] ?? createHead(entry, encoding, body, details.isSecure);
    body.heads[index] = head;
    const isOk = entry.status === 200;
    const extraFields = ['x-request-id', details.requestId];
    if (details.cache) extraFields.push('server-timing', `cache;desc=${details.cache}`);
    if (isOk)
      extraFields.push('age', String(Math.max(0, Math.floor((details.at - entry.ttl.madeAt) / 1000))));

    const condition = request.headers['if-none-match'];
    const held = isOk && condition !== undefined ? findMatchingEtag(condition, entry) : undefined;
    if (held !== undefined) {
      response.writeHead(304, [...omitBodyHeaders(head), ...extraFields, 'etag', held]);
      response.end();
      return;
    }
    response.writeHead(entry.status, head.concat(extraFields));
    if (request.method === 'HEAD') response.end();
    else response.end(body.bytes);
  };

  return {
    sendNow: (request, response, entry, details) => {
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      const body = entry.peek(encoding);
      if (!body) return false;
      write(request, response, { entry, encoding, body, details });
      return true;
    },
    send: async (request, response, entry, details) => {
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      const body = await entry.load(encoding);
      if (!response.destroyed) write(request, response, { entry, encoding, body, details });
    },
  };
}
