import type { MailContent } from '../../core/mail/mail-content.ts';
import type { MailTranslate } from '../../core/mail/mail-texts.ts';

// Mails never quote a name: otherwise anyone could register another person's address and make the shop send
// arbitrary text to that mailbox.

/**
 * Composes the mail that asks the mailbox owner to confirm the account that was registered with the address.
 */
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

/**
 * Composes the mail that informs the owner of an address that it already has an account. Sent to the owner
 * only.
 */
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

/** Composes the welcome mail after activation. */
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

/** Composes the mail with the link that sets a new password. */
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

/** Composes the mail that reports a password change, with instructions in case the owner did not make it. */
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

/** Composes the mail that warns of many failed sign-ins, with instructions. */
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

/** Composes the mail that asks at a new address whether its mailbox belongs to the account owner. */
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

/**
 * Composes the mail to the former address that reports the change of address, with the link that undoes it.
 */
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
