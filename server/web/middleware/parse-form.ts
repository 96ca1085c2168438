import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { readSentForm, type SentForm } from '../../../client/forms/form-action.ts';
import { MAX_LINE_QUANTITY } from '../../../shared/rules/cart/cart-limits.ts';
import { RequestError } from './request-error.ts';

/** What a form of a page is sent as. */
export const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;

/** As many fields as any form of ours has: one for each sample of a line of tests, and room for those of the form itself. */
const maxFields = MAX_LINE_QUANTITY + 101;
/** The parser is given so much at a time, so that a body of very many parts is not read further than its first ones. */
const sliceBytes = 16_384;

const createTooMany = () => new RequestError(413, 'body_too_large');

/** Counted before anything is made of them: half a million fields take seconds of everybody's time. */
function parsePlain(text: string): [string, string][] {
  let fields = 0;
  for (let at = 0; at !== -1; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > maxFields) throw createTooMany();
  }
  return [...new URLSearchParams(text)];
}

function* slice(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
}

/** Reads a body with parts: none of them is cut, since the body has been limited as a whole. */
function parseParts(bytes: Buffer, contentType: string): Promise<[string, string | File][]> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new RequestError(400, 'invalid_form'));
    const entries: [string, string | File][] = [];
    const limits = {
      fieldNameSize: bytes.length,
      fieldSize: bytes.length,
      fileSize: bytes.length,
      parts: maxFields,
    };
    const source = Readable.from(slice(bytes));
    let parser: InstanceType<typeof Busboy>;
    try {
      parser = new Busboy({ headers: { 'content-type': contentType }, limits });
    } catch {
      // No boundary is named.
      refuse();
      return;
    }
    parser.on('field', (name, value) => entries.push([name, value]));
    parser.on('file', (name, stream, fileName, _encoding, type) => {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(new Uint8Array(chunk)));
      // Half a file: the parser says so itself, too.
      stream.on('error', refuse);
      stream.on('end', () => entries.push([name, new File(chunks, fileName ?? '', { type })]));
    });
    parser.once('error', refuse);
    parser.once('partsLimit', () => {
      source.unpipe(parser);
      reject(createTooMany());
    });
    parser.once('finish', () => resolve(entries));
    source.pipe(parser);
  });
}

/**
 * Reads the form in a body.
 *
 * @param contentType of one of `formTypes`
 * @throws RequestError 400 where it is none or only half of one, 413 where it has more fields than any of ours
 */
export async function parseForm(bytes: Buffer, contentType: string): Promise<SentForm> {
  const hasParts = contentType.toLowerCase().startsWith(formTypes[1]);
  const entries = hasParts ? await parseParts(bytes, contentType) : parsePlain(bytes.toString());
  return readSentForm(entries);
}
