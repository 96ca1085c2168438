import {
  getAuthenticationPaths,
  parseAuthenticationArea,
} from '../../features/account/authentication-paths.ts';
import { callWithBotCheck } from '../../features/account/bot-check.ts';
import { listResetProblems } from '../../features/account/list-credential-problems.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Sets a new password with the token of the mailed link. */
export const resetPassword: FormAction = async (context) => {
  const { api, fields, scope, options } = context;
  const problems = listResetProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  await callWithBotCheck(context, (botCheck) =>
    api.resetPassword(
      {
        params: { userId: fields.get('userId') },
        query: { token: fields.get('token'), newPassword: fields.getUntrimmed('newPassword') },
        ...botCheck,
      },
      options,
    ),
  );
  const { login } = getAuthenticationPaths(parseAuthenticationArea(fields.get('place')), scope.language.code);
  return { status: 'done', path: `${login}?r=1` };
};
