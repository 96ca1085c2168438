import { Router } from 'express';
import { createNotFound, ProblemError } from '../../http/problem-error.ts';
import { createPrivateFileHeaders, type SessionRoute } from '../../http/session-routes.ts';
import type { AccountOrderService } from './account-orders.ts';

/** No sequence of ours is longer, and none is beyond what a number holds exactly. */
const INVOICE_ID = /^[1-9]\d{0,14}$/;

/** `GET /api/invoices/{invoiceId}`: an invoice or a credit note as a file, for the account that the order is of; 404 for all others. */
export function createInvoiceRoutes(
  service: Pick<AccountOrderService, 'fetchInvoiceFile'>,
  createRoute: SessionRoute,
): Router {
  const router = Router();
  router
    .route('/api/invoices/:invoiceId')
    .get(
      createRoute(async (context, request, response) => {
        const { invoiceId } = request.params;
        if (typeof invoiceId !== 'string' || !INVOICE_ID.test(invoiceId)) throw createNotFound();
        const file = await service.fetchInvoiceFile(context, Number(invoiceId));
        if (!file) throw createNotFound();
        const { mediaType, fileName, bytes } = file;
        response.set(createPrivateFileHeaders({ mediaType, fileName, length: bytes.length }));
        response.end(request.method === 'HEAD' ? undefined : bytes);
      }),
    )
    .all((_request) => {
      throw new ProblemError('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
    });
  return router;
}
