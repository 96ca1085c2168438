import Type from 'typebox';
import { Id, Nullable } from './primitives.ts';

/**
 * Text above the maximum of any field. The rules report a text that is too long with the limit of its field.
 */
const AddressLine = Type.String({ maxLength: 2000 });

/** A postal address. */
export const Address = Type.Object({
  zipcode: Type.String({
    maxLength: 2000,
    description: 'Postcode in the format of the country, for example 7311 KZ',
  }),
  street: AddressLine,
  streetNumber: AddressLine,
  streetNumberAddition: Nullable(AddressLine),
  city: AddressLine,
  countryId: Id,
});
export type Address = Type.Static<typeof Address>;

/** Confirmation that is sent together with an address. */
export const AddressConfirmation = {
  isAddressConfirmed: Type.Optional(
    Type.Boolean({
      description:
        'Accepts the address although its house number or street is unknown at its postcode, which is otherwise rejected as `invalidAddress`. Addresses that the cart or the account has stored need no confirmation.',
    }),
  ),
};
