import { readDate } from './people/date.ts';
import { cleanLine, cleanText } from './typed-text.ts';

/** Why something is sent back (decisions, "Accounts"). */
export const returnReasons = ['damaged', 'wrong', 'past-date', 'other'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/**
 * How a return stands: it waits for an answer; the shop has written, and nothing is decided yet; new goods come; money goes back; the shop
 * takes nothing back.
 */
export const returnStatuses = ['open', 'answered', 'replaced', 'refunded', 'rejected'] as const;
export type ReturnStatus = (typeof returnStatuses)[number];
/** What an answer brings a return to. */
export type ReturnAnswerStatus = Exclude<ReturnStatus, 'open'>;

/** Nothing more is to come: goods or money are on their way. */
export const isReturnSettled = (status: ReturnStatus): boolean =>
  status === 'replaced' || status === 'refunded';

/** Photos of a return: how many, and how much each may weigh, in bytes. */
export const RETURN_PHOTOS = { min: 1, max: 3, bytes: 8_000_000 } as const;
/** Characters of the text of a return. */
export const MAX_RETURN_TEXT = 2000;
/** The longest side of a photo, in pixels: it is scaled down to this before it is sent, where there is a program, and before it is kept. */
export const RETURN_PHOTO_SIDE = 2500;
/** Types of photos that are taken. */
export const RETURN_PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** Most bytes of a return with its photos: what stands around them and the fields need little. */
export const MAX_RETURN_BYTES = RETURN_PHOTOS.max * RETURN_PHOTOS.bytes + 65_536;

/** What is said of something that is sent back, as it was typed. */
export interface ReturnWords {
  readonly productVariantId: string;
  readonly orderId: string;
  /** Pieces. */
  readonly quantity: string;
  readonly reason: string;
  readonly description: string;
  /** DD-MM-YYYY; '' where there is none. */
  readonly labelDate: string;
}

export interface ReturnProblem {
  readonly field: keyof ReturnWords | 'photo';
  readonly code: 'required' | 'format' | 'enum' | 'maxLength' | 'future' | 'tooMany';
}

/** In the order of the form. */
const returnFields = [
  'productVariantId',
  'orderId',
  'quantity',
  'reason',
  'labelDate',
  'description',
  'photo',
] as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The words as they are kept. */
export const cleanReturn = (words: ReturnWords): ReturnWords => ({
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
 * What is wrong with cleaned words, in the order of the form; one problem per field.
 *
 * @param options.photos how many there are
 * @param options.today YYYY-MM-DD where the shop is: what is good until today is not past its date
 */
export function listReturnProblems(
  words: ReturnWords,
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
      return UUID.test(orderId) ? null : 'format';
    },
    quantity: () => {
      if (quantity === '') return 'required';
      return /^[1-9]\d{0,2}$/.test(quantity) ? null : 'format';
    },
    reason: () => {
      if (reason === '') return 'required';
      return isReturnReason(reason) ? null : 'enum';
    },
    description: () => ([...description].length > MAX_RETURN_TEXT ? 'maxLength' : null),
    labelDate: () => {
      // What was typed before another reason was chosen is of no matter.
      if (reason !== 'past-date') return null;
      if (labelDate === '') return 'required';
      const date = readDate(labelDate);
      if (date === null) return 'format';
      return date >= today ? 'future' : null;
    },
    photo: () => {
      if (photos < RETURN_PHOTOS.min) return 'required';
      return photos > RETURN_PHOTOS.max ? 'tooMany' : null;
    },
  };
  return returnFields.flatMap((field) => {
    const code = findCode[field]();
    return code === null ? [] : [{ field, code }];
  });
}
