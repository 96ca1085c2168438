import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import compress from 'compression';
import type { RequestHandler } from 'express';
import type { PageEncoding } from '../pages/cached-page-document.ts';
import { getRequestDetails } from './request-details.ts';

/** Minimum size in bytes: smaller answers fit in one packet uncompressed. */
const thresholdBytes = 600;
/**
 * Takes half the time of level 4 for 3 % more bytes. Output is smaller than that of gzip level 6, which takes
 * twice as long.
 */
const brotliQuality = 2;
const oneTimeGzipLevel = 4;

/**
 * Compresses a complete document that is sent once. It works in one call on the main thread: under load, a
 * stream cost several times as much, and the thread pool of zlib a third more. Other requests are delayed by
 * less than a millisecond (docs/performance.md).
 */
export function compressOnce(html: Buffer, wanted: PageEncoding): { encoding: PageEncoding; bytes: Buffer } {
  if (html.length < thresholdBytes || wanted === 'identity') return { encoding: 'identity', bytes: html };
  if (wanted === 'gzip') return { encoding: wanted, bytes: gzipSync(html, { level: oneTimeGzipLevel }) };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  };
  return { encoding: wanted, bytes: brotliCompressSync(html, { params, chunkSize: outputBufferBytes }) };
}

/** Size of the output buffer, in bytes: a whole compressed page. */
const outputBufferBytes = 65_536;

/**
 * Creates the middleware that compresses later answers which are not compressed yet: texts and streamed
 * pages. Assets are compressed at build time; pictures and answers of the API are passed on unchanged.
 */
export function createCompression(): RequestHandler {
  return compress({
    threshold: thresholdBytes,
    // Answers of the page cache are already compressed, or are requested without compression.
    filter: (request, response) => {
      const { cache } = getRequestDetails(request);
      return cache !== 'hit' && cache !== 'miss' && compress.filter(request, response);
    },
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  });
}
