import type { Request } from 'express';
import type { CreateVisitorContext } from '../context/visitor-context.ts';
import { hasSession } from './session-cookie.ts';

/**
 * Whether somebody is signed in, as the backend says; whoever brings no session is not asked about.
 *
 * @throws ApiError where the backend cannot say
 */
export type IsSignedIn = (request: Request) => Promise<boolean>;

/** For requests that have a scope, and whose cookies cookie-parser has read. */
export function createIsSignedIn(createVisitor: CreateVisitorContext): IsSignedIn {
  return async (request) =>
    hasSession(request.headers.cookie) && (await createVisitor(request).api.isAuthenticated());
}
