/** Spaces of every kind, and what is pasted along without being seen. */
const unseen = /[\s\p{C}]/gu;

/** A discount code as codes are compared: in capitals, without spaces, in one way of writing each character. The same again for what it gives. */
export const normaliseCode = (text: string): string =>
  text.normalize('NFKC').replace(unseen, '').toUpperCase().normalize('NFKC').replace(unseen, '');
