import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { legalPaths } from './paths/legal.ts';
import { Nullable } from './primitives.ts';

/** The official notice on the legal guarantee, which must be shown unchanged: Regulation (EU) 2025/1960. */
export const GuaranteeNotice = Type.Object(
  {
    path: Type.String({ pattern: '^/api/legal/notices/[0-9a-f]{64}\\.(svg|png|pdf)$' }),
    picture: Nullable(
      Type.Object(
        { width: Type.Integer({ minimum: 1 }), height: Type.Integer({ minimum: 1 }) },
        { description: 'Dimensions of the picture, for its aspect ratio; null for a PDF' },
      ),
    ),
  },
  { description: 'The official notice on the legal guarantee; null if its file is not available' },
);
export type GuaranteeNotice = Type.Static<typeof GuaranteeNotice>;

/** Labels that are required by law, in the language of the call. */
export const LegalTexts = Type.Object({
  orderButton: Type.String({ description: 'Label of the order button: Directive 2011/83/EU, art. 8(2)' }),
  withdrawalDays: Type.Integer({ minimum: 14 }),
  withdrawalButton: Type.String({ description: 'Label of the link to the withdrawal form: art. 11a' }),
  withdrawalConfirmation: Type.String({ description: 'Label of the button that confirms the withdrawal' }),
  guaranteeNotice: Nullable(GuaranteeNotice),
});
export type LegalTexts = Type.Static<typeof LegalTexts>;

/**
 * Manufacturer of a product that is not feed, and the information required before purchase: Regulation (EU)
 * 2023/988, art. 19.
 */
export const SafetyInformation = Type.Object(
  {
    manufacturer: Type.Object({
      name: Type.String(),
      street: Type.String(),
      zipcode: Type.String(),
      city: Type.String(),
      regionCode: Type.String({ description: 'ISO 3166-1 alpha-2' }),
      emailAddress: Type.String(),
    }),
    text: Nullable(Type.String({ description: 'Warnings and instructions for safe use' })),
  },
  {
    description:
      'Manufacturer and warnings of a product that is not feed; null for feed, gift cards, and if the shop names no manufacturer',
  },
);
export type SafetyInformation = Type.Static<typeof SafetyInformation>;

export const legalCalls = {
  fetchLegalTexts: {
    summary: 'Returns the legally required labels of the order button and of the withdrawal',
    needs: 'open',
    isIdempotent: true,
    answer: LegalTexts,
    refusals: ['not_found'],
  },
} as const satisfies ContractsOf<typeof legalPaths>;
