import { type RequestHandler, Router } from 'express';

/** How soon the browser asks again when the process has ended (milliseconds). */
const retryMs = 200;

/** `GET /dev/events`: a stream that ends with this process, by which open pages notice a new one. Development only. */
export function createDevEventRoutes(): Router {
  const handle: RequestHandler = (_request, response) => {
    response.set({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(`retry: ${retryMs}\n\n`);
  };
  return Router().get('/dev/events', handle);
}
