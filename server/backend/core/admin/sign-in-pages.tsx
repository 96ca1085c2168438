import type { Request, RequestHandler, Response } from 'express';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Log } from '../../../platform/logging.ts';
import { ProblemError } from '../http/problem-error.ts';
import { HasherBusyError } from '../security/password-hasher.ts';
import { type AdminResponses, type RefusalTexts, redirectToPage } from './admin-responses.tsx';
import { EnrolmentCodeForm, EnrolmentForm, SignInForm } from './components/SignInForms.tsx';
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
    const message = refusal && t(`admin.signIn.${refusal.key}`);
    send(request, response, {
      status: refusal?.status ?? 200,
      title: t('admin.signIn.title'),
      body: <SignInForm t={t} message={message} />,
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
    const found = code === '' ? null : await people.findEnrolment(code, now());
    const message = refusal && t(`admin.enrol.${refusal.key}`, { minimum: MIN_STAFF_PASSWORD_LENGTH });
    send(request, response, {
      status: refusal?.status ?? 200,
      title: t('admin.enrol.title'),
      body: found ? (
        <EnrolmentForm t={t} message={message} code={code} {...found} />
      ) : (
        <EnrolmentCodeForm t={t} message={message} />
      ),
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
