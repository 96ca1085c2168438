import { ACCOUNT_CONFIRM_PATH, ACCOUNT_RESEND_PATH } from '../../../shared/rules/account/account-paths.ts';
import { callWithBotCheck } from '../../features/account/bot-check.ts';
import { listAddressProblems } from '../../features/account/list-credential-problems.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Requests another activation mail. The response is the same for every address. */
export const resendActivation: FormAction = async (context) => {
  const { api, fields, options } = context;
  const problems = listAddressProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  await callWithBotCheck(context, (botCheck) =>
    api.resendConfirmation(
      { query: { userId: fields.get('emailAddress'), callbackUrl: ACCOUNT_CONFIRM_PATH }, ...botCheck },
      options,
    ),
  );
  return { status: 'done', noticePath: ACCOUNT_RESEND_PATH };
};
