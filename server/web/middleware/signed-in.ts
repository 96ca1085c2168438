import type { Request } from 'express';
import type { CreateVisitorContext } from '../context/visitor-context.ts';
import { hasSession } from './session-cookie.ts';

/**
 * Asks the backend whether the visitor is signed in. Makes no call if the request carries no session.
 *
 * @throws ApiError if the backend cannot answer
 */
export type IsSignedIn = (request: Request) => Promise<boolean>;

/** Creates the check for requests that have a scope and whose cookies cookie-parser has parsed. */
export function createIsSignedIn(createVisitor: CreateVisitorContext): IsSignedIn {
  return async (request) =>
    hasSession(request.headers.cookie) && (await createVisitor(request).api.isAuthenticated());
}
