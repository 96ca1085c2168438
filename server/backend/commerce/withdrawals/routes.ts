import { type RequestHandler, Router } from 'express';
import { isToken } from '../../../../shared/rules/link-token.ts';
import { isUuid } from '../../../../shared/rules/uuid.ts';
import { createNotFound, ProblemError } from '../../core/http/problem-error.ts';
import type { WithdrawalService } from './service.ts';

/**
 * Creates `GET /api/withdrawals/{id}/receipt?key=`, which returns the receipt as a file if the key is valid,
 * otherwise 404.
 */
export function createWithdrawalReceiptRoutes(service: Pick<WithdrawalService, 'fetchReceipt'>): Router {
  const handleReceipt: RequestHandler<{ id: string }> = async (request, response) => {
    const { id } = request.params;
    const { key } = request.query;
    if (!isUuid(id) || typeof key !== 'string' || !isToken(key)) throw createNotFound();
    const receipt = await service.fetchReceipt(id, key);
    if (!receipt) throw createNotFound();
    response.set({
      'content-type': 'application/pdf',
      'content-length': String(receipt.bytes.length),
      'content-disposition': `attachment; filename="${receipt.fileName}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    response.end(request.method === 'HEAD' ? undefined : receipt.bytes);
  };
  const router = Router();
  router
    .route('/api/withdrawals/:id/receipt')
    .get(handleReceipt)
    .all((_request) => {
      throw new ProblemError('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
    });
  return router;
}
