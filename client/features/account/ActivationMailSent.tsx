import type { ReactNode } from 'react';
import { ACCOUNT_LOGIN_PATH } from '../../../shared/rules/account/account-paths.ts';
import { useShop } from '../../store/shop.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { AuthenticationPanel } from './authentication-layouts.tsx';

interface ActivationMailSentProps {
  /** The address as the visitor typed it; null if it is unknown here. */
  emailAddress: string | null;
  /** Control that sends the mail again. */
  children?: ReactNode;
}

/** Confirms the request for an activation mail without revealing whether the address has an account. */
export function ActivationMailSent({ emailAddress, children }: ActivationMailSentProps) {
  const { t } = useShop();
  return (
    <AuthenticationPanel
      title={t('resend.sent')}
      sign={{ icon: 'check', tone: 'ok' }}
      shouldFocus
      lead={
        <p>
          {emailAddress === null ? t('resend.sentText') : t('resend.sentTextTo', { email: emailAddress })}{' '}
          {t('resend.sentNext')}
        </p>
      }
    >
      {children}
      <p>
        <SiteLink href={ACCOUNT_LOGIN_PATH} className="tap">
          {t('forgot.back')}
        </SiteLink>
      </p>
    </AuthenticationPanel>
  );
}
