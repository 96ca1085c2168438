import Type from 'typebox';
import { Address } from './addresses.ts';

/**
 * Text above the maximum of any field. The rules report a text that is too long with the limit of its field.
 */
const Typed = Type.String({ maxLength: 2000 });

/** Billing details as typed; `shared/rules/people/` defines the rules of each field per country. */
export const Billing = Type.Object({
  firstName: Typed,
  lastName: Typed,
  phoneNumber: Type.String({ maxLength: 2000, description: 'Required if any product is sent as a parcel' }),
  emailAddress: Typed,
  address: Address,
  companyName: Type.Optional(Typed),
  vatNumber: Type.Optional(Typed),
});
export type Billing = Type.Static<typeof Billing>;

/** Recipient and shipping method: 0 to an address or a dealer, 1 to a parcel shop. */
export const Shipping = Type.Object({
  shippingMethod: Type.Integer({ minimum: 0, maximum: 1 }),
  firstName: Typed,
  lastName: Typed,
  address: Type.Union([Address, Type.Null()], {
    description: 'Null if it is sent to the billing address, or to the selected parcel shop or dealer',
  }),
});
export type Shipping = Type.Static<typeof Shipping>;

/** A delivery address that differs from the billing address. */
export const AlternativeShippingAddress = Type.Object({
  firstName: Typed,
  lastName: Typed,
  address: Address,
});
export type AlternativeShippingAddress = Type.Static<typeof AlternativeShippingAddress>;
