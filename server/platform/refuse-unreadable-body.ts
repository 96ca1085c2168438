import type { ErrorRequestHandler } from 'express';

/** Responds 400 to a request on the admin port whose body could not be read. */
export const refuseUnreadableBody: ErrorRequestHandler = (_error, _request, response, _next) => {
  response.status(400).json({ status: 'bad_request' });
};
