import { parseReturnPath } from '../../../shared/rules/account/return-path.ts';
import { ACCOUNT_PATH } from '../../../shared/rules/path-constants.ts';
import { callWithBotCheck } from '../../features/account/bot-check.ts';
import { listLoginProblems } from '../../features/account/list-credential-problems.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Signs in. A new document follows, so that no earlier state remains in this one. */
export const signIn: FormAction = async (context) => {
  const { api, fields, hasScript, options } = context;
  const problems = listLoginProblems(fields);
  if (problems.length > 0) return { status: 'refused', problems };
  await callWithBotCheck(context, (botCheck) =>
    api.signIn(
      {
        body: {
          emailAddress: fields.get('emailAddress'),
          password: fields.getUntrimmed('password'),
          keepSignedIn: fields.get('keepSignedIn') !== '',
        },
        ...botCheck,
      },
      options,
    ),
  );
  if (hasScript) (await import('../../store/account-change.ts')).announceAccountChange();
  return {
    status: 'done',
    documentUrl: parseReturnPath(fields.get('returnPath')) ?? ACCOUNT_PATH,
    // The cart of the browser was merged into the cart of the account.
    changed: ['cart'],
  };
};
