import { readDate } from './people/typed-date.ts';
import { cleanLine, cleanText } from './typed-text.ts';
import { isUuid } from './uuid.ts';

/** Reasons for a return (decisions, "Accounts"). */
export const returnReasons = ['damaged', 'wrong', 'past-date', 'other'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/**
 * Statuses of a return: waiting for an answer; answered without a decision; replaced by new goods; refunded;
 * rejected.
 */
export const returnStatuses = ['open', 'answered', 'replaced', 'refunded', 'rejected'] as const;
export type ReturnStatus = (typeof returnStatuses)[number];
/** Status of a return after an answer. */
export type ReturnAnswerStatus = Exclude<ReturnStatus, 'open'>;

/** Returns true if nothing more will follow: goods or money are on their way. */
export const isReturnSettled = (status: ReturnStatus): boolean =>
  status === 'replaced' || status === 'refunded';

/** Photos of a return: minimum and maximum number, and maximum bytes per photo. */
export const RETURN_PHOTO_LIMITS = { min: 1, max: 3, bytes: 8_000_000 } as const;
/** Maximum length of the description of a return, in characters. */
export const MAX_RETURN_TEXT_LENGTH = 2000;
/**
 * Maximum width and height of a photo, in pixels. It is scaled down before it is sent, if JavaScript is
 * available, and again before it is stored.
 */
export const MAX_RETURN_PHOTO_PX = 2500;
/** Accepted types of photos. */
export const RETURN_PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** Maximum bytes of a return with its photos; fields and multipart headers need little. */
export const MAX_RETURN_FORM_BYTES = RETURN_PHOTO_LIMITS.max * RETURN_PHOTO_LIMITS.bytes + 65_536;

/** Details of a return as typed. */
export interface ReturnInput {
  readonly productVariantId: string;
  readonly orderId: string;
  /** Number of pieces. */
  readonly quantity: string;
  readonly reason: string;
  readonly description: string;
  /** DD-MM-YYYY; '' if there is none. */
  readonly labelDate: string;
}

export interface ReturnProblem {
  readonly field: keyof ReturnInput | 'photo';
  readonly code: 'required' | 'format' | 'enum' | 'maxLength' | 'future' | 'tooMany';
}

/** Fields in the order of the form. */
const returnFields = [
  'productVariantId',
  'orderId',
  'quantity',
  'reason',
  'labelDate',
  'description',
  'photo',
] as const;

/** Cleans the details of a return for storage. */
export const cleanReturn = (words: ReturnInput): ReturnInput => ({
  productVariantId: cleanLine(words.productVariantId),
  orderId: cleanLine(words.orderId).toLowerCase(),
  quantity: cleanLine(words.quantity),
  reason: cleanLine(words.reason),
  description: cleanText(words.description),
  labelDate: cleanLine(words.labelDate),
});

export const isReturnReason = (value: string): value is ReturnReason =>
  returnReasons.some((reason) => reason === value);

/**
 * Lists the problems of cleaned details, in the order of the form; one problem per field.
 *
 * @param options.photos number of photos
 * @param options.today local date of the shop, YYYY-MM-DD; a product whose date is today is not past its date
 */
export function listReturnProblems(
  words: ReturnInput,
  options: { readonly photos: number; readonly today: string },
): ReturnProblem[] {
  const { productVariantId, orderId, quantity, reason, description, labelDate } = words;
  const { photos, today } = options;
  const findCode: Record<ReturnProblem['field'], () => ReturnProblem['code'] | null> = {
    productVariantId: () => {
      if (productVariantId === '') return 'required';
      return /^[1-9]\d{0,8}$/.test(productVariantId) ? null : 'format';
    },
    orderId: () => {
      if (orderId === '') return 'required';
      return isUuid(orderId) ? null : 'format';
    },
    quantity: () => {
      if (quantity === '') return 'required';
      return /^[1-9]\d{0,2}$/.test(quantity) ? null : 'format';
    },
    reason: () => {
      if (reason === '') return 'required';
      return isReturnReason(reason) ? null : 'enum';
    },
    description: () => ([...description].length > MAX_RETURN_TEXT_LENGTH ? 'maxLength' : null),
    labelDate: () => {
      // A date that was typed before another reason was selected is ignored.
      if (reason !== 'past-date') return null;
      if (labelDate === '') return 'required';
      const date = readDate(labelDate);
      if (date === null) return 'format';
      return date >= today ? 'future' : null;
    },
    photo: () => {
      if (photos < RETURN_PHOTO_LIMITS.min) return 'required';
      return photos > RETURN_PHOTO_LIMITS.max ? 'tooMany' : null;
    },
  };
  return returnFields.flatMap((field) => {
    const code = findCode[field]();
    return code === null ? [] : [{ field, code }];
  });
}
