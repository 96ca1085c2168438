import { type RequestHandler, Router } from 'express';
import type { Database } from '../../core/database/database.ts';
import { createNotFound, ProblemError } from '../../core/http/problem-error.ts';
import { findNoticeBytes } from './queries.ts';

/** An SVG opened directly is a document: the policy allows styles only. */
const SVG_CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const NOTICE_HEADERS_BY_EXTENSION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  svg: { 'content-type': 'image/svg+xml', 'content-security-policy': SVG_CONTENT_SECURITY_POLICY },
  png: { 'content-type': 'image/png' },
  pdf: {
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="legal-guarantee.pdf"',
  },
};

/**
 * Creates `GET /api/legal/notices/{sha256}.{svg|png|pdf}`, which returns the official file. The hash
 * identifies the content, so the response is cached permanently.
 */
export function createNoticeRoutes(database: Database): Router {
  const handleNotice: RequestHandler<{ file: string }> = async (request, response) => {
    const [, sha256, ending] = /^([0-9a-f]{64})\.(svg|png|pdf)$/.exec(request.params.file) ?? [];
    const headers = ending === undefined ? undefined : NOTICE_HEADERS_BY_EXTENSION[ending];
    if (sha256 === undefined || ending === undefined || !headers) throw createNotFound();
    const bytes = await findNoticeBytes(database, sha256, ending);
    if (!bytes) throw createNotFound();
    response.set({
      ...headers,
      'x-content-type-options': 'nosniff',
      etag: `"${sha256}"`,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    // `send` also handles HEAD and If-None-Match.
    response.send(bytes);
  };
  const router = Router();
  router
    .route('/api/legal/notices/:file')
    .get(handleNotice)
    .all((_request) => {
      throw new ProblemError('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
    });
  return router;
}
