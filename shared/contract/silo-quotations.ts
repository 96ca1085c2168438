import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { siloQuotationPaths } from './paths/silo-quotations.ts';
import { Id, Nullable } from './primitives.ts';

/** Products available by silo truck on a site, and the country rules for the request form. */
export const SiloOffer = Type.Object({
  products: Type.Array(Type.Object({ productId: Id, title: Type.String() }), {
    description: 'In the order of the catalogue; empty on a site that sells nothing',
  }),
  minimumDeliveryKg: Type.Integer(),
  regionCode: Type.String({ description: 'ISO 3166-1 alpha-2 code of the country of the site' }),
  postcodePattern: Type.String({ description: 'Regular expression' }),
  postcodeExample: Type.String(),
  phonePrefix: Type.String({ description: 'Country code for numbers without one' }),
  phonePattern: Type.String({
    description: 'Regular expression of a number with country code, without spaces',
  }),
});
export type SiloOffer = Type.Static<typeof SiloOffer>;

/** Text above the maximum of any field; `shared/rules/silo-quotation.ts` defines the rules of each field. */
const TypedText = Type.String({ maxLength: 6000 });

/** Request for a quotation of feed in bulk. */
export const NewSiloQuotation = Type.Object({
  productId: Nullable(Id),
  horses: Type.Integer(),
  kilograms: Type.Integer({ description: 'Weight of one delivery' }),
  name: TypedText,
  emailAddress: TypedText,
  phoneNumber: TypedText,
  zipcode: TypedText,
  city: TypedText,
  message: TypedText,
  website: Type.Optional(
    Type.String({ description: 'Hidden field that people leave empty', maxLength: 6000 }),
  ),
});

export const siloQuotationCalls = {
  fetchSiloOffer: {
    summary: 'Returns the products available by silo truck, and the rules of the request form',
    needs: 'open',
    isIdempotent: true,
    answer: SiloOffer,
    refusals: [],
  },
  requestSiloQuotation: {
    summary: 'Requests a quotation of feed in bulk from customer service',
    needs: 'open',
    isIdempotent: true,
    body: NewSiloQuotation,
    // The same answer for every valid request: new, sent twice, or from a bot.
    answer: null,
    refusals: ['too_many_attempts'],
  },
} as const satisfies ContractsOf<typeof siloQuotationPaths>;
