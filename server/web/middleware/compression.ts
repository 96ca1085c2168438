import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import compress from 'compression';
import type { RequestHandler } from 'express';
import type { PageEncoding } from '../pages/page-entry.ts';
import { getRequestFacts } from './request-facts.ts';

/** Smaller answers fit in one packet as they are. */
const thresholdBytes = 600;
/** Half the time of level 4 for 3 % more bytes, and fewer of them than gzip's level 6, which takes twice as long. */
const brotliQuality = 2;
const onceGzipLevel = 4;

/**
 * Compresses a finished document that is sent once. In one call and on this thread: under load a page cost several times as much as a
 * stream, and a third more on the threads of zlib, while it holds up the others for less than a millisecond (docs/performance.md).
 */
export function compressOnce(html: Buffer, wanted: PageEncoding): { encoding: PageEncoding; bytes: Buffer } {
  if (html.length < thresholdBytes || wanted === 'identity') return { encoding: 'identity', bytes: html };
  if (wanted === 'gzip') return { encoding: wanted, bytes: gzipSync(html, { level: onceGzipLevel }) };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  };
  return { encoding: wanted, bytes: brotliCompressSync(html, { params, chunkSize: outputBytes }) };
}

/** Room for a compressed page at once. */
const outputBytes = 65_536;

/**
 * Compresses what comes after it and is not compressed yet: texts, and pages that are written piece by piece. Assets are compressed at
 * build time; pictures and answers of the API are left alone.
 */
export function createCompression(): RequestHandler {
  return compress({
    threshold: thresholdBytes,
    // What the page cache sends is compressed already, or wanted plain.
    filter: (request, response) => {
      const { cache } = getRequestFacts(request);
      return cache !== 'hit' && cache !== 'miss' && compress.filter(request, response);
    },
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  });
}
