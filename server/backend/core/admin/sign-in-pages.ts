import type { Request, RequestHandler, Response } from 'express';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Log } from '../../../platform/logging.ts';
import { markup, noMarkup } from '../../../platform/markup.ts';
import { ProblemError } from '../http/problem-error.ts';
import { HasherBusyError } from '../security/password-hasher.ts';
import { type AdminResponses, type RefusalTexts, redirectToPage } from './admin-responses.ts';
import { readForm, type SentForm } from './read-form.ts';
import { MIN_STAFF_PASSWORD_LENGTH, STAFF_SESSION_HOURS, type StaffAccounts } from './staff-accounts.ts';
import { ADMIN_COOKIE_NAME } from './staff-requests.ts';

/** Fields of the sign-in and enrolment forms. */
const readWords =
  ({ fields }: SentForm) =>
  (name: string) =>
    fields.get(name)?.[0]?.slice(0, 1000) ?? '';

/** Returns true if the attempts are limited or all hashing workers are busy. */
const isBusy = (error: unknown): boolean =>
  error instanceof HasherBusyError || (error instanceof ProblemError && error.code === 'too_many_attempts');

/** Creates the handlers of the pages that need no session: sign-in and enrolment. */
export function createSignInPages({
  people,
  responses: { getTranslate, send },
  log,
  now,
}: {
  readonly people: StaffAccounts;
  readonly responses: AdminResponses;
  readonly log: Log;
  readonly now: () => Date;
}) {
  function sendSignIn(request: Request, response: Response, refusal: RefusalTexts | null): void {
    const t = getTranslate(request, null);
    const said = refusal
      ? markup`<p class="fault" role="alert">${t(`admin.signIn.${refusal.key}`)}</p>`
      : noMarkup;
    const body = markup`<form method="post" action="/admin/sign-in" class="operation">${said}<p><label for="name">${t('admin.signIn.name')}</label><input id="name" name="name" autocomplete="username" maxlength="40" required autofocus></p><p><label for="password">${t('admin.signIn.password')}</label><input id="password" name="password" type="password" autocomplete="current-password" required></p><p><label for="figures">${t('admin.signIn.figures')}</label><input id="figures" name="figures" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required></p><p><button>${t('admin.signIn.submit')}</button></p></form><p><a href="/admin/enrol">${t('admin.enrol.link')}</a></p>`;
    send(request, response, {
      status: refusal?.status ?? 200,
      title: t('admin.signIn.title'),
      body,
      staffMember: null,
      isRefused: refusal !== null,
    });
  }

  async function sendEnrolment(
    request: Request,
    response: Response,
    code: string,
    refusal: RefusalTexts | null,
  ): Promise<void> {
    const t = getTranslate(request, null);
    const said = refusal
      ? markup`<p class="fault" role="alert">${t(`admin.enrol.${refusal.key}`, { minimum: MIN_STAFF_PASSWORD_LENGTH })}</p>`
      : noMarkup;
    const found = code === '' ? null : await people.findEnrolment(code, now());
    const first = markup`<form method="post" action="/admin/enrol" class="operation">${said}<p><label for="code">${t('admin.enrol.code')}</label><input id="code" name="code" autocomplete="off" maxlength="100" required autofocus></p><p><button>${t('admin.enrol.next')}</button></p></form>`;
    const body = found
      ? markup`<form method="post" action="/admin/enrol" class="operation">${said}<p>${t('admin.enrol.hello', { name: found.name })}</p><p>${t('admin.enrol.scan')}</p>${found.picture}<p>${t('admin.enrol.secret')} <code>${found.secret}</code></p><input type="hidden" name="code" value="${code}"><p><label for="password">${t('admin.enrol.password', { minimum: MIN_STAFF_PASSWORD_LENGTH })}</label><input id="password" name="password" type="password" autocomplete="new-password" required autofocus></p><p><label for="figures">${t('admin.signIn.figures')}</label><input id="figures" name="figures" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required></p><p><button>${t('admin.enrol.submit')}</button></p></form>`
      : first;
    send(request, response, {
      status: refusal?.status ?? 200,
      title: t('admin.enrol.title'),
      body,
      staffMember: null,
      isRefused: refusal !== null,
    });
  }

  const signIn: RequestHandler = async (request, response) => {
    const read = readWords(await readForm(request));
    const words = { name: read('name'), password: read('password'), figures: read('figures') };
    let token: string | null;
    try {
      token = await people.signIn(words, now());
    } catch (error) {
      if (!isBusy(error)) throw error;
      log.warn('staff_sign_in_rate_limited');
      if (error instanceof ProblemError) response.set(error.headers);
      sendSignIn(request, response, { status: 429, key: 'tooOften' });
      return;
    }
    if (token === null) {
      log.warn('staff_sign_in_failed');
      sendSignIn(request, response, { status: 401, key: 'failed' });
      return;
    }
    log.info('staff_signed_in');
    response.cookie(ADMIN_COOKIE_NAME, token, {
      httpOnly: true,
      sameSite: 'strict',
      path: '/admin',
      maxAge: STAFF_SESSION_HOURS * HOUR_MS,
    });
    redirectToPage(response, '/');
  };

  const enrol: RequestHandler = async (request, response) => {
    const read = readWords(await readForm(request));
    const words = { code: read('code').trim(), password: read('password'), figures: read('figures') };
    if (words.password === '' && words.figures === '') {
      const isKnown = (await people.findEnrolment(words.code, now())) !== null;
      await sendEnrolment(request, response, words.code, isKnown ? null : { status: 403, key: 'ended' });
      return;
    }
    try {
      const { kind } = await people.enrol(words, now());
      if (kind === 'done') redirectToPage(response, '/sign-in');
      else await sendEnrolment(request, response, words.code, { status: 403, key: kind });
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (error instanceof ProblemError) response.set(error.headers);
      await sendEnrolment(request, response, words.code, { status: 429, key: 'tooOften' });
    }
  };

  return { sendSignIn, sendEnrolment, signIn, enrol };
}
