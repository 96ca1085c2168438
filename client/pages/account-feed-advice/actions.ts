import { ACCOUNT_FEED_ADVICE_PATH } from '../../../shared/rules/account/account-paths.ts';
import {
  MAX_HORSE_NAME_LENGTH,
  parseAdviceQuery,
  toAdviceQuestion,
} from '../../../shared/rules/feed-advice/advice-query.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import {
  type ActionContext,
  type ActionOutcome,
  type FormAction,
  type FormFields,
  isRefusal,
  listProblems,
} from '../../forms/form-action.ts';
import { adviceQuestionFields } from './advice-question-fields.ts';

const done: ActionOutcome = {
  status: 'done',
  changed: ['advice', 'account'],
  noticePath: ACCOUNT_FEED_ADVICE_PATH,
};

const createRefusal = (...problems: readonly FormProblem[]): ActionOutcome => ({
  status: 'refused',
  problems,
});

function readAdviceRequest(fields: FormFields) {
  const asked = adviceQuestionFields.map((name) => [name, fields.get(name)]);
  const answers = parseAdviceQuery(new URLSearchParams(asked.filter(([, value]) => value !== '')));
  // Only a displayed ration can be saved. With an invalid report key none was displayed.
  if (typeof answers === 'string' || (answers.rqs === null && fields.get('rqs') !== '')) return null;
  return toAdviceQuestion(answers);
}

/** Saves the ration for the answers of the calculator under the name of a horse. */
export const saveAdvice: FormAction = async ({ api, fields, options }) => {
  const horseName = fields.get('horseName');
  if (horseName === '' || horseName.length > MAX_HORSE_NAME_LENGTH)
    return createRefusal({ field: 'horseName', code: 'required' });
  const question = readAdviceRequest(fields);
  if (question === 'roughage_result_incomplete') return createRefusal({ field: null, code: question });
  if (!question?.productVariantId) return createRefusal({ field: null, code: 'input_invalid' });
  try {
    const { productVariantId } = question;
    await api.saveFeedAdvice({ body: { ...question, productVariantId, horseName } }, options);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { body } = error;
    const reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : null;
    return typeof reason === 'string'
      ? createRefusal({ field: null, code: reason })
      : createRefusal(...listProblems(error));
  }
  return done;
};

/** Changes one ration. If it no longer exists, the change counts as done. */
async function change(
  { fields }: ActionContext,
  act: (params: { readonly id: string }) => Promise<unknown>,
): Promise<ActionOutcome> {
  try {
    await act({ id: fields.get('adviceId') });
  } catch (error) {
    if (!isRefusal(error) || error.status !== 404) throw error;
  }
  return done;
}

/** Marks a ration as read. */
export const markAdviceAsRead: FormAction = (context) =>
  change(context, (params) => context.api.readFeedAdvice({ params }, context.options));

/** Deletes a ration. */
export const deleteAdvice: FormAction = (context) =>
  change(context, (params) => context.api.deleteFeedAdvice({ params }, context.options));
