import { useEffect, useState } from 'react';
import { FormName } from '../../forms/FormName.tsx';
import type { FormState } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import type { AuthenticationArea } from './authentication-paths.ts';

/** Delay before a mail can be requested again, in seconds. */
const RESEND_WAIT_SECONDS = 45;

interface ResendMailButtonProps {
  /** Name of the form that requested the mail. */
  name: 'account-forgot' | 'account-resend';
  form: FormState;
  /** Null if it is unknown here. Then the visitor goes back to the page of the form. */
  emailAddress: string | null;
  path: string;
  place: AuthenticationArea;
}

/** Renders the control that sends a mail again after a delay, because the first mail may only be slow. */
export function ResendMailButton({ name, form, emailAddress, path, place }: ResendMailButtonProps) {
  const { t } = useShop();
  const { result } = form;
  const [secondsLeft, setSecondsLeft] = useState(RESEND_WAIT_SECONDS);
  useEffect(() => {
    // Restarts with each requested mail.
    if (result?.status !== 'done') return;
    const sentAt = performance.now();
    const updateCountdown = () =>
      setSecondsLeft(Math.max(0, RESEND_WAIT_SECONDS - Math.floor((performance.now() - sentAt) / 1000)));
    updateCountdown();
    const timer = window.setInterval(updateCountdown, 1000);
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
