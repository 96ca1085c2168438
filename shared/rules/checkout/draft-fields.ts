/** Fields of the checkout forms that a draft may contain. Passwords are excluded. */
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

/** Maximum length of a value in a draft, in characters. */
export const MAX_DRAFT_VALUE_LENGTH = 200;
