import Type from 'typebox';
import { Id, Nullable } from './primitives.ts';

/** More than any field may hold: what is too long for its field is told by the rules, with the field's own limit. */
const Line = Type.String({ maxLength: 2000 });

/** Where somebody can be found or a parcel can be brought to. */
export const Address = Type.Object({
  zipcode: Type.String({ maxLength: 2000, description: 'As the country writes it, for example 7311 KZ' }),
  street: Line,
  streetNumber: Line,
  streetNumberAddition: Nullable(Line),
  city: Line,
  countryId: Id,
});
export type Address = Type.Static<typeof Address>;

/** Sent together with an address. */
export const AddressConfirmation = {
  isAddressConfirmed: Type.Optional(
    Type.Boolean({
      description:
        'Uses the address although its house number or street is not known at its postcode, which is otherwise refused as `invalidAddress`. Addresses that the cart or the account has stored need no confirmation',
    }),
  ),
};
