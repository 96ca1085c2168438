import { constants } from 'node:zlib';
import compress from 'compression';
import type { RequestHandler } from 'express';
import { getRequestFacts } from './request-facts.ts';

/** Above this level brotli costs more time than it saves on the way, for pages that are made anew every two seconds. */
const brotliQuality = 4;

/** Compresses what comes after it: pages and texts. Assets are compressed at build time; pictures and answers of the API are left alone. */
export function createCompression(): RequestHandler {
  return compress({
    threshold: 600,
    // What the page cache sends is compressed already, or wanted plain.
    filter: (request, response) => {
      const { cache } = getRequestFacts(request);
      return cache !== 'hit' && cache !== 'miss' && compress.filter(request, response);
    },
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  });
}
