import { type RequestHandler, Router } from 'express';
import { pictureFormats, pictureWidths } from '../../../../shared/rules/picture-files.ts';
import { createNotFound, ProblemError } from '../../core/http/problem-error.ts';
import type { PictureService } from './service.ts';

const CONTENT_TYPES = { avif: 'image/avif', webp: 'image/webp', png: 'image/png' };

/** Returns whether If-None-Match contains an ETag. Weak tags match as well, since the bytes are equal. */
function containsEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/**
 * Creates `GET /images/{hash}/{width}.{avif|webp|png}`. The hash identifies the content, so the response is
 * cached permanently.
 */
export function createPictureRoutes(pictures: PictureService): Router {
  const handlePicture: RequestHandler<{ hash: string; file: string }> = async (request, response) => {
    const { hash, file } = request.params;
    const [size, extension] = file.split('.');
    const width = pictureWidths.find((candidate) => String(candidate) === size);
    const format = pictureFormats.find((candidate) => candidate === extension);
    if (!/^[0-9a-f]{16,64}$/.test(hash) || !width || !format || file !== `${width}.${format}`) {
      throw createNotFound();
    }
    const etag = `"${hash}-${width}-${format}"`;
    const cacheHeaders = { etag, 'cache-control': 'public, max-age=31536000, immutable' };
    // A client with a matching ETag has the right bytes, so the picture need not be drawn.
    if (containsEtag(request.get('if-none-match'), etag)) {
      if (!(await pictures.hasPicture(hash))) throw createNotFound();
      response.status(304).set(cacheHeaders).end();
      return;
    }
    const bytes = await pictures.fetchPicture(hash, width, format);
    if (!bytes) throw createNotFound();
    response.set(cacheHeaders);
    response.set({
      'content-type': CONTENT_TYPES[format],
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };
  const router = Router();
  router
    .route('/images/:hash/:file')
    .get(handlePicture)
    .all((_request) => {
      throw new ProblemError('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
    });
  return router;
}
