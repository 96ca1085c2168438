import type { MailTranslate } from '../../mail/mail-texts.ts';
import type { MailContent } from '../../mail/render-mail.ts';

// No mail quotes a name: whoever types another's address could have the shop write anything to that mailbox.

/** Asks whether whoever reads the mailbox wants the account that was asked for with its address. */
export function composeActivationMail(
  t: MailTranslate,
  { emailAddress, url, hours }: { emailAddress: string; url: string; hours: number },
): MailContent {
  return {
    subject: t('accountActivation.subject'),
    preview: t('accountActivation.preview', { hours }),
    heading: t('accountActivation.heading'),
    blocks: [
      { type: 'paragraph', text: t('accountActivation.text', { emailAddress }) },
      { type: 'button', label: t('accountActivation.button'), url },
      { type: 'small', text: t('accountActivation.expiry', { hours }) },
      { type: 'small', text: t('accountActivation.ignore') },
    ],
  };
}

/** Says that the address has an account already, to its owner alone. */
export function composeAlreadyRegisteredMail(
  t: MailTranslate,
  { emailAddress, loginUrl, forgotUrl }: { emailAddress: string; loginUrl: string; forgotUrl: string },
): MailContent {
  return {
    subject: t('accountAlreadyRegistered.subject'),
    preview: t('accountAlreadyRegistered.preview'),
    heading: t('accountAlreadyRegistered.heading'),
    blocks: [
      { type: 'paragraph', text: t('accountAlreadyRegistered.text', { emailAddress }) },
      { type: 'button', label: t('accountAlreadyRegistered.button'), url: loginUrl },
      { type: 'link', label: t('accountAlreadyRegistered.forgot'), url: forgotUrl },
      { type: 'small', text: t('accountAlreadyRegistered.ignore') },
    ],
  };
}

/** Greets whoever has activated an account. */
export function composeWelcomeMail(t: MailTranslate, { url }: { url: string }): MailContent {
  return {
    subject: t('accountWelcome.subject'),
    preview: t('accountWelcome.preview'),
    heading: t('accountWelcome.heading'),
    blocks: [
      { type: 'paragraph', text: t('accountWelcome.text') },
      { type: 'button', label: t('accountWelcome.button'), url },
      { type: 'small', text: t('accountWelcome.notYou') },
    ],
  };
}

/** Carries the link that sets a new password. */
export function composeResetMail(
  t: MailTranslate,
  { url, hours }: { url: string; hours: number },
): MailContent {
  return {
    subject: t('passwordReset.subject'),
    preview: t('passwordReset.preview'),
    heading: t('passwordReset.heading'),
    blocks: [
      { type: 'paragraph', text: t('passwordReset.text') },
      { type: 'button', label: t('passwordReset.button'), url },
      { type: 'small', text: t('passwordReset.expiry', { smart_count: hours }) },
      { type: 'small', text: t('passwordReset.ignore') },
    ],
  };
}

/** Says that the password is another one now, and what to do where that was somebody else. */
export function composePasswordChangedMail(
  t: MailTranslate,
  { forgotUrl }: { forgotUrl: string },
): MailContent {
  return {
    subject: t('passwordChanged.subject'),
    preview: t('passwordChanged.preview'),
    heading: t('passwordChanged.heading'),
    blocks: [
      { type: 'paragraph', text: t('passwordChanged.text') },
      { type: 'paragraph', text: t('passwordChanged.notYou') },
      { type: 'link', label: t('passwordChanged.forgot'), url: forgotUrl },
    ],
  };
}

/** Warns that many sign-ins have failed, and says what to do. */
export function composeSignInsFailedMail(
  t: MailTranslate,
  { forgotUrl }: { forgotUrl: string },
): MailContent {
  return {
    subject: t('signInsFailed.subject'),
    preview: t('signInsFailed.preview'),
    heading: t('signInsFailed.heading'),
    blocks: [
      { type: 'paragraph', text: t('signInsFailed.text') },
      { type: 'paragraph', text: t('signInsFailed.advice') },
      { type: 'link', label: t('passwordChanged.forgot'), url: forgotUrl },
    ],
  };
}

/** Asks at a new address whether its mailbox belongs to the owner of the account. */
export function composeEmailChangeMail(
  t: MailTranslate,
  { emailAddress, url, hours }: { emailAddress: string; url: string; hours: number },
): MailContent {
  return {
    subject: t('emailChangeConfirm.subject'),
    preview: t('emailChangeConfirm.preview', { hours }),
    heading: t('emailChangeConfirm.heading'),
    blocks: [
      { type: 'paragraph', text: t('emailChangeConfirm.text', { emailAddress }) },
      { type: 'button', label: t('emailChangeConfirm.button'), url },
      { type: 'small', text: t('emailChangeConfirm.expiry', { hours }) },
      { type: 'small', text: t('emailChangeConfirm.ignore') },
    ],
  };
}

/** Says at the former address that it is the account's no more, with the link that takes the change back. */
export function composeEmailChangedMail(
  t: MailTranslate,
  { emailAddress, url, days }: { emailAddress: string; url: string; days: number },
): MailContent {
  return {
    subject: t('emailChanged.subject'),
    preview: t('emailChanged.preview', { days }),
    heading: t('emailChanged.heading'),
    blocks: [
      { type: 'paragraph', text: t('emailChanged.text', { emailAddress }) },
      { type: 'paragraph', text: t('emailChanged.notYou') },
      { type: 'button', label: t('emailChanged.button'), url },
      { type: 'small', text: t('emailChanged.expiry', { days }) },
    ],
  };
}
