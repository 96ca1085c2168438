import type { ReactNode } from 'react';
import { ACCOUNT_LOGIN_PATH } from '../../../shared/rules/account/account-paths.ts';
import { addReturnPath } from '../../../shared/rules/account/return-path.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import type { FormState } from '../../forms/use-form.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { describeAccountFormFailure } from './account-messages.ts';
import { FormToken } from './FormToken.tsx';

interface AccountFormProps {
  name: string;
  of?: string;
  form: FormState;
  formToken: string;
  /**
   * Path of the page that shows the result if the form is sent without script. Defaults to the current page.
   */
  action?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Renders a form of an account page with its form name and session token. */
export function AccountForm({ name, of, form, formToken, action, className, children }: AccountFormProps) {
  return (
    <form
      ref={form.ref}
      method="post"
      action={action}
      onSubmit={form.onSubmit}
      noValidate
      className={className}
    >
      <FormName name={name} {...(of !== undefined && { of })} />
      <FormToken value={formToken} />
      {children}
    </form>
  );
}

interface OutcomeProps {
  form: FormState;
  /** Fields that show their own errors. */
  fields?: readonly string[];
  /** Success message; undefined if the form shows none. */
  done?: ReactNode;
  /** Whether this page is the response to a form that was sent without script. */
  hasNotice?: boolean;
}

/** Renders the result of an account form as a whole. Place it next to its form, in the same parent. */
export function AccountFormOutcome({ form, fields = [], done, hasNotice: isTold = false }: OutcomeProps) {
  const shop = useShop();
  const { t } = shop;
  const path = useAppState((state) => state.page.virtualPath);
  const { result } = form;
  const problem =
    result?.status === 'refused'
      ? result.problems.find(({ field }) => field === null || !fields.includes(field))
      : undefined;
  if (problem) {
    return (
      <FormNotice tone="error">
        <p>{describeAccountFormFailure(shop, problem)}</p>
        {problem.code === 'not_authenticated' && (
          <p>
            <SiteLink href={addReturnPath(ACCOUNT_LOGIN_PATH, path)} className="tap">
              {t('account.toSignIn')}
            </SiteLink>
          </p>
        )}
      </FormNotice>
    );
  }
  const isDone = result?.status === 'done';
  if (done === undefined || !(isDone || (result === null && isTold))) return null;
  return (
    <FormNotice tone="ok" shouldAnnounce={isDone}>
      {done}
    </FormNotice>
  );
}
