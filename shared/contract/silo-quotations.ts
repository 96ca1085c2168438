import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { siloQuotationPaths } from './paths/silo-quotations.ts';
import { Id, Nullable } from './primitives.ts';

/** What can be had by silo truck on a site, and what its request form must know of the country. */
export const SiloOffer = Type.Object({
  products: Type.Array(Type.Object({ productId: Id, title: Type.String() }), {
    description: 'In the order of the catalogue; empty on a site that sells nothing',
  }),
  minimumDeliveryKg: Type.Integer(),
  regionCode: Type.String({ description: 'ISO 3166-1 alpha-2 code of the country of the site' }),
  postcodePattern: Type.String({ description: 'Regular expression' }),
  postcodeExample: Type.String(),
  phonePrefix: Type.String({ description: 'Country code of a number that has none' }),
  phonePattern: Type.String({
    description: 'Regular expression of a number with country code, without spaces',
  }),
});
export type SiloOffer = Type.Static<typeof SiloOffer>;

/** More than any field may hold: `shared/rules/silo-quotation.ts` says what each must be. */
const Typed = Type.String({ maxLength: 6000 });

/** A request for a quotation of feed in bulk. */
export const NewSiloQuotation = Type.Object({
  productId: Nullable(Id),
  horses: Type.Integer(),
  kilograms: Type.Integer({ description: 'Of one delivery' }),
  name: Typed,
  emailAddress: Typed,
  phoneNumber: Typed,
  zipcode: Typed,
  city: Typed,
  message: Typed,
  website: Type.Optional(
    Type.String({ description: 'Left empty by people: they do not see it', maxLength: 6000 }),
  ),
});

export const siloQuotationCalls = {
  fetchSiloOffer: {
    summary: 'What can be had by silo truck, and what a request for it must be like',
    needs: 'open',
    isIdempotent: true,
    answer: SiloOffer,
    refusals: [],
  },
  requestSiloQuotation: {
    summary: 'Asks customer service for a quotation of feed in bulk',
    needs: 'open',
    isIdempotent: true,
    body: NewSiloQuotation,
    // The same for everything that was understood: new, sent twice, or from a bot.
    answer: null,
    refusals: ['too_many_attempts'],
  },
} as const satisfies ContractsOf<typeof siloQuotationPaths>;
