import {
  getAuthenticationPaths,
  parseAuthenticationArea,
} from '../../features/account/authentication-paths.ts';
import { listAddressProblems } from '../../features/account/list-credential-problems.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Requests a password reset mail. The response is the same for every address. */
export const requestPasswordReset: FormAction = async ({ api, fields, scope, options }) => {
  const problems = listAddressProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  const paths = getAuthenticationPaths(parseAuthenticationArea(fields.get('place')), scope.language.code);
  await api.forgotPassword(
    { query: { callbackUrl: paths.reset }, body: { emailAddress: fields.get('emailAddress') } },
    options,
  );
  return { status: 'done', noticePath: paths.forgot };
};
