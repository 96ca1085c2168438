import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import type { UploadedFile } from './operation.ts';

/** Submitted form. */
export interface SentForm {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, readonly UploadedFile[]>;
}

/** Maximum size of the fields. The text of a page may have a million characters; other fields are small. */
const MAX_FORM_BYTES = 8_000_000;
const MAX_FIELD_BYTES = 4_500_000;
const MAX_FIELDS = 2000;
/** Maximum size of all files and fields of a form. */
const MAX_MULTIPART_BYTES = 64_000_000;

/** Thrown if a form is malformed, incomplete or too large. */
export class UnreadableFormError extends Error {
  override readonly name = 'UnreadableFormError';
  readonly status: 400 | 413 | 415;

  constructor(status: 400 | 413 | 415) {
    super('The form cannot be read');
    this.status = status;
  }
}

function appendToList<T>(map: Map<string, T[]>, name: string, value: T): void {
  const values = map.get(name);
  if (values) values.push(value);
  else map.set(name, [value]);
}

async function readUrlEncoded(request: Request): Promise<SentForm> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_FORM_BYTES) throw new UnreadableFormError(413);
    chunks.push(chunk);
  }
  const fields = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString('utf8'))) {
    count += 1;
    if (count > MAX_FIELDS) throw new UnreadableFormError(413);
    appendToList(fields, name, value);
  }
  return { fields, files: new Map() };
}

function createMultipartParser(request: Request): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': request.get('content-type') ?? '' },
      limits: {
        parts: MAX_FIELDS,
        fieldNameSize: 100,
        fieldSize: MAX_FIELD_BYTES,
        fileSize: MAX_MULTIPART_BYTES,
        headerPairs: 20,
      },
    });
  } catch {
    throw new UnreadableFormError(400);
  }
}

function readMultipart(request: Request): Promise<SentForm> {
  const fields = new Map<string, string[]>();
  const files = new Map<string, UploadedFile[]>();
  const parser = createMultipartParser(request);
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const end = (settle: () => void) => {
      request.unpipe(parser).off('data', count).off('close', leave);
      // Consumes the rest of the request, so that the client reads the response.
      request.resume();
      settle();
    };
    const refuse = (status: 400 | 413) => end(() => reject(new UnreadableFormError(status)));
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_MULTIPART_BYTES) refuse(413);
    };
    const leave = () => {
      if (!request.complete) refuse(400);
    };
    parser.on('field', (name, value, isNameCut, isCut) => {
      if (isNameCut || isCut) refuse(413);
      else appendToList(fields, name, value);
    });
    parser.on('file', (field, stream, fileName) => {
      const chunks: Buffer[] = [];
      // The parser itself reports a truncated file.
      stream.on('error', () => undefined);
      stream.on('limit', () => refuse(413));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const content = Buffer.concat(chunks);
        // An empty file field has neither a name nor bytes.
        if (content.length === 0 && (fileName ?? '') === '') return;
        const name = (fileName ?? '')
          .replace(/^.*[\\/]/, '')
          .replace(/\p{C}/gu, '')
          .slice(0, 200);
        appendToList(files, field, { name, bytes: content });
      });
    });
    parser.once('partsLimit', () => refuse(413));
    parser.once('error', () => refuse(400));
    parser.once('finish', () => end(() => resolve({ fields, files })));
    request.on('data', count).once('close', leave);
    request.pipe(parser);
  });
}

/**
 * Reads a submitted form of the admin: fields in order, and files.
 *
 * @throws UnreadableFormError
 */
export async function readForm(request: Request): Promise<SentForm> {
  if (request.is('multipart/form-data')) return readMultipart(request);
  if (request.is('application/x-www-form-urlencoded')) return readUrlEncoded(request);
  throw new UnreadableFormError(415);
}
