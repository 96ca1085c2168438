import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { legalPaths } from './paths/legal.ts';
import { Nullable } from './primitives.ts';

/** The official notice on the legal guarantee, to be shown as it is: Regulation (EU) 2025/1960. */
export const GuaranteeNotice = Type.Object(
  {
    path: Type.String({ pattern: '^/api/legal/notices/[0-9a-f]{64}\\.(svg|png|pdf)$' }),
    picture: Nullable(
      Type.Object(
        { width: Type.Integer({ minimum: 1 }), height: Type.Integer({ minimum: 1 }) },
        { description: 'Its own measures, for their ratio; null for a PDF, which is no picture' },
      ),
    ),
  },
  { description: 'The official notice on the legal guarantee; null until its file is there' },
);
export type GuaranteeNotice = Type.Static<typeof GuaranteeNotice>;

/** Words that the law wants in a place, in the language of the call. */
export const LegalTexts = Type.Object({
  orderButton: Type.String({ description: 'Label of the order button: Directive 2011/83/EU, art. 8(2)' }),
  withdrawalDays: Type.Integer({ minimum: 14 }),
  withdrawalButton: Type.String({ description: 'Label that leads to the withdrawal: art. 11a' }),
  withdrawalConfirmation: Type.String({ description: 'Label of the button that withdraws' }),
  guaranteeNotice: Nullable(GuaranteeNotice),
});
export type LegalTexts = Type.Static<typeof LegalTexts>;

/** Who makes goods that are no feed, and what is to be known before they are bought: Regulation (EU) 2023/988, art. 19. */
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
    text: Nullable(Type.String({ description: 'Warnings and how to use it safely' })),
  },
  {
    description:
      'Who makes goods that are no feed, and their warnings; null for feed, gift cards, and where the shop names no manufacturer',
  },
);
export type SafetyInformation = Type.Static<typeof SafetyInformation>;

export const legalCalls = {
  fetchLegalTexts: {
    summary: 'Words of the order button and of the withdrawal, as the law wants them',
    needs: 'open',
    isIdempotent: true,
    answer: LegalTexts,
    refusals: ['not_found'],
  },
} as const satisfies ContractsOf<typeof legalPaths>;
