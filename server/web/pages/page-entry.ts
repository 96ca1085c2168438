import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { createKeptBytes } from '../../platform/kept-bytes.ts';
import { type PagePowers, pickPowers } from '../middleware/security-headers.ts';
import type { RenderedPage } from '../render/page-renderer.ts';

type RenderedDocument = Extract<RenderedPage, { kind: 'document' }>;

/** Content codings that pages are sent in, best first. */
export const pageEncodings = ['br', 'gzip', 'identity'] as const;
export type PageEncoding = (typeof pageEncodings)[number];

/** A first answer is compressed while the visitor waits, a second one when there is time. */
const fastBrotliQuality = 4;
const bestBrotliQuality = 11;
const gzipLevel = 6;
/** What an entry costs beside its bytes: headers, keys, objects. */
const overheadBytes = 2000;

const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

function brotli(html: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(html, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    },
  });
}

/** A document in one content coding, and what is told of it. */
export interface PageBody {
  readonly bytes: Buffer;
  /** Strong: another for each coding and each way of compressing. */
  readonly etag: string;
  /** The head that goes with these bytes, as `writeHead` takes it; made once by whoever sends them first. Index 1 is for https. */
  readonly heads: [string[] | null, string[] | null];
}

/** How long a page may be used, in milliseconds of the cache's clock. */
export interface PageTtl {
  /** When the render began: its data are as old as that. */
  readonly madeAt: number;
  readonly freshUntil: number;
  /** Until then the old page is sent at once while a new one is made. */
  readonly staleUntil: number;
  /** Until then the old page is sent where no new one can be made. */
  readonly usableUntil: number;
}

export interface PageEntryOptions
  extends Pick<
    RenderedDocument,
    'status' | 'pageKind' | 'timings' | 'surrogateKeys' | 'isComplete' | keyof PagePowers
  > {
  readonly html: Buffer;
  readonly ttl: PageTtl;
}

/**
 * One document. A coding is made at the first request for it; uncompressed bytes that nobody asks for are dropped once better compressed
 * ones are there. Compression runs on the threads of zlib, never on the event loop.
 */
export class PageEntry {
  readonly status: number;
  readonly pageKind: RenderedDocument['pageKind'];
  /** How long it took to make, for the `Server-Timing` of the request that waited. */
  readonly timings: RenderedDocument['timings'];
  readonly isComplete: boolean;
  readonly powers: PagePowers;
  surrogateKeys: readonly string[];
  ttl: PageTtl;
  /** After a failure no new page is made before this time. */
  retryAt = 0;
  /** The older whole page that is sent where no page can be made: this one has a gap. */
  staleIfError: PageEntry | undefined;
  /** How often it was sent from memory. */
  hits = 0;
  /** Told when `bytes` has changed. */
  onResize: (() => void) | undefined;
  readonly #hash: string;
  readonly #bodies = new Map<PageEncoding, PageBody>();
  readonly #pending = new Map<PageEncoding, Promise<PageBody>>();
  #isIdentityWanted = false;
  #bytes = 0;

  constructor(options: PageEntryOptions) {
    const { status, pageKind, timings, html, surrogateKeys, isComplete, ttl } = options;
    this.powers = pickPowers(options);
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

  /** The body, where it is there already. */
  peek(encoding: PageEncoding): PageBody | undefined {
    if (encoding === 'identity') this.#isIdentityWanted = true;
    return this.#bodies.get(encoding);
  }

  /** The body, made where it is not there yet. */
  async load(encoding: PageEncoding): Promise<PageBody> {
    const known = this.peek(encoding) ?? this.#pending.get(encoding);
    if (known) return known;
    const making = this.#make(encoding).finally(() => this.#pending.delete(encoding));
    this.#pending.set(encoding, making);
    return making;
  }

  /** Compresses as well as can be; costs some fifty milliseconds of another thread. */
  async improve(): Promise<void> {
    const html = await this.#getHtml();
    this.#set('br', await brotli(html, bestBrotliQuality), 'b');
    if (this.#isIdentityWanted) return;
    this.#drop('identity');
    this.onResize?.();
  }

  /** True where the other one holds the same document. */
  isSameDocument(other: PageEntry): boolean {
    return (
      this.#hash === other.#hash &&
      this.status === other.status &&
      this.isComplete === other.isComplete &&
      JSON.stringify(this.powers) === JSON.stringify(other.powers)
    );
  }

  /** Makes the codings that the page before it was asked for, so that nobody waits for them. */
  async prepareLike(before: PageEntry): Promise<void> {
    await Promise.all([...before.#bodies.keys()].map((encoding) => this.load(encoding)));
    this.#isIdentityWanted = before.#isIdentityWanted;
  }

  /** Takes TTL and surrogate keys of the same document made later. */
  renew({ ttl, surrogateKeys }: PageEntry): void {
    this.ttl = ttl;
    this.retryAt = 0;
    if (surrogateKeys.join() === this.surrogateKeys.join()) return;
    this.surrogateKeys = surrogateKeys;
    for (const { heads } of this.#bodies.values()) heads.fill(null);
  }

  /** True for an entity tag of this document in any coding: the visitor already has the bytes that we would send. */
  hasTag(etag: string): boolean {
    return etag.length === this.#hash.length + 4 && etag.startsWith(`"${this.#hash}-`);
  }

  async #make(encoding: PageEncoding): Promise<PageBody> {
    const html = await this.#getHtml();
    if (encoding === 'br') return this.#set('br', await brotli(html, fastBrotliQuality), 'f');
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

  #set(encoding: PageEncoding, content: Buffer, mark: string): PageBody {
    this.#drop(encoding);
    const bytes = createKeptBytes(content);
    const body: PageBody = { bytes, etag: `"${this.#hash}-${mark}"`, heads: [null, null] };
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
