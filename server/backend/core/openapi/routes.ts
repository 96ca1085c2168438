import { type RequestHandler, Router } from 'express';
import { ProblemError } from '../http/problem-error.ts';
import { docsStyles, renderDocsPage } from './docs-page.tsx';
import { createOpenApiDocument } from './openapi-document.ts';

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Creates `GET /api/openapi.json` and the documentation page `GET /api/docs`. Both are generated on the first
 * request.
 */
export function createOpenApiRoutes(): Router {
  let json: string | undefined;
  let page: string | undefined;
  const serve =
    (type: string, getText: () => string): RequestHandler =>
    (_request, response) => {
      response
        .set({
          'cache-control': 'public, max-age=300',
          'content-security-policy': CONTENT_SECURITY_POLICY,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        })
        .type(type)
        .send(getText());
    };
  const refuse: RequestHandler = () => {
    throw new ProblemError('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
  };
  const router = Router();
  router
    .route('/api/openapi.json')
    .get(
      serve('application/json', () => {
        json ??= JSON.stringify(createOpenApiDocument());
        return json;
      }),
    )
    .all(refuse);
  router
    .route('/api/docs')
    .get(
      serve('text/html', () => {
        page ??= renderDocsPage(createOpenApiDocument());
        return page;
      }),
    )
    .all(refuse);
  router
    .route('/api/docs.css')
    .get(serve('text/css', () => docsStyles))
    .all(refuse);
  return router;
}
