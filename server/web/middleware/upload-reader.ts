import type { Request, Response } from 'express';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getVisitorAddressKey } from '../../platform/visitor-address-key.ts';
import { exemptFromReceiveTimeout } from '../http-server.ts';
import { type BodyReader, discardBody, hasBody } from './request-body.ts';
import { RequestError } from './request-error.ts';

/** Limits of uploads. Times in milliseconds. */
export interface UploadLimits {
  /** Maximum number of concurrent uploads; each holds its bytes in memory until it is answered. */
  readonly maxConcurrent: number;
  /** Maximum number of uploads per address: one is read, the others wait. */
  readonly perAddress: number;
  /** Maximum number of uploads that wait for a slot, of all addresses. */
  readonly waiting: number;
  /** Maximum wait for a slot. */
  readonly waitMs: number;
  /** Maximum time without data. */
  readonly silenceMs: number;
  /** Minimum average bytes per second, checked after `graceMs`. */
  readonly bytesPerSecond: number;
  readonly graceMs: number;
  /** Maximum duration of an upload. */
  readonly totalMs: number;
}

/** Default limits. 16 kB per second is less than the slowest mobile network in which pages are usable. */
export const uploadLimits: UploadLimits = {
  maxConcurrent: 4,
  perAddress: 2,
  waiting: 16,
  waitMs: 5000,
  silenceMs: 10_000,
  bytesPerSecond: 16_384,
  graceMs: 10_000,
  totalMs: 600_000,
};

const checkIntervalMs = 500;
const minBufferBytes = 65_536;

interface WaitingUpload {
  readonly address: string;
  readonly since: number;
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

interface RunningUpload {
  readonly startedAt: number;
  lastByteAt: number;
  bytes: number;
  readonly cut: () => void;
}

/** Reader of bodies with files, which may take minutes. */
export interface UploadReader extends BodyReader {
  /** Number of uploads with a slot. */
  readonly count: number;
  /** Ends uploads that take too long or have waited too long; called by a timer while there are uploads. */
  checkTimeouts(): void;
}

/**
 * Creates the reader of uploads. Uploads have their own slots, separate from those of other bodies. A body is
 * read completely before it is handled, so a slow sender occupies its slot but nothing of the backend. The
 * slot is released when the request is answered.
 *
 * @param options.now monotonic clock in milliseconds
 */
export function createUploadReader({
  limits = uploadLimits,
  now,
}: {
  limits?: UploadLimits | undefined;
  now: () => number;
}): UploadReader {
  /** Addresses that have a slot. */
  const busy = new Set<string>();
  const waiting = new Set<WaitingUpload>();
  const readings = new Set<RunningUpload>();
  let timer: NodeJS.Timeout | undefined;

  const startNext = () => {
    for (const next of waiting) {
      if (busy.size >= limits.maxConcurrent) return;
      if (busy.has(next.address)) continue;
      waiting.delete(next);
      busy.add(next.address);
      next.start();
    }
  };

  const isTooSlow = ({ startedAt, lastByteAt, bytes }: RunningUpload, at: number) => {
    const durationMs = at - startedAt;
    return (
      at - lastByteAt > limits.silenceMs ||
      durationMs > limits.totalMs ||
      (durationMs > limits.graceMs && bytes < (limits.bytesPerSecond * durationMs) / 1000)
    );
  };

  const checkTimeouts = () => {
    const at = now();
    for (const reading of readings) if (isTooSlow(reading, at)) reading.cut();
    for (const { since, refuse } of waiting) {
      if (at - since > limits.waitMs) refuse(new RequestError(503, 'overloaded'));
    }
    if (readings.size === 0 && waiting.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };

  /** @throws RequestError 429, 503; ApiError 'aborted' */
  function takeSlot(request: Request, address: string): Promise<void> {
    const waitingOfAddress = [...waiting].filter((other) => other.address === address).length;
    if (waitingOfAddress + (busy.has(address) ? 1 : 0) >= limits.perAddress) {
      throw new RequestError(429, 'too_many_attempts');
    }
    if (waiting.size >= limits.waiting) throw new RequestError(503, 'overloaded');
    return new Promise((resolve, reject) => {
      const leave = () => entry.refuse(new ApiError('aborted'));
      const entry: WaitingUpload = {
        address,
        since: now(),
        start: () => {
          request.off('close', leave);
          resolve();
        },
        refuse: (error) => {
          request.off('close', leave);
          waiting.delete(entry);
          reject(error);
        },
      };
      request.once('close', leave);
      waiting.add(entry);
      startNext();
    });
  }

  /** @throws RequestError 408, 413; ApiError 'aborted' */
  function receive(request: Request, limitBytes: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const announcedBytes = Number(request.headers['content-length'] ?? 0);
      // One buffer of the final size: pages of it that are never written take no physical memory.
      let held = Buffer.alloc(Math.max(announcedBytes, minBufferBytes));
      const startedAt = now();
      const end = (settle: () => void) => {
        readings.delete(reading);
        request.off('data', take).off('end', finish).off('close', leave);
        settle();
      };
      const refuse = (error: Error) => end(() => reject(error));
      const take = (chunk: Buffer) => {
        const from = reading.bytes;
        reading.bytes += chunk.length;
        reading.lastByteAt = now();
        if (reading.bytes > limitBytes) {
          refuse(new RequestError(413, 'body_too_large'));
          return;
        }
        if (reading.bytes > held.length) {
          const grown = Buffer.alloc(Math.min(Math.max(reading.bytes, held.length * 2), limitBytes));
          held.copy(grown, 0, 0, from);
          held = grown;
        }
        chunk.copy(held, from);
      };
      const finish = () => end(() => resolve(held.subarray(0, reading.bytes)));
      const leave = () => refuse(new ApiError('aborted'));
      const reading: RunningUpload = {
        startedAt,
        lastByteAt: startedAt,
        bytes: 0,
        cut: () => refuse(new RequestError(408, 'upload_too_slow')),
      };
      readings.add(reading);
      request.on('data', take).once('end', finish).once('close', leave);
    });
  }

  async function readInSlot(request: Request, response: Response, limitBytes: number): Promise<Buffer> {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
      throw new RequestError(413, 'body_too_large');
    }
    const address = getVisitorAddressKey(request.ip ?? '');
    const slot = takeSlot(request, address);
    timer ??= setInterval(checkTimeouts, checkIntervalMs).unref();
    await slot;
    // Until the request is answered, its bytes are in memory.
    const release = () => {
      busy.delete(address);
      startNext();
    };
    if (response.destroyed) release();
    else response.once('close', release);
    exemptFromReceiveTimeout(request);
    return receive(request, limitBytes);
  }

  return {
    get count() {
      return busy.size;
    },
    checkTimeouts,
    async read(request, response, limitBytes) {
      if (!hasBody(request)) return Buffer.alloc(0);
      try {
        return await readInSlot(request, response, limitBytes);
      } catch (error) {
        if (error instanceof RequestError && error.status === 413) await discardBody(request, response);
        else {
          response.set('connection', 'close');
          request.resume();
        }
        throw error;
      }
    },
  };
}
