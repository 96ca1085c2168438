import { createHash, createHmac } from 'node:crypto';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { isSameSecret } from '../../../platform/bearer-token.ts';
import { isCrossSiteRequest } from '../../../platform/cross-site-request.ts';
import type { Log } from '../../../platform/logging.ts';
import { type Markup, markup, noMarkup } from '../../../platform/markup.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import { isHostOfThisPort } from '../cli/command-routes.ts';
import { ProblemError } from '../http/problem-error.ts';
import { HasherBusyError } from '../security/password-hasher.ts';
import type { AdminFile, AdminPage } from './admin-module.ts';
import { createForm, createRefusal, findRefusalOfForm, type RefusedForm } from './forms.ts';
import type { AdminOperations } from './operation-runner.ts';
import { adminStyles, createDocument, type Frame } from './page-layout.ts';
import { readForm, type SentForm, UnreadableFormError } from './read-form.ts';
import { renderDetail } from './refusal-details.ts';
import {
  MIN_STAFF_PASSWORD_LENGTH,
  type SignedInStaffMember,
  STAFF_SESSION_HOURS,
  type StaffAccounts,
} from './staff-accounts.ts';
import type { AdminTexts, AdminTranslate } from './texts.ts';

export interface AdminRoutesOptions {
  readonly operations: AdminOperations;
  readonly pages: readonly AdminPage[];
  readonly files: readonly AdminFile[];
  readonly people: StaffAccounts;
  readonly texts: AdminTexts;
  /** Key for the tokens in forms. */
  readonly formKey: Buffer;
  /** `ADMIN_HOST` */
  readonly host: string;
  readonly log: Log;
  readonly errors: ErrorReporter;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
}

const ADMIN_COOKIE_NAME = 'admin';

/** Allows no scripts, no third-party content and no framing. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const readCookie = (request: Request): string | null =>
  /(?:^|;\s*)admin=([A-Za-z0-9_-]{20,100})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1] ?? null;

/** Maximum length of a path parameter. The longest one is an encrypted e-mail address. */
const MAX_PARAMETER_LENGTH = 1000;

/** Matches a pattern such as '/orders/:orderId' against a path, and decodes its parameters. */
function createPathMatcher(pattern: string): (path: string) => Record<string, string> | null {
  const parts = pattern.split('/');
  return (path) => {
    const given = path.split('/');
    if (given.length !== parts.length) return null;
    const params: Record<string, string> = {};
    for (const [index, part] of parts.entries()) {
      const value = given[index] ?? '';
      if (!part.startsWith(':')) {
        if (part !== value) return null;
        continue;
      }
      let decoded: string;
      try {
        decoded = decodeURIComponent(value);
      } catch {
        return null;
      }
      if (decoded === '' || decoded.length > MAX_PARAMETER_LENGTH || decoded.includes('\0')) return null;
      params[part.slice(1)] = decoded;
    }
    return params;
  };
}

function find<T extends { readonly path: string }>(
  list: readonly { item: T; match: ReturnType<typeof createPathMatcher> }[],
  path: string,
) {
  for (const { item, match } of list) {
    const params = match(path);
    if (params) return { item, params };
  }
  return null;
}

const withMatchers = <T extends { readonly path: string }>(list: readonly T[]) =>
  list.map((item) => ({ item, match: createPathMatcher(item.path) }));

/** Returns path and query of the page with the form; null if it is not an admin page. */
function readPagePath(
  text: string | undefined,
): { readonly path: string; readonly query: URLSearchParams } | null {
  if (text === undefined || !/^\/admin(\/|$|\?)/.test(text)) return null;
  const url = URL.parse(text, 'http://admin');
  if (url?.host !== 'admin') return null;
  return { path: url.pathname.slice('/admin'.length) || '/', query: url.searchParams };
}

function readQuery(query: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of query) {
    if (!Object.hasOwn(values, name) && !value.includes('\0')) values[name] = value.slice(0, 200);
  }
  return values;
}

/**
 * Returns a hash that is equal for repeated submissions of a form. It covers all fields, including form token
 * and form number, and the bytes of files.
 */
function hashForm(operation: string, { fields, files }: SentForm): string {
  const sent = [...files].map(([name, list]) => [
    name,
    list.map(({ bytes }) => createHash('sha256').update(bytes).digest('base64url')),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([operation, [...fields], sent]))
    .digest('base64url');
}

/**
 * Creates the routes of the admin below `/admin` on the admin port: plain forms without scripts. All pages
 * except the sign-in require a session, and all forms a token bound to the staff member.
 */
export function createAdminRoutes(options: AdminRoutesOptions): Router {
  const { operations, people, texts, formKey, host, log, errors, clock } = options;
  const pages = withMatchers(options.pages);
  const files = withMatchers(options.files);
  const now = () => new Date(clock());

  // Bound to the person instead of the session, so that a form can be sent after signing in again.
  const createFormToken = ({ staffMemberId }: SignedInStaffMember): string =>
    createHmac('sha256', formKey).update(staffMemberId).digest('base64url');

  function chooseLocale(request: Request, staffMember: SignedInStaffMember | null): string {
    if (staffMember?.locale && texts.locales.includes(staffMember.locale)) return staffMember.locale;
    // Without a supported `Accept-Language`, or with any language accepted, the page is English, as the
    // commands are.
    const others = texts.locales.filter((locale) => locale !== 'en');
    return request.acceptsLanguages(['en', ...others]) || 'en';
  }

  function send(
    request: Request,
    response: Response,
    page: Pick<Frame, 'title' | 'body'> &
      Partial<Pick<Frame, 'notice' | 'isRefused' | 'path' | 'address'>> & {
        readonly status?: number;
        readonly staffMember: SignedInStaffMember | null;
      },
  ): void {
    const { staffMember, status = 200, notice = null, isRefused = false, path = '', title, body } = page;
    const { address = '/admin/' } = page;
    const locale = chooseLocale(request, staffMember);
    response
      .status(status)
      .type('html')
      .send(
        createDocument({
          t: texts.getTranslate(locale),
          locale,
          locales: texts.locales,
          title,
          body,
          staffMember: staffMember && { name: staffMember.name, formToken: createFormToken(staffMember) },
          pages: options.pages,
          path,
          address,
          notice,
          isRefused,
        }),
      );
  }

  const getTranslate = (request: Request, staffMember: SignedInStaffMember | null): AdminTranslate =>
    texts.getTranslate(chooseLocale(request, staffMember));

  /** Sends a page that explains why an operation was refused. */
  function sendRefusal(
    request: Request,
    response: Response,
    staffMember: SignedInStaffMember | null,
    { status, key }: { status: number; key: string },
  ): void {
    const t = getTranslate(request, staffMember);
    const body = markup`<p>${t(`admin.${key}.text`)}</p><p><a href="/admin/">${t('admin.toStart')}</a></p>`;
    send(request, response, { status, title: t(`admin.${key}.title`), body, staffMember });
  }

  async function findStaffMember(request: Request): Promise<SignedInStaffMember | null> {
    const token = readCookie(request);
    return token === null ? null : people.findSession(token, now());
  }

  const redirect = (response: Response, path: string): void => {
    response.status(303).set('location', `/admin${path}`).end();
  };

  /** Sends a page. Returns false if it does not exist. */
  async function sendPage(
    request: Request,
    response: Response,
    staffMember: SignedInStaffMember,
    asked: {
      readonly path: string;
      readonly query: URLSearchParams;
      readonly status?: number;
      readonly refused?: RefusedForm;
      readonly notice?: Markup | null;
    },
  ): Promise<boolean> {
    const { path, query, status, refused = null, notice = null } = asked;
    const found = find(pages, path);
    if (!found) return false;
    const locale = chooseLocale(request, staffMember);
    const t = texts.getTranslate(locale);
    const search = query.toString();
    const address = `/admin${path}${search === '' ? '' : `?${search}`}`;
    let index = 0;
    let isShown = false;
    const shown = await found.item.read({
      params: found.params,
      query: readQuery(query),
      t,
      locale,
      now: now(),
      staffMember: { staffMemberId: staffMember.staffMemberId, name: staffMember.name },
      getEntered: (name) => (refused?.operation === name ? refused.written : null),
      form: (name, form = {}) => {
        const operation = operations.find(name);
        if (!operation) throw new Error(`There is no operation ${name}`);
        index += 1;
        const own = findRefusalOfForm(operation, form, refused);
        isShown ||= own !== null;
        const formToken = createFormToken(staffMember);
        return createForm(operation, form, {
          t,
          formToken,
          path: address,
          refused: own,
          index,
        });
      },
    });
    if (!shown) return false;
    // The message is shown even if its form is no longer on the page.
    const lost =
      refused && !isShown
        ? createRefusal(refused.message ?? t('admin.refusedForm'), refused.details)
        : noMarkup;
    send(request, response, {
      staffMember,
      ...(status !== undefined && { status }),
      title: shown.title,
      body: markup`${lost}${shown.body}`,
      path,
      address,
      notice,
      isRefused: refused !== null,
    });
    return true;
  }

  /** Fields of the sign-in and enrolment forms. */
  const readWords =
    ({ fields }: SentForm) =>
    (name: string) =>
      fields.get(name)?.[0]?.slice(0, 1000) ?? '';

  function sendSignIn(
    request: Request,
    response: Response,
    refusal: { status: number; key: string } | null,
  ): void {
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
    refusal: { status: number; key: string } | null,
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

  /** Returns true if the attempts are limited or all hashing workers are busy. */
  const isBusy = (error: unknown): boolean =>
    error instanceof HasherBusyError || (error instanceof ProblemError && error.code === 'too_many_attempts');

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
    redirect(response, '/');
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
      if (kind === 'done') redirect(response, '/sign-in');
      else await sendEnrolment(request, response, words.code, { status: 403, key: kind });
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (error instanceof ProblemError) response.set(error.headers);
      await sendEnrolment(request, response, words.code, { status: 429, key: 'tooOften' });
    }
  };

  /** Returns session and form of a request that changes data; null if it was refused. */
  async function receive(
    request: Request,
    response: Response,
  ): Promise<{ staffMember: SignedInStaffMember; sent: SentForm } | null> {
    const refuseSession = () => {
      log.warn('admin_form_without_session');
      sendRefusal(request, response, null, { status: 401, key: 'sessionEnded' });
    };
    // Checked before the body is read, so that only staff can make the process buffer one.
    const staffMember = await findStaffMember(request);
    if (!staffMember) {
      refuseSession();
      return null;
    }
    const sent = await readForm(request);
    // Checked again, because the member may have been removed or signed out while a long body was uploaded.
    if (!(await findStaffMember(request))) {
      refuseSession();
      return null;
    }
    if (!isSameSecret(sent.fields.get('_token')?.[0] ?? '', createFormToken(staffMember))) {
      log.warn({ staffMemberId: staffMember.staffMemberId }, 'admin_form_refused');
      sendRefusal(request, response, staffMember, { status: 403, key: 'foreignForm' });
      return null;
    }
    return { staffMember, sent };
  }

  const operate: RequestHandler<{ operation: string }> = async (request, response) => {
    const received = await receive(request as Request, response);
    if (!received) return;
    const { staffMember, sent } = received;
    const operation = operations.find(request.params.operation);
    if (!operation) {
      sendRefusal(request as Request, response, staffMember, { status: 404, key: 'notFound' });
      return;
    }
    const t = getTranslate(request as Request, staffMember);
    const firstPage = { path: '/', query: new URLSearchParams() };
    const page = readPagePath(sent.fields.get('_page')?.[0]) ?? firstPage;
    const written = new Map([...sent.fields].filter(([name]) => !name.startsWith('_')));
    /** Responds with the page of the form, or with the start page if it no longer exists. */
    const answer = async (what: Partial<Parameters<typeof sendPage>[3]>) => {
      if (await sendPage(request as Request, response, staffMember, { ...page, ...what })) return;
      await sendPage(request as Request, response, staffMember, { ...firstPage, ...what });
    };
    const refuse = (status: number, refused: Omit<RefusedForm, 'operation' | 'written'>) =>
      answer({ status, refused: { operation: operation.name, written, ...refused } });
    if (operation.needsConsent && sent.fields.get('_consent')?.[0] !== 'true') {
      await refuse(422, { faults: [], message: t('admin.consentMissing') });
      return;
    }
    const done = await operations.run(operation, {
      written,
      files: sent.files,
      actor: { kind: 'keeper', id: staffMember.staffMemberId },
      now: now(),
      page: `${page.path}${page.query.size === 0 ? '' : `?${page.query}`}`,
      ...(sent.fields.has('_once') && { formHash: hashForm(operation.name, sent) }),
    });
    log.info(
      { operation: operation.name, staffMemberId: staffMember.staffMemberId, outcome: done.kind },
      'admin_operation',
    );
    if (done.kind === 'faults') {
      const isShown = done.faults.some(
        ({ field }) =>
          Object.hasOwn(operation.input.properties, field) || Object.hasOwn(operation.files, field),
      );
      await refuse(422, { faults: done.faults, message: isShown ? null : t('admin.refusedForm') });
    } else if (done.kind === 'refused') {
      const { code, values, field, details } = done.refusal;
      await refuse(409, {
        faults: [],
        field,
        message: `${field === undefined ? '' : `${t(`admin.field.${field}`)}: `}${t(`admin.refusal.${code}`, values)}`,
        details: details.map((detail) => renderDetail(t, detail)),
      });
    } else if (done.kind === 'repeated') {
      await answer({ notice: markup`${t('admin.sentBefore')}` });
    } else if (done.secret) {
      await answer({ notice: markup`${t(done.secret.key, done.secret.values)}` });
    } else {
      const said = done.message ?? { key: done.isChanged ? 'admin.done' : 'admin.unchanged' };
      await people.setNotice(staffMember.tokenHash, JSON.stringify(said));
      const search = page.query.toString();
      redirect(response, done.leadsTo ?? `${page.path}${search === '' ? '' : `?${search}`}`);
    }
  };

  function readNotice(text: string | null, t: AdminTranslate): Markup | null {
    if (text === null) return null;
    const said: unknown = JSON.parse(text);
    if (typeof said !== 'object' || said === null) return null;
    const values = Reflect.get(said, 'values') as Record<string, string | number> | undefined;
    const words = t(String(Reflect.get(said, 'key')), values);
    const link = Reflect.get(said, 'link') as { href: string; key: string } | undefined;
    if (!link) return markup`${words}`;
    return markup`${words} <a href="${link.href}" target="_blank" rel="noreferrer">${t(link.key)}</a>`;
  }

  const showPage: RequestHandler = async (request, response) => {
    const staffMember = await findStaffMember(request);
    if (!staffMember) {
      redirect(response, '/sign-in');
      return;
    }
    const { path } = request;
    const file = find(files, path);
    if (file) {
      const content = await file.item.read(file.params, now());
      if (content) {
        // Prevents scripts in the file, also if it is opened directly.
        response.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
        if (content.fileName !== undefined) response.attachment(content.fileName);
        response.type(content.type).send(content.bytes);
        return;
      }
    }
    const query = new URL(request.originalUrl, 'http://admin').searchParams;
    const notice = readNotice(
      await people.takeNotice(staffMember.tokenHash),
      getTranslate(request, staffMember),
    );
    if (await sendPage(request, response, staffMember, { path, query, notice })) return;
    sendRefusal(request, response, staffMember, { status: 404, key: 'notFound' });
  };

  const guard: RequestHandler = (request, response, next) => {
    response.set({
      'cache-control': 'no-store',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    if (!isHostOfThisPort(request, host)) response.status(421).json({ status: 'refused' });
    else if (
      request.method !== 'GET' &&
      request.method !== 'HEAD' &&
      isCrossSiteRequest(request.headers, request.headers.host)
    ) {
      log.warn('admin_foreign_request');
      response.status(403).json({ status: 'refused' });
    } else next();
  };

  const answerErrors: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    // A path that cannot be decoded matches no page.
    if (error instanceof URIError) {
      sendRefusal(request, response, null, { status: 404, key: 'notFound' });
      return;
    }
    if (error instanceof UnreadableFormError) {
      sendRefusal(request, response, null, { status: error.status, key: 'unreadable' });
      return;
    }
    errors.reportError(error, { path: 'admin' });
    sendRefusal(request, response, null, { status: 500, key: 'failed' });
  };

  const router = Router();
  const own = Router();
  own.use(guard);
  own.get('/admin.css', (_request, response) => {
    response.type('css').set('cache-control', 'private, max-age=300').send(adminStyles);
  });
  own.get('/sign-in', (request, response) => sendSignIn(request, response, null));
  own.post('/sign-in', signIn);
  own.get('/enrol', (request, response) => sendEnrolment(request, response, '', null));
  own.post('/enrol', enrol);
  own.post('/sign-out', async (request, response) => {
    const received = await receive(request, response);
    if (!received) return;
    await people.signOut(received.staffMember, now());
    response.clearCookie(ADMIN_COOKIE_NAME, { path: '/admin' });
    redirect(response, '/sign-in');
  });
  own.post('/language', async (request, response) => {
    const received = await receive(request, response);
    if (!received) return;
    const locale = received.sent.fields.get('language')?.[0] ?? '';
    if (texts.locales.includes(locale)) await people.setLocale(received.staffMember.staffMemberId, locale);
    const page = readPagePath(received.sent.fields.get('_page')?.[0]);
    const search = page?.query.toString() ?? '';
    redirect(response, page ? `${page.path}${search === '' ? '' : `?${search}`}` : '/');
  });
  own.post('/do/:operation', operate);
  own.get('/{*path}', showPage);
  own.use(answerErrors);
  router.use('/admin', own);
  // The address in the previous release: bookmarks of staff.
  router.get('/keeper{/*rest}', guard, (request, response) => {
    const { pathname, search } = new URL(request.originalUrl, 'http://admin');
    // Paths match in any case, so the former name is cut off by its length.
    response.redirect(308, `/admin${pathname.slice('/keeper'.length)}${search}`);
  });
  return router;
}
