import { type SubmitEvent, useState } from 'react';
import { type FormState, useForm } from '../../forms/use-form.ts';
import { useAppState } from '../../store/shop.tsx';
import { listAddressProblems } from './problems.ts';

interface SentAddress {
  readonly form: FormState;
  /** The mail was asked for. */
  readonly isSent: boolean;
  /** The address that it goes to; null where the form was sent without script, since nothing that was typed goes along then. */
  readonly emailAddress: string | null;
}

/** A form that has a mail sent to an address, and what became of it. */
export function useSentAddress(name: 'account-forgot' | 'account-resend'): SentAddress {
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
