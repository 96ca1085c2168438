/** Why something is sent back (decisions, "Accounts"). */
export const returnReasons = ['damaged', 'wrong', 'past-date', 'other'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** Photos of a return: how many, and how much each may weigh, in bytes. */
export const RETURN_PHOTOS = { min: 1, max: 3, bytes: 8_000_000 } as const;
/** Characters of the text of a return. */
export const MAX_RETURN_TEXT = 2000;
