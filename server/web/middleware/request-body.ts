import type { Request, Response } from 'express';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getVisitorKey } from '../../platform/visitor-key.ts';
import { createByteBudget } from '../load/byte-budget.ts';
import { RequestError } from './request-error.ts';

/** A body that is too large is taken to its end up to this size, and as long as it keeps coming: bytes, and milliseconds. */
const maxDiscardedBytes = 40_000_000;
const maxDiscardMs = 20_000;
const maxSilenceMs = 500;

/** Bytes of all bodies that are on their way, in memory at once. */
const maxHeldBytes = 64_000_000;
const leastHeldBytes = 1024;

export interface BodyReader {
  /**
   * Reads a body whole, before anything is done about the request: whoever sends slowly holds nothing that another one waits for.
   *
   * @returns empty where there is none
   * @throws RequestError 413 above the limit, 429 where this address is sending too many at once, 503 where all of them are too much;
   * what is left of it is thrown away. ApiError 'aborted' where the visitor leaves
   */
  read(request: Request, response: Response, limitBytes: number): Promise<Buffer>;
}

/** Whether a request brings a body. */
export function hasBody({ headers }: Request): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/**
 * Takes what is still on its way and is for nobody, so that whoever sends it comes to reading the answer: a connection that is closed
 * while they send is a broken connection to them. Beyond a limit, and after a while, it is closed all the same.
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
 * Makes the one place where bodies of visitors are read.
 *
 * @param options.perAddress bodies that one address may be sending at once
 */
export function createBodyReader({ perAddress }: { perAddress: number }): BodyReader {
  const budget = createByteBudget(maxHeldBytes);
  const sending = new Map<string, number>();

  const receive = (request: Request, limitBytes: number): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      // Copied into one piece: a body that comes byte by byte would otherwise take 200 times its size.
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
          const grown = Buffer.alloc(Math.min(Math.max(bytes, held.length * 2, leastHeldBytes), limitBytes));
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
      const address = getVisitorKey(request.ip ?? '');
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
          // Whoever asks too much, or is gone, is not waited for.
          response.set('connection', 'close');
          request.resume();
        }
        throw error;
      }
    },
  };
}
