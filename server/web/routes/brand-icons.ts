import { type RequestHandler, Router } from 'express';
import { DAY_SECONDS } from '../../../shared/rules/durations.ts';
import { markIco, markSvg, markTouchPng } from './brand-mark.ts';

function createIconHandler(type: string, content: Buffer): RequestHandler {
  return (_request, response) => {
    response.set({ 'content-type': type, 'cache-control': `public, max-age=${DAY_SECONDS}` }).send(content);
  };
}

/** Creates the routes of the icons that browsers request on every host. */
export function createBrandIconRoutes(): Router {
  return Router({ caseSensitive: true, strict: true })
    .get('/favicon.svg', createIconHandler('image/svg+xml; charset=utf-8', Buffer.from(markSvg)))
    .get('/favicon.ico', createIconHandler('image/x-icon', Buffer.from(markIco, 'base64')))
    .get('/apple-touch-icon.png', createIconHandler('image/png', Buffer.from(markTouchPng, 'base64')));
}
