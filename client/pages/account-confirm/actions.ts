import { ApiError } from '../../../shared/api/api-error.ts';
import { ACCOUNT_LOGIN_PATH } from '../../../shared/rules/account/account-paths.ts';
import { callWithBotCheck } from '../../features/account/bot-check.ts';
import { listActivationProblems } from '../../features/account/list-credential-problems.ts';
import type { ActionContext, ActionOutcome, FormAction } from '../../forms/form-action.ts';

const confirmMailedLink = (
  context: ActionContext,
  password: { readonly password?: string; readonly newPassword?: string },
) => {
  const { api, fields, options } = context;
  return callWithBotCheck(context, (botCheck) =>
    api.confirmAccount(
      {
        params: { userId: fields.get('userId') },
        query: { token: fields.get('token'), ...password },
        ...botCheck,
      },
      options,
    ),
  );
};

/** @returns the error of the password, or null if it was confirmed */
async function confirmMailedLinkOrRefuse(
  context: ActionContext,
  password: Parameters<typeof confirmMailedLink>[1],
  code: 'invalid_credentials' | 'owner_password' = 'invalid_credentials',
): Promise<ActionOutcome | null> {
  try {
    await confirmMailedLink(context, password);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_credentials') throw error;
    return { status: 'refused', problems: [{ field: 'password', code }] };
  }
}

/** Activates an account with the password of its registration, or with a new password that replaces it. */
export const activateAccount: FormAction = async (context) => {
  const { fields } = context;
  const problems = listActivationProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  const newPassword = fields.getUntrimmed('newPassword');
  const refusal = await confirmMailedLinkOrRefuse(
    context,
    newPassword === '' ? { password: fields.getUntrimmed('password') } : { newPassword },
  );
  return refusal ?? { status: 'done', path: `${ACCOUNT_LOGIN_PATH}?a=1` };
};

/** Confirms or reverts a change of an account's e-mail address, depending on the link. */
export const confirmLink: FormAction = async (context) => {
  const password = context.fields.getUntrimmed('password');
  return (
    (await confirmMailedLinkOrRefuse(context, password === '' ? {} : { password }, 'owner_password')) ?? {
      status: 'done',
    }
  );
};
