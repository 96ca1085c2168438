import { parentPort } from 'node:worker_threads';
import { type PdfContent, renderPdf } from './render-pdf.ts';

/** Response of the worker: the bytes of the document, or the error. */
export type PdfWorkerAnswer = { readonly bytes: Uint8Array } | { readonly error: unknown };

parentPort?.on('message', (content: PdfContent) => {
  let answer: PdfWorkerAnswer;
  try {
    answer = { bytes: renderPdf(content) };
  } catch (error) {
    answer = { error };
  }
  parentPort?.postMessage(answer);
});
