import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { PdfWorkerAnswer } from './pdf-worker.ts';
import type { PdfContent } from './render-pdf.ts';

/** Maximum queue length. A document takes about a tenth of a second. */
const MAX_WAITING = 200;
/** Timeout for one document including the start of the worker, in milliseconds. */
const TIMEOUT_MS = 20_000;
/** Memory limit in MB. A document of a hundred pages needs less than half of it. */
const MAX_MEMORY_MB = 256;

/**
 * Thrown if a document was not rendered: the queue is full, or its worker timed out or ended. The next
 * document gets a new worker.
 */
export class PdfWorkerError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The document was not rendered: ${reason}`, { cause });
    this.name = 'PdfWorkerError';
  }
}

/** Renders documents in a worker thread, so that requests are served meanwhile. */
export interface PdfDrawer {
  /**
   * Renders a document, as `renderPdf` does, after those already queued.
   *
   * @throws PdfWorkerError; the errors of `renderPdf`
   */
  draw(content: PdfContent): Promise<Buffer>;
  /** Ends the worker. The next document starts a new one. */
  close(): Promise<void>;
}

/** The build puts the worker next to the bundle; in the source it is in this folder. */
function findWorkerFile(): string {
  const built = path.join(import.meta.dirname, 'pdf-worker.mjs');
  return existsSync(built) ? built : path.join(import.meta.dirname, 'pdf-worker.ts');
}

/**
 * Creates a drawer. Its worker starts with the first document, and does not keep an idle process running.
 *
 * @param options.file path of the worker
 */
export function createPdfDrawer(
  options: { readonly file?: string; readonly timeoutMs?: number; readonly maxWaiting?: number } = {},
): PdfDrawer {
  const { timeoutMs = TIMEOUT_MS, maxWaiting = MAX_WAITING } = options;
  const turns = bulkhead(1, maxWaiting);
  let worker: Worker | undefined;

  function start(): Worker {
    const started = new Worker(options.file ?? findWorkerFile(), {
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
      const onMessage = (answer: PdfWorkerAnswer) => {
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
        throw isBulkheadRejectedError(error) ? new PdfWorkerError('the queue is full') : error;
      }
    },
    async close() {
      await worker?.terminate();
    },
  };
}

/** Renders a document in the worker of this process. */
export const drawPdfInWorker: PdfDrawer['draw'] = createPdfDrawer().draw;
