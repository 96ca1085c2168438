import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { toUnpooledBuffer } from '../../platform/unpooled-buffer.ts';
import { type PageCapabilities, pickCapabilities } from '../middleware/security-headers.ts';
import type { RenderedPage } from '../render/page-renderer.ts';

type RenderedDocument = Extract<RenderedPage, { kind: 'document' }>;

/** Content encodings of pages, best first. */
export const pageEncodings = ['br', 'gzip', 'identity'] as const;
export type PageEncoding = (typeof pageEncodings)[number];

/**
 * Brotli quality of the first answer, for which the visitor waits. A better one follows in the background.
 */
const fastBrotliQuality = 4;
const bestBrotliQuality = 11;
const gzipLevel = 6;
/** Memory of an entry in addition to its bytes: headers, keys, objects. */
const overheadBytes = 2000;

const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

function compressWithQuality(html: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(html, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    },
  });
}

/** A document in one content encoding, with its headers. */
export interface PageBody {
  readonly bytes: Buffer;
  /** Strong tag: it differs for each encoding and compression quality. */
  readonly etag: string;
  /** Headers for these bytes as passed to `writeHead`, built at the first use. Index 1 is for https. */
  readonly heads: [string[] | null, string[] | null];
}

/** Times until which a page may be used, in milliseconds of the cache's clock. */
export interface PageTtl {
  /** Start of the render, which is the age of the data. */
  readonly madeAt: number;
  readonly freshUntil: number;
  /** Until then the old page is sent at once while a new one is rendered. */
  readonly staleUntil: number;
  /** Until then the old page is sent if no new one can be rendered. */
  readonly usableUntil: number;
}

export interface CachedPageDocumentOptions
  extends Pick<
    RenderedDocument,
    'status' | 'pageKind' | 'timings' | 'surrogateKeys' | 'isComplete' | keyof PageCapabilities
  > {
  readonly html: Buffer;
  readonly ttl: PageTtl;
}

/**
 * One cached document. It is compressed at the first request for an encoding. Uncompressed bytes that are not
 * in use are dropped once better compressed ones exist. Compression runs on the thread pool of zlib, never on
 * the event loop.
 */
export class CachedPageDocument {
  readonly status: number;
  readonly pageKind: RenderedDocument['pageKind'];
  /** Durations of the render, for the `Server-Timing` of the request that waited. */
  readonly timings: RenderedDocument['timings'];
  readonly isComplete: boolean;
  readonly capabilities: PageCapabilities;
  surrogateKeys: readonly string[];
  ttl: PageTtl;
  /** Earliest time of the next render after a failure. */
  retryAt = 0;
  /** Older complete page that is sent if no page can be rendered; set if this one is incomplete. */
  staleIfError: CachedPageDocument | undefined;
  /** Number of times it was sent from memory. */
  hits = 0;
  /** Called when `bytes` has changed. */
  onResize: (() => void) | undefined;
  readonly #hash: string;
  readonly #bodies = new Map<PageEncoding, PageBody>();
  readonly #pending = new Map<PageEncoding, Promise<PageBody>>();
  #isIdentityWanted = false;
  #bytes = 0;

  constructor(options: CachedPageDocumentOptions) {
    const { status, pageKind, timings, html, surrogateKeys, isComplete, ttl } = options;
    this.capabilities = pickCapabilities(options);
    this.status = status;
    this.pageKind = pageKind;
    this.timings = timings;
    this.surrogateKeys = surrogateKeys;
    this.isComplete = isComplete;
    this.ttl = ttl;
    this.#hash = hash('sha256', html, 'base64url').slice(0, 22);
    this.#set('identity', html, 'i');
  }

  /** Size in memory. */
  get bytes(): number {
    return this.#bytes + overheadBytes;
  }

  /** Returns the body if it exists in this encoding. */
  peek(encoding: PageEncoding): PageBody | undefined {
    if (encoding === 'identity') this.#isIdentityWanted = true;
    return this.#bodies.get(encoding);
  }

  /** Returns the body and creates it if necessary. */
  async load(encoding: PageEncoding): Promise<PageBody> {
    const known = this.peek(encoding) ?? this.#pending.get(encoding);
    if (known) return known;
    const making = this.#make(encoding).finally(() => this.#pending.delete(encoding));
    this.#pending.set(encoding, making);
    return making;
  }

  /** Compresses with the best quality; takes some 50 ms of another thread. */
  async improve(): Promise<void> {
    const html = await this.#getHtml();
    this.#set('br', await compressWithQuality(html, bestBrotliQuality), 'b');
    if (this.#isIdentityWanted) return;
    this.#drop('identity');
    this.onResize?.();
  }

  /** Returns true if the other entry holds the same document. */
  isSameDocument(other: CachedPageDocument): boolean {
    return (
      this.#hash === other.#hash &&
      this.status === other.status &&
      this.isComplete === other.isComplete &&
      JSON.stringify(this.capabilities) === JSON.stringify(other.capabilities)
    );
  }

  /** Creates the encodings that the previous page had, so that no visitor waits for them. */
  async prepareLike(before: CachedPageDocument): Promise<void> {
    await Promise.all([...before.#bodies.keys()].map((encoding) => this.load(encoding)));
    this.#isIdentityWanted = before.#isIdentityWanted;
  }

  /** Adopts TTL and surrogate keys of a later render of the same document. */
  renew({ ttl, surrogateKeys }: CachedPageDocument): void {
    this.ttl = ttl;
    this.retryAt = 0;
    if (surrogateKeys.join() === this.surrogateKeys.join()) return;
    this.surrogateKeys = surrogateKeys;
    for (const { heads } of this.#bodies.values()) heads.fill(null);
  }

  /** Returns true for an entity tag of this document in any encoding: the client already has its content. */
  hasTag(etag: string): boolean {
    return etag.length === this.#hash.length + 4 && etag.startsWith(`"${this.#hash}-`);
  }

  async #make(encoding: PageEncoding): Promise<PageBody> {
    const html = await this.#getHtml();
    if (encoding === 'br') return this.#set('br', await compressWithQuality(html, fastBrotliQuality), 'f');
    if (encoding === 'gzip') return this.#set('gzip', await compressGzip(html, { level: gzipLevel }), 'g');
    return this.#set('identity', html, 'i');
  }

  async #getHtml(): Promise<Buffer> {
    const html = this.#bodies.get('identity');
    if (html) return html.bytes;
    const compressed = this.#bodies.get('br');
    if (!compressed) throw new Error('A page has no bytes');
    return decompressBrotli(compressed.bytes);
  }

  #set(encoding: PageEncoding, content: Buffer, qualityTag: string): PageBody {
    this.#drop(encoding);
    const bytes = toUnpooledBuffer(content);
    const body: PageBody = { bytes, etag: `"${this.#hash}-${qualityTag}"`, heads: [null, null] };
    this.#bodies.set(encoding, body);
    this.#bytes += bytes.length;
    this.onResize?.();
    return body;
  }

  #drop(encoding: PageEncoding): void {
    this.#bytes -= this.#bodies.get(encoding)?.bytes.length ?? 0;
    this.#bodies.delete(encoding);
  }
}
