import type { MessageKey } from '../../../shared/i18n/translate.ts';
import type { RationRefusal } from '../../../shared/rules/feed-advice/ration-sums.ts';
import { describeAccountFormFailure } from '../../features/account/account-messages.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import type { Shop } from '../../store/shop.tsx';

/** Reasons why a horse gets no ration of a feed. */
export const rationRefusalTexts: Readonly<Record<RationRefusal, MessageKey>> = {
  input_invalid: 'feedAdvice.reason.input_invalid',
  weight_out_of_range: 'feedAdvice.reason.weight_out_of_range',
  roughage_result_incomplete: 'feedAdvice.reason.roughage_result_incomplete',
  roughage_result_expired: 'feedAdvice.reason.roughage_result_expired',
  roughage_hygiene_rejected: 'feedAdvice.reason.roughage_hygiene_rejected',
  roughage_too_wet: 'feedAdvice.reason.roughage_too_wet',
  no_feed_advice: 'feedAdvice.reason.no_feed_advice',
  life_stage_table_only: 'feedAdvice.reason.life_stage_table_only',
  product_not_for_horse_type: 'feedAdvice.reason.product_not_for_horse_type',
  work_level_not_supported: 'feedAdvice.reason.work_level_not_supported',
  combination_over_limit: 'savedAdvice.problem.combination_over_limit',
  selenium_limit: 'savedAdvice.problem.selenium_limit',
};

const saveProblemTexts: Readonly<Record<string, MessageKey>> = {
  ...rationRefusalTexts,
  too_many_saved: 'savedAdvice.problem.too_many_saved',
  not_found: 'savedAdvice.problem.not_found',
};

/** Describes why a ration was not saved. */
export function describeSaveFailure(shop: Pick<Shop, 't'>, problem: FormProblem): string {
  if (problem.field === 'horseName') return shop.t('savedAdvice.problem.horseName');
  const key = saveProblemTexts[problem.code];
  return key ? shop.t(key) : describeAccountFormFailure(shop, problem);
}
