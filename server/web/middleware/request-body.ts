import type { Request, Response } from 'express';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getVisitorAddressKey } from '../../platform/visitor-address-key.ts';
import { createByteBudget } from '../load/byte-budget.ts';
import { RequestError } from './request-error.ts';

/** Limits within which an oversized body is discarded: bytes, milliseconds, and milliseconds without data. */
const maxDiscardedBytes = 40_000_000;
const maxDiscardMs = 20_000;
const maxSilenceMs = 500;

/** Total bytes of all incomplete bodies in memory. */
const maxHeldBytes = 64_000_000;
const minBufferBytes = 1024;

export interface BodyReader {
  /**
   * Reads a whole body before the request is handled, so that a slow sender occupies no shared resource.
   *
   * @returns an empty buffer if there is no body
   * @throws RequestError 413 above the limit, 429 if this address sends too many bodies at once, 503 if all
   *   bodies together exceed the memory limit; the rest of the body is discarded. ApiError 'aborted' if the
   *   visitor disconnects
   */
  read(request: Request, response: Response, limitBytes: number): Promise<Buffer>;
}

/** Returns true if a request has a body. */
export function hasBody({ headers }: Request): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/**
 * Reads and discards the rest of a body, so that the client gets to read the answer. If the connection were
 * closed while the client is sending, it would see only a broken connection. Above a size limit, and after a
 * timeout, it is closed anyway.
 */
export function discardBody(request: Request, response: Response): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (isWhole: boolean) => {
      clearTimeout(timer);
      clearTimeout(silence);
      request.off('data', count).off('end', finish).off('close', leave);
      if (!isWhole) response.set('connection', 'close');
      request.resume();
      resolve();
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      silence.refresh();
      if (bytes > maxDiscardedBytes) end(false);
    };
    const finish = () => end(true);
    const leave = () => end(false);
    const timer = setTimeout(leave, maxDiscardMs);
    const silence = setTimeout(leave, maxSilenceMs);
    if (
      request.complete ||
      request.destroyed ||
      Number(request.headers['content-length'] ?? 0) > maxDiscardedBytes
    ) {
      end(request.complete);
      return;
    }
    request.on('data', count).once('end', finish).once('close', leave);
  });
}

/**
 * Creates the only reader of visitors' bodies.
 *
 * @param options.perAddress maximum number of concurrent bodies per address
 */
export function createBodyReader({ perAddress }: { perAddress: number }): BodyReader {
  const budget = createByteBudget(maxHeldBytes);
  const sending = new Map<string, number>();

  const receive = (request: Request, limitBytes: number): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      // Copied into one buffer: a body that arrives byte by byte would otherwise take 200 times its size.
      let held = Buffer.alloc(0);
      let bytes = 0;
      const end = (settle: () => void) => {
        holding.release();
        request.off('data', take).off('end', finish).off('close', leave);
        settle();
      };
      const refuse = (error: Error) => end(() => reject(error));
      const take = (chunk: Buffer) => {
        const from = bytes;
        bytes += chunk.length;
        if (bytes > limitBytes) {
          refuse(new RequestError(413, 'body_too_large'));
          return;
        }
        if (bytes > held.length) {
          const grown = Buffer.alloc(Math.min(Math.max(bytes, held.length * 2, minBufferBytes), limitBytes));
          held.copy(grown, 0, 0, from);
          held = grown;
          holding.set(held.length);
        }
        chunk.copy(held, from);
      };
      const finish = () => end(() => resolve(held.subarray(0, bytes)));
      const leave = () => refuse(new ApiError('aborted'));
      const holding = budget.hold(() => refuse(new RequestError(503, 'overloaded')));
      request.on('data', take).once('end', finish).once('close', leave);
    });

  return {
    read: async (request, response, limitBytes) => {
      if (!hasBody(request)) return Buffer.alloc(0);
      const address = getVisitorAddressKey(request.ip ?? '');
      const count = sending.get(address) ?? 0;
      try {
        if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
          throw new RequestError(413, 'body_too_large');
        }
        if (count >= perAddress) throw new RequestError(429, 'too_many_attempts');
        sending.set(address, count + 1);
        try {
          return await receive(request, limitBytes);
        } finally {
          const left = (sending.get(address) ?? 1) - 1;
          if (left === 0) sending.delete(address);
          else sending.set(address, left);
        }
      } catch (error) {
        if (error instanceof RequestError && error.status === 413) await discardBody(request, response);
        else {
          // The rest of the body is not awaited if the client sends too much or has disconnected.
          response.set('connection', 'close');
          request.resume();
        }
        throw error;
      }
    },
  };
}
