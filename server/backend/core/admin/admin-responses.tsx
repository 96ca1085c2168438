import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ReactNode } from 'react';
import { renderDocument } from '../http/render-document.ts';
import type { RefusedForm } from './admin-form.ts';
import type { AdminPage } from './admin-module.ts';
import { findRefusalOfForm, OperationForm } from './components/OperationForm.tsx';
import { PageLayout, type PageLayoutProps } from './components/PageLayout.tsx';
import { Refusal } from './components/Refusal.tsx';
import type { AdminOperations } from './operation-runner.ts';
import { findByPath, formatPagePath, type PagePath, readQuery, withMatchers } from './page-paths.ts';
import type { SignedInStaffMember } from './staff-accounts.ts';
import type { AdminTexts, AdminTranslate } from './texts.ts';

export interface AdminResponsesOptions {
  readonly operations: AdminOperations;
  readonly pages: readonly AdminPage[];
  readonly texts: AdminTexts;
  /** Key for the tokens in forms. */
  readonly formKey: Buffer;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
}

/** A page within the frame of the admin. */
export type SentPage = Pick<PageLayoutProps, 'title' | 'body'> &
  Partial<Pick<PageLayoutProps, 'notice' | 'isRefused' | 'path' | 'address'>> & {
    readonly status?: number;
    readonly staffMember: SignedInStaffMember | null;
  };

/** A page of a module, and what it shows about the form that led to it. */
export interface AskedPage extends PagePath {
  readonly status?: number;
  readonly refused?: RefusedForm;
  readonly notice?: ReactNode;
}

/** Status of a refusal, and the key of its texts. */
export interface RefusalTexts {
  readonly status: number;
  readonly key: string;
}

export type AdminResponses = ReturnType<typeof createAdminResponses>;

/** Creates the functions that send the pages of the admin in the language of the staff member. */
export function createAdminResponses({ operations, pages, texts, formKey, clock }: AdminResponsesOptions) {
  const routes = withMatchers(pages);

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

  function send(request: Request, response: Response, page: SentPage): void {
    const { staffMember, status = 200, notice = null, isRefused = false, path = '', title, body } = page;
    const { address = '/admin/' } = page;
    const locale = chooseLocale(request, staffMember);
    response
      .status(status)
      .type('html')
      .send(
        renderDocument(
          <PageLayout
            t={texts.getTranslate(locale)}
            locale={locale}
            locales={texts.locales}
            title={title}
            body={body}
            staffMember={staffMember && { name: staffMember.name, formToken: createFormToken(staffMember) }}
            pages={pages}
            path={path}
            address={address}
            notice={notice}
            isRefused={isRefused}
          />,
        ),
      );
  }

  const getTranslate = (request: Request, staffMember: SignedInStaffMember | null): AdminTranslate =>
    texts.getTranslate(chooseLocale(request, staffMember));

  /** Sends a page that explains why an operation was refused. */
  function sendRefusal(
    request: Request,
    response: Response,
    staffMember: SignedInStaffMember | null,
    { status, key }: RefusalTexts,
  ): void {
    const t = getTranslate(request, staffMember);
    const body = (
      <>
        <p>{t(`admin.${key}.text`)}</p>
        <p>
          <a href="/admin/">{t('admin.toStart')}</a>
        </p>
      </>
    );
    send(request, response, { status, title: t(`admin.${key}.title`), body, staffMember });
  }

  /** Sends a page. Returns false if it does not exist. */
  async function sendPage(
    request: Request,
    response: Response,
    staffMember: SignedInStaffMember,
    asked: AskedPage,
  ): Promise<boolean> {
    const { path, query, status, refused = null, notice = null } = asked;
    const found = findByPath(routes, path);
    if (!found) return false;
    const locale = chooseLocale(request, staffMember);
    const t = texts.getTranslate(locale);
    const address = `/admin${formatPagePath({ path, query })}`;
    let index = 0;
    let isShown = false;
    const shown = await found.item.read({
      params: found.params,
      query: readQuery(query),
      t,
      locale,
      now: new Date(clock()),
      staffMember: { staffMemberId: staffMember.staffMemberId, name: staffMember.name },
      getEntered: (name) => (refused?.operation === name ? refused.written : null),
      form: (name, form = {}) => {
        const operation = operations.find(name);
        if (!operation) throw new Error(`There is no operation ${name}`);
        index += 1;
        const own = findRefusalOfForm(operation, form, refused);
        isShown ||= own !== null;
        return (
          <OperationForm
            key={index}
            operation={operation}
            form={form}
            t={t}
            formToken={createFormToken(staffMember)}
            path={address}
            refused={own}
            index={index}
          />
        );
      },
    });
    if (!shown) return false;
    // The message is shown even if its form is no longer on the page.
    const lost = refused && !isShown && (
      <Refusal message={refused.message ?? t('admin.refusedForm')} details={refused.details} />
    );
    send(request, response, {
      staffMember,
      ...(status !== undefined && { status }),
      title: shown.title,
      body: (
        <>
          {lost}
          {shown.body}
        </>
      ),
      path,
      address,
      notice,
      isRefused: refused !== null,
    });
    return true;
  }

  return { createFormToken, getTranslate, send, sendRefusal, sendPage };
}

/** Redirects to a page below `/admin`. */
export function redirectToPage(response: Response, path: string): void {
  response.status(303).set('location', `/admin${path}`).end();
}
