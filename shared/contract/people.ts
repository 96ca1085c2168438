import Type from 'typebox';
import { Address } from './addresses.ts';

/**
 * Text above the maximum of any field. The rules report a text that is too long with the limit of its field.
 */
const TypedText = Type.String({ maxLength: 2000 });

/** Billing details as typed; `shared/rules/people/` defines the rules of each field per country. */
export const Billing = Type.Object({
  firstName: TypedText,
  lastName: TypedText,
  phoneNumber: Type.String({ maxLength: 2000, description: 'Required if any product is sent as a parcel' }),
  emailAddress: TypedText,
  address: Address,
  companyName: Type.Optional(TypedText),
  vatNumber: Type.Optional(TypedText),
});
export type Billing = Type.Static<typeof Billing>;

/** Recipient and shipping method: 0 to an address or a dealer, 1 to a parcel shop. */
export const Shipping = Type.Object({
  shippingMethod: Type.Integer({ minimum: 0, maximum: 1 }),
  firstName: TypedText,
  lastName: TypedText,
  address: Type.Union([Address, Type.Null()], {
    description: 'Null if it is sent to the billing address, or to the selected parcel shop or dealer',
  }),
});
export type Shipping = Type.Static<typeof Shipping>;

/** A delivery address that differs from the billing address. */
export const AlternativeShippingAddress = Type.Object({
  firstName: TypedText,
  lastName: TypedText,
  address: Address,
});
export type AlternativeShippingAddress = Type.Static<typeof AlternativeShippingAddress>;
