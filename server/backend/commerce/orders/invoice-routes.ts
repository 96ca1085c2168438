import { Router } from 'express';
import { createNotFound, ProblemError } from '../../core/http/problem-error.ts';
import { createPrivateFileHeaders } from '../../core/http/session-routes.ts';
import type { SessionRouteFactory } from '../../sites/scoped-call.ts';
import type { AccountOrderService } from './account-orders.ts';

/** Longer than any id in use, and always a safe integer. */
const INVOICE_ID_PATTERN = /^[1-9]\d{0,14}$/;

/**
 * Creates `GET /api/invoices/{invoiceId}`, which returns an invoice or a credit note as a file to the account
 * of the order; 404 for everyone else.
 */
export function createInvoiceRoutes(
  service: Pick<AccountOrderService, 'fetchInvoiceFile'>,
  createRoute: SessionRouteFactory,
): Router {
  const router = Router();
  router
    .route('/api/invoices/:invoiceId')
    .get(
      createRoute(async (context, request, response) => {
        const { invoiceId } = request.params;
        if (typeof invoiceId !== 'string' || !INVOICE_ID_PATTERN.test(invoiceId)) throw createNotFound();
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
