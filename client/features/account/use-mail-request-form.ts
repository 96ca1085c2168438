import { type SubmitEvent, useState } from 'react';
import { type FormState, useForm } from '../../forms/use-form.ts';
import { useAppState } from '../../store/shop.tsx';
import { listAddressProblems } from './list-credential-problems.ts';

interface MailRequestForm {
  readonly form: FormState;
  /** Whether the mail was requested. */
  readonly isSent: boolean;
  /**
   * The address of the mail; null if the form was sent without script, because the response then does not
   * contain the typed values.
   */
  readonly emailAddress: string | null;
}

/** Returns the state of a form that sends a mail to an address. */
export function useMailRequestForm(name: 'account-forgot' | 'account-resend'): MailRequestForm {
  const form = useForm(name, '', listAddressProblems);
  const notice = useAppState(({ request }) => request.notice);
  const [emailAddress, setEmailAddress] = useState<string | null>(null);
  return {
    form: {
      ...form,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        setEmailAddress(String(new FormData(event.currentTarget).get('emailAddress')).trim());
        form.onSubmit(event);
      },
    },
    isSent: form.result === null ? notice?.form === name : form.result.status === 'done',
    emailAddress: form.result?.status === 'done' ? emailAddress : null,
  };
}
