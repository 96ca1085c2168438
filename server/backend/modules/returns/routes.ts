import { bulkhead, isBulkheadRejectedError, isTaskCancelledError } from 'cockatiel';
import { Router } from 'express';
import {
  createNotFound,
  createUnavailable,
  createValidationFailed,
  ProblemError,
} from '../../http/problem-error.ts';
import { isKey, KEY_HEADER } from '../../http/read-input.ts';
import { createPrivateFileHeaders, type SessionRoute } from '../../http/session-routes.ts';
import { readReturn } from './read-return.ts';
import type { ReturnService } from './service.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const POSITION = /^[1-9]$/;

/** Returns that are read and worked on at once, and those that wait, unread, for their turn: each holds up to its photos in memory. */
const MAX_AT_ONCE = 4;
const MAX_WAITING = 12;

/**
 * `POST /api/returns`: the form of a return with its photos; what is wrong with it is told as by a call of the contract.
 * `GET /api/returns/{returnId}/photos/{n}`: one of them, for its owner; 404 for everybody else who is signed in.
 */
export function createReturnRoutes(service: ReturnService, forOwner: SessionRoute): Router {
  const turns = bulkhead(MAX_AT_ONCE, MAX_WAITING);
  const router = Router();

  router.post(
    '/api/returns',
    forOwner(async (context, request, response) => {
      const key = request.get(KEY_HEADER);
      if (key !== undefined && !isKey(key)) {
        throw createValidationFailed([{ field: KEY_HEADER, code: 'format' }]);
      }
      try {
        const created = await turns.execute(
          async () => service.create(context, await readReturn(request), key),
          context.signal,
        );
        response.set('cache-control', 'no-store').json(created);
      } catch (error) {
        // Nobody is there to be told.
        if (isTaskCancelledError(error) || (context.signal.aborted && error === context.signal.reason))
          return;
        if (isBulkheadRejectedError(error)) throw createUnavailable();
        throw error;
      }
    }),
  );
  // Reads of this path are calls of the contract.
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
        if (typeof returnId !== 'string' || !UUID.test(returnId)) throw createNotFound();
        if (typeof position !== 'string' || !POSITION.test(position)) throw createNotFound();
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
