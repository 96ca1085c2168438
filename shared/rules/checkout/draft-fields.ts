/** Fields of the checkout's forms that a draft of a step may hold. Passwords are never among them. */
export const DRAFT_FIELDS = [
  'emailAddress',
  'countryId',
  'zipcode',
  'streetNumber',
  'streetNumberAddition',
  'street',
  'city',
  'firstName',
  'lastName',
  'phoneNumber',
  'companyName',
  'vatNumber',
  'way',
] as const;

export type DraftField = (typeof DRAFT_FIELDS)[number];

/** Longest value that a draft holds, in characters. */
export const DRAFT_VALUE_LENGTH = 200;
