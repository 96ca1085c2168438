import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { addressLookupPaths } from './paths/address-lookups.ts';
import { Id, Nullable } from './primitives.ts';

export const addressLookupCalls = {
  lookUpAddress: {
    summary: 'Returns the street and town of a postcode and house number, if they are found within a second',
    needs: 'open',
    isIdempotent: true,
    body: Type.Object({
      countryId: Id,
      zipcode: Type.String({ minLength: 1, maxLength: 80 }),
      streetNumber: Type.String({ minLength: 1, maxLength: 80 }),
    }),
    answer: Type.Object({
      address: Nullable(Type.Object({ street: Type.String(), city: Type.String() })),
    }),
    refusals: ['too_many_attempts'],
  },
} as const satisfies ContractsOf<typeof addressLookupPaths>;
