import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import {
  MAX_RETURN_FORM_BYTES,
  RETURN_PHOTO_LIMITS,
  type ReturnInput,
} from '../../../../shared/rules/returns.ts';
import { createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';

/** An uploaded file; undefined if it exceeds the size limit of photos. */
export type UploadedPhoto = Buffer | undefined;

/** A return as submitted. */
export interface SubmittedReturn {
  readonly fields: ReturnInput;
  /** At most one photo more than allowed; the rest is dropped. */
  readonly photos: readonly UploadedPhoto[];
}

/** Maximum number of parts: the fields of the form, those that identify it, and one photo too many. */
const MAX_FORM_PARTS = 20;
const MAX_HEADER_PAIRS = 20;
const MAX_NAME_BYTES = 100;
const MAX_FIELD_BYTES = 32_768;

const fields = ['productVariantId', 'orderId', 'quantity', 'reason', 'description', 'labelDate'] as const;

const isReturnFormField = (name: string): name is (typeof fields)[number] =>
  fields.some((field) => field === name);

const createUnreadableBodyError = () => createValidationFailed([{ field: 'body', code: 'format' }]);

/**
 * Reads the form of a return. File names and declared file types are ignored and not stored.
 *
 * @throws ProblemError `unsupported_media_type`, `body_too_large`, or `validation_failed` if the body is not
 * a complete form, a field is repeated, or a field is not valid text
 */
export async function readSubmittedReturn(request: Request): Promise<SubmittedReturn> {
  if (!request.is('multipart/form-data')) throw new ProblemError('unsupported_media_type');
  if (Number(request.headers['content-length'] ?? 0) > MAX_RETURN_FORM_BYTES) {
    throw new ProblemError('body_too_large');
  }
  const parser = createFormParser(request.get('content-type') ?? '');
  const values = new Map<string, string>();
  const photos: UploadedPhoto[] = [];
  await new Promise<void>((resolve, reject) => {
    let bytes = 0;
    const end = (settle: () => void) => {
      request.unpipe(parser).off('data', count).off('close', leave);
      // The rest of the body is still read, so that the client gets to read the response.
      request.resume();
      settle();
    };
    const refuse = (error: ProblemError) => end(() => reject(error));
    const refuseField = (field: string, code: string) => refuse(createValidationFailed([{ field, code }]));
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_RETURN_FORM_BYTES) refuse(new ProblemError('body_too_large'));
    };
    const refuseForm = () => refuse(createUnreadableBodyError());
    // A complete request may close before the parser has read the rest of it.
    const leave = () => {
      if (!request.complete) refuseForm();
    };
    parser.on('field', (name, value, isNameTruncated, isCut) => {
      if (isNameTruncated || !isReturnFormField(name)) return;
      if (isCut) refuseField(name, 'maxLength');
      else if (values.has(name)) refuseField(name, 'duplicate');
      else if (value.includes('\0')) refuseField(name, 'invalid_character');
      else values.set(name, value);
    });
    parser.on('file', (name, stream, fileName) => {
      // The parser reports truncated files itself.
      stream.on('error', () => undefined);
      if (name !== 'photo' || photos.length > RETURN_PHOTO_LIMITS.max) {
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
        // An empty file field has neither a name nor content.
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
  const get = (field: keyof ReturnInput) => values.get(field) ?? '';
  return {
    fields: {
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

/** @throws ProblemError if the boundary is missing */
function createFormParser(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        parts: MAX_FORM_PARTS,
        headerPairs: MAX_HEADER_PAIRS,
        fieldNameSize: MAX_NAME_BYTES,
        fieldSize: MAX_FIELD_BYTES,
        fileSize: RETURN_PHOTO_LIMITS.bytes,
      },
    });
  } catch {
    throw createUnreadableBodyError();
  }
}
