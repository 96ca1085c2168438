import { typedFields } from '../../../shared/rules/feed-advice/advice-query.ts';

/** Fields of the calculator's form, named like its query parameters. */
export const adviceQuestionFields = [
  'type',
  'weight',
  'work',
  'roughage',
  'product',
  'rqs',
  ...typedFields,
] as const;
