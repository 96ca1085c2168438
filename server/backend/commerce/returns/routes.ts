import { bulkhead, isBulkheadRejectedError, isTaskCancelledError } from 'cockatiel';
import { Router } from 'express';
import { isUuid } from '../../../../shared/rules/uuid.ts';
import {
  createNotFound,
  createUnavailable,
  createValidationFailed,
  ProblemError,
} from '../../core/http/problem-error.ts';
import { IDEMPOTENCY_KEY_HEADER, isIdempotencyKey } from '../../core/http/read-input.ts';
import { createPrivateFileHeaders } from '../../core/http/session-routes.ts';
import type { SessionRouteFactory } from '../../sites/scoped-call.ts';
import { readSubmittedReturn } from './read-return.ts';
import type { ReturnService } from './service.ts';

const POSITION_PATTERN = /^[1-9]$/;

/**
 * Number of returns that are processed concurrently, and of those that wait unread. Each holds its photos in
 * memory.
 */
const MAX_CONCURRENT_RETURNS = 4;
const MAX_QUEUED_RETURNS = 12;

/**
 * Creates `POST /api/returns`, the form of a return with its photos; errors have the format of the contract.
 * Creates `GET /api/returns/{returnId}/photos/{n}`, which returns a photo to its owner and 404 to everyone
 * else.
 */
export function createReturnRoutes(service: ReturnService, forOwner: SessionRouteFactory): Router {
  const returnBulkhead = bulkhead(MAX_CONCURRENT_RETURNS, MAX_QUEUED_RETURNS);
  const router = Router();

  router.post(
    '/api/returns',
    forOwner(async (context, request, response) => {
      const key = request.get(IDEMPOTENCY_KEY_HEADER);
      if (key !== undefined && !isIdempotencyKey(key)) {
        throw createValidationFailed([{ field: IDEMPOTENCY_KEY_HEADER, code: 'format' }]);
      }
      try {
        const created = await returnBulkhead.execute(
          async () => service.create(context, await readSubmittedReturn(request), key),
          context.signal,
        );
        response.set('cache-control', 'no-store').json(created);
      } catch (error) {
        // The client has disconnected.
        if (isTaskCancelledError(error) || (context.signal.aborted && error === context.signal.reason))
          return;
        if (isBulkheadRejectedError(error)) throw createUnavailable();
        throw error;
      }
    }),
  );
  // GET requests of this path are calls of the contract.
  router.all('/api/returns', (request, _response, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) {
      next();
      return;
    }
    throw new ProblemError('method_not_allowed', { headers: { allow: 'GET, HEAD, POST, OPTIONS' } });
  });

  router
    .route('/api/returns/:returnId/photos/:position')
    .get(
      forOwner(async (context, request, response) => {
        const { returnId, position } = request.params;
        if (!isUuid(returnId)) throw createNotFound();
        if (typeof position !== 'string' || !POSITION_PATTERN.test(position)) throw createNotFound();
        const bytes = await service.fetchPhoto(context, returnId, Number(position));
        if (!bytes) throw createNotFound();
        response.set(
          createPrivateFileHeaders({
            mediaType: 'image/jpeg',
            fileName: `return-${position}.jpg`,
            length: bytes.length,
          }),
        );
        response.end(request.method === 'HEAD' ? undefined : bytes);
      }),
    )
    .all((_request) => {
      throw new ProblemError('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
    });
  return router;
}
