import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import { MAX_RETURN_BYTES, RETURN_PHOTOS, type ReturnWords } from '../../../../shared/rules/returns.ts';
import { createValidationFailed, ProblemError } from '../../http/problem-error.ts';

/** A file as it came; undefined where it weighs more than a photo may. */
export type SentPhoto = Buffer | undefined;

/** A return as it came. */
export interface SentReturn {
  readonly words: ReturnWords;
  /** One more than there may be at most: how many more does not matter. */
  readonly photos: readonly SentPhoto[];
}

/** The fields of a form, its own and those that say which form it is, and a photo too many. */
const MAX_PARTS = 20;
const MAX_HEADER_PAIRS = 20;
const MAX_NAME_BYTES = 100;
const MAX_FIELD_BYTES = 32_768;

const fields = ['productVariantId', 'orderId', 'quantity', 'reason', 'description', 'labelDate'] as const;

const isField = (name: string): name is (typeof fields)[number] => fields.some((field) => field === name);

const createUnreadable = () => createValidationFailed([{ field: 'body', code: 'format' }]);

/**
 * Reads the form of a return. Names of files and what their sender calls them are not looked at, and kept nowhere.
 *
 * @throws ProblemError `unsupported_media_type`, `body_too_large`, or `validation_failed` for a body that is no form or only a part of one,
 * and for a field that comes twice or holds what no text does
 */
export async function readReturn(request: Request): Promise<SentReturn> {
  if (!request.is('multipart/form-data')) throw new ProblemError('unsupported_media_type');
  if (Number(request.headers['content-length'] ?? 0) > MAX_RETURN_BYTES) {
    throw new ProblemError('body_too_large');
  }
  const parser = createParser(request.get('content-type') ?? '');
  const words = new Map<string, string>();
  const photos: SentPhoto[] = [];
  await new Promise<void>((resolve, reject) => {
    let bytes = 0;
    const end = (settle: () => void) => {
      request.unpipe(parser).off('data', count).off('close', leave);
      // What is left of it is taken all the same, so that its sender comes to reading the answer.
      request.resume();
      settle();
    };
    const refuse = (error: ProblemError) => end(() => reject(error));
    const refuseField = (field: string, code: string) => refuse(createValidationFailed([{ field, code }]));
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_RETURN_BYTES) refuse(new ProblemError('body_too_large'));
    };
    const refuseForm = () => refuse(createUnreadable());
    // A request that has come whole may close before the parser has read the last of it.
    const leave = () => {
      if (!request.complete) refuseForm();
    };
    parser.on('field', (name, value, isNameCut, isCut) => {
      if (isNameCut || !isField(name)) return;
      if (isCut) refuseField(name, 'maxLength');
      else if (words.has(name)) refuseField(name, 'duplicate');
      else if (value.includes('\0')) refuseField(name, 'invalid_character');
      else words.set(name, value);
    });
    parser.on('file', (name, stream, fileName) => {
      // The parser says itself where a file breaks off.
      stream.on('error', () => undefined);
      if (name !== 'photo' || photos.length > RETURN_PHOTOS.max) {
        stream.resume();
        return;
      }
      const chunks: Buffer[] = [];
      let isTooLarge = false;
      stream.on('limit', () => {
        isTooLarge = true;
        chunks.length = 0;
      });
      stream.on('data', (chunk: Buffer) => {
        if (!isTooLarge) chunks.push(chunk);
      });
      stream.on('end', () => {
        const photo = Buffer.concat(chunks);
        // A field for files that was left empty has neither a name nor bytes.
        if (isTooLarge) photos.push(undefined);
        else if (photo.length > 0 || (fileName ?? '') !== '') photos.push(photo);
      });
    });
    parser.once('partsLimit', refuseForm);
    parser.once('error', refuseForm);
    parser.once('finish', () => end(resolve));
    request.on('data', count).once('close', leave);
    request.pipe(parser);
  });
  const get = (field: keyof ReturnWords) => words.get(field) ?? '';
  return {
    words: {
      productVariantId: get('productVariantId'),
      orderId: get('orderId'),
      quantity: get('quantity'),
      reason: get('reason'),
      description: get('description'),
      labelDate: get('labelDate'),
    },
    photos,
  };
}

/** @throws ProblemError where no boundary is named */
function createParser(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        parts: MAX_PARTS,
        headerPairs: MAX_HEADER_PAIRS,
        fieldNameSize: MAX_NAME_BYTES,
        fieldSize: MAX_FIELD_BYTES,
        fileSize: RETURN_PHOTOS.bytes,
      },
    });
  } catch {
    throw createUnreadable();
  }
}
