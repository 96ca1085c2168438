import { useEffect, useState } from 'react';
import { FormName } from '../../forms/FormName.tsx';
import type { FormState } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import type { AccessPlace } from './access-paths.ts';

/** How long a mail may take before it can be asked for once more, in seconds. */
const WAIT_SECONDS = 45;

interface SendAgainProps {
  /** Of the form that has asked for the mail. */
  name: 'account-forgot' | 'account-resend';
  form: FormState;
  /** Null where it is not known here: then the page of the form is the way. */
  emailAddress: string | null;
  path: string;
  place: AccessPlace;
}

/** Has a mail sent once more, after a while: it may only be slow. */
export function SendAgain({ name, form, emailAddress, path, place }: SendAgainProps) {
  const { t } = useShop();
  const { result } = form;
  const [secondsLeft, setSecondsLeft] = useState(WAIT_SECONDS);
  useEffect(() => {
    // Begins anew with each mail that was asked for.
    if (result?.status !== 'done') return;
    const sentAt = performance.now();
    const tell = () =>
      setSecondsLeft(Math.max(0, WAIT_SECONDS - Math.floor((performance.now() - sentAt) / 1000)));
    tell();
    const timer = window.setInterval(tell, 1000);
    return () => window.clearInterval(timer);
  }, [result]);
  if (emailAddress === null) {
    return (
      <p>
        <ButtonLink href={path} variant="line">
          {t('forgot.sendAgain')}
        </ButtonLink>
      </p>
    );
  }
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit}>
      <FormName name={name} />
      <input type="hidden" name="emailAddress" value={emailAddress} />
      <input type="hidden" name="place" value={place} />
      <Button type="submit" variant="line" disabled={secondsLeft > 0} busy={form.isBusy}>
        {secondsLeft > 0 ? t('forgot.sendAgainIn', { seconds: secondsLeft }) : t('forgot.sendAgain')}
      </Button>
    </form>
  );
}
