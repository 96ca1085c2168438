import { typedFields } from '../../../shared/rules/feed-advice/advice-query.ts';

/** Fields of a question, named as in the address of the calculator. */
export const questionFields = [
  'type',
  'weight',
  'work',
  'roughage',
  'product',
  'rqs',
  ...typedFields,
] as const;
