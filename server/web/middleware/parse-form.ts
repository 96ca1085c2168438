import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { readSentForm, type SentForm } from '../../../client/forms/form-action.ts';
import { MAX_LINE_QUANTITY } from '../../../shared/rules/cart/cart-limits.ts';
import { RequestError } from './request-error.ts';

/** Content types of forms of a page. */
export const formContentTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;

/** Maximum number of fields: one for each sample of a line of tests, plus those of the form itself. */
const maxFields = MAX_LINE_QUANTITY + 101;
/** Size of the slices for the parser, in bytes, so that it stops early in a body of very many parts. */
const sliceBytes = 16_384;

const createTooManyFieldsError = () => new RequestError(413, 'body_too_large');

/** Counts the fields before parsing them: half a million fields would block the event loop for seconds. */
function parseUrlEncoded(text: string): [string, string][] {
  let fields = 0;
  for (let at = 0; at !== -1; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > maxFields) throw createTooManyFieldsError();
  }
  return [...new URLSearchParams(text)];
}

function* sliceIntoPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
}

/** Parses a multipart body. No part has a size limit, since the whole body has one. */
function parseMultipart(bytes: Buffer, contentType: string): Promise<[string, string | File][]> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new RequestError(400, 'invalid_form'));
    const entries: [string, string | File][] = [];
    const limits = {
      fieldNameSize: bytes.length,
      fieldSize: bytes.length,
      fileSize: bytes.length,
      parts: maxFields,
    };
    const source = Readable.from(sliceIntoPieces(bytes));
    let parser: InstanceType<typeof Busboy>;
    try {
      parser = new Busboy({ headers: { 'content-type': contentType }, limits });
    } catch {
      // The boundary is missing.
      refuse();
      return;
    }
    parser.on('field', (name, value) => entries.push([name, value]));
    parser.on('file', (name, stream, fileName, _encoding, type) => {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(new Uint8Array(chunk)));
      // A truncated file: the parser reports the error, too.
      stream.on('error', refuse);
      stream.on('end', () => entries.push([name, new File(chunks, fileName ?? '', { type })]));
    });
    parser.once('error', refuse);
    parser.once('partsLimit', () => {
      source.unpipe(parser);
      reject(createTooManyFieldsError());
    });
    parser.once('finish', () => resolve(entries));
    source.pipe(parser);
  });
}

/**
 * Parses the form in a body.
 *
 * @param contentType one of `formContentTypes`
 * @throws RequestError 400 if the body is malformed or incomplete, 413 if it has too many fields
 */
export async function parseForm(bytes: Buffer, contentType: string): Promise<SentForm> {
  const hasParts = contentType.toLowerCase().startsWith(formContentTypes[1]);
  const entries = hasParts ? await parseMultipart(bytes, contentType) : parseUrlEncoded(bytes.toString());
  return readSentForm(entries);
}
