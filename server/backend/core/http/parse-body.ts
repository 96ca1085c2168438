import express, { type Request, type Response } from 'express';
import { ProblemError } from './problem-error.ts';

const parseJson = express.json({ limit: '64kb', strict: false });

/**
 * Reads the body of a request into `request.body`. The content type must be JSON; others are refused, not
 * ignored.
 *
 * @throws ProblemError `unsupported_media_type`, or the error of Express' parser
 */
export async function parseBody(request: Request, response: Response): Promise<void> {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (hasBody && !request.is('application/json')) throw new ProblemError('unsupported_media_type');
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (error: unknown) => (error === undefined ? resolve() : reject(error)));
  });
}
