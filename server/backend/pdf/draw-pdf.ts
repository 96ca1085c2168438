import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { PdfAnswer } from './pdf-worker.ts';
import type { PdfContent } from './render-pdf.ts';

/** Documents that may wait; each takes a tenth of a second. */
const MAX_WAITING = 200;
/** Milliseconds for one document, the start of the worker included. */
const TIMEOUT_MS = 20_000;
/** MB. A document of a hundred pages takes less than half of it. */
const MAX_MEMORY_MB = 256;

/** A document that was not drawn: the queue is full, or its worker ran out of time or ended. The next document gets a new worker. */
export class PdfWorkerError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`A document was not drawn: ${reason}`, { cause });
    this.name = 'PdfWorkerError';
  }
}

/** Draws documents in a thread of its own, so that requests are served meanwhile. */
export interface PdfDrawer {
  /**
   * Draws a document as `renderPdf` does, after those that wait already.
   *
   * @throws PdfWorkerError; the errors of `renderPdf`
   */
  draw(content: PdfContent): Promise<Buffer>;
  /** Ends the worker. The next document starts another one. */
  close(): Promise<void>;
}

/** The build puts the worker next to the bundle; the sources have it here. */
function findWorker(): string {
  const built = path.join(import.meta.dirname, 'pdf-worker.mjs');
  return existsSync(built) ? built : path.join(import.meta.dirname, 'pdf-worker.ts');
}

/**
 * Makes a drawer. Its worker starts with the first document, and keeps no process running while it is idle.
 *
 * @param options.file of the worker
 */
export function createPdfDrawer(
  options: { readonly file?: string; readonly timeoutMs?: number; readonly maxWaiting?: number } = {},
): PdfDrawer {
  const { timeoutMs = TIMEOUT_MS, maxWaiting = MAX_WAITING } = options;
  const turns = bulkhead(1, maxWaiting);
  let worker: Worker | undefined;

  function start(): Worker {
    const started = new Worker(options.file ?? findWorker(), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    started.on('error', forget);
    started.on('exit', forget);
    return started;
  }

  const drawNow = (content: PdfContent): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      worker ??= start();
      const drawing = worker;
      const settle = () => {
        clearTimeout(timer);
        drawing.off('message', onMessage);
        drawing.off('error', onError);
        drawing.off('exit', onExit);
        drawing.unref();
      };
      const onMessage = (answer: PdfAnswer) => {
        settle();
        if ('error' in answer) reject(answer.error);
        else resolve(Buffer.from(answer.bytes));
      };
      const fail = (error: PdfWorkerError) => {
        settle();
        if (worker === drawing) worker = undefined;
        reject(error);
        void drawing.terminate();
      };
      const onError = (error: unknown) => fail(new PdfWorkerError('its worker failed', error));
      const onExit = (code: number) => fail(new PdfWorkerError(`its worker ended with ${code}`));
      const timer = setTimeout(
        () => fail(new PdfWorkerError(`it took longer than ${timeoutMs} ms`)),
        timeoutMs,
      );
      drawing.on('message', onMessage);
      drawing.on('error', onError);
      drawing.on('exit', onExit);
      drawing.ref();
      drawing.postMessage(content);
    });

  return {
    async draw(content) {
      try {
        return await turns.execute(() => drawNow(content));
      } catch (error) {
        throw isBulkheadRejectedError(error) ? new PdfWorkerError('too many wait') : error;
      }
    },
    async close() {
      await worker?.terminate();
    },
  };
}

/** Draws a document in the worker of this process. */
export const drawPdf: PdfDrawer['draw'] = createPdfDrawer().draw;
