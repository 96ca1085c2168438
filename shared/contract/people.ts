import Type from 'typebox';
import { Address } from './addresses.ts';

/** More than any field may hold: what is too long for its field is told by the rules, with the field's own limit. */
const Typed = Type.String({ maxLength: 2000 });

/** Who pays, as it was typed; `shared/rules/people/` says what each field must be in its country. */
export const Billing = Type.Object({
  firstName: Typed,
  lastName: Typed,
  phoneNumber: Type.String({ maxLength: 2000, description: 'Needed where anything goes as a parcel' }),
  emailAddress: Typed,
  address: Address,
  companyName: Type.Optional(Typed),
  vatNumber: Type.Optional(Typed),
});
export type Billing = Type.Static<typeof Billing>;

/** Who gets the parcel, and how it travels: 0 to an address or a dealer, 1 to a parcel point. */
export const Shipping = Type.Object({
  shippingMethod: Type.Integer({ minimum: 0, maximum: 1 }),
  firstName: Typed,
  lastName: Typed,
  address: Type.Union([Address, Type.Null()], {
    description: 'Null: it goes to the billing address, or to the chosen point',
  }),
});
export type Shipping = Type.Static<typeof Shipping>;

/** Another address than that of the bill. */
export const AlternativeShippingAddress = Type.Object({
  firstName: Typed,
  lastName: Typed,
  address: Address,
});
export type AlternativeShippingAddress = Type.Static<typeof AlternativeShippingAddress>;
