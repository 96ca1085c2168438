import type { AdviceAnswers } from './advice-query.ts';

/** Empty answers. */
export const emptyAdviceAnswers: AdviceAnswers = {
  type: null,
  weight: '',
  work: null,
  roughage: null,
  product: null,
  rqs: null,
  horse: '',
  values: null,
};
