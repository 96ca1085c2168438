import { parentPort } from 'node:worker_threads';
import { type PdfContent, renderPdf } from './render-pdf.ts';

/** What the worker answers to a document: its bytes, or why it could not be drawn. */
export type PdfAnswer = { readonly bytes: Uint8Array } | { readonly error: unknown };

parentPort?.on('message', (content: PdfContent) => {
  let answer: PdfAnswer;
  try {
    answer = { bytes: renderPdf(content) };
  } catch (error) {
    answer = { error };
  }
  parentPort?.postMessage(answer);
});
