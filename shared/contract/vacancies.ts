import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import { Block } from './content.ts';
import type { vacancyPaths } from './paths/vacancies.ts';
import { Id, IsoDate, Nullable } from './primitives.ts';

/** An open position of the shop. */
export const Vacancy = Type.Object({
  vacancyId: Id,
  key: Type.String({ description: 'Anchor of the position on the page of vacancies' }),
  title: Type.String(),
  place: Type.String(),
  regionCode: Type.String({ pattern: '^[A-Z]{2}$' }),
  hoursFrom: Type.Integer({ minimum: 1, maximum: 48, description: 'Hours per week' }),
  hoursTo: Type.Integer({ minimum: 1, maximum: 48, description: 'Hours per week' }),
  publishedOn: IsoDate,
  openUntil: Nullable(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Last day to apply' })),
  blocks: Type.Array(Block),
});
export type Vacancy = Type.Static<typeof Vacancy>;

export const vacancyCalls = {
  fetchVacancies: {
    summary: 'Lists open positions in the language of the site, newest first',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Array(Vacancy),
    refusals: [],
  },
} as const satisfies ContractsOf<typeof vacancyPaths>;
