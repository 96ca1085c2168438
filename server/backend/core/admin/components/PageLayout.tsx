import type { ReactNode } from 'react';
import { type AdminPage, adminSections } from '../admin-module.ts';
import type { AdminTranslate } from '../texts.ts';

/** Layout data of a page. */
export interface PageLayoutProps {
  readonly t: AdminTranslate;
  readonly locale: string;
  readonly locales: readonly string[];
  readonly title: string;
  readonly body: ReactNode;
  /** Null if not signed in; the menu is hidden then. */
  readonly staffMember: { readonly name: string; readonly formToken: string } | null;
  readonly pages: readonly AdminPage[];
  /** Path of the page, to mark it in the menu. */
  readonly path: string;
  /** Path and query of the page, to which the language selection returns. */
  readonly address: string;
  /** Result of the last operation; null if there is none. */
  readonly notice: ReactNode;
  /** True if an operation was refused; the title then starts with it. */
  readonly isRefused: boolean;
}

/** Menu of the pages. On a narrow screen it opens and closes by links, so that the content comes first. */
function Menu({ t, pages, path }: Pick<PageLayoutProps, 't' | 'pages' | 'path'>) {
  const sections = adminSections.map((section) => ({
    section,
    entries: pages
      .flatMap(({ menu, path: to }) => (menu?.section === section ? [{ ...menu, to }] : []))
      .sort((a, b) => a.position - b.position),
  }));
  return (
    <nav id="menu" aria-label={t('admin.menu.title')}>
      {sections
        .filter(({ entries }) => entries.length > 0)
        .map(({ section, entries }) => (
          <section key={section}>
            <h2>{t(`admin.section.${section}`)}</h2>
            <ul>
              {entries.map(({ to, label }) => (
                <li key={to}>
                  <a href={`/admin${to}`} aria-current={path === to ? 'page' : undefined}>
                    {t(`admin.menu.${label}`)}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      <a href="#main" className="close">
        {t('admin.menu.close')}
      </a>
    </nav>
  );
}

/** Link to the menu, choice of the language and sign-out. */
function StaffMemberBar({
  t,
  locale,
  locales,
  address,
  staffMember: { name, formToken },
}: Pick<PageLayoutProps, 't' | 'locale' | 'locales' | 'address'> & {
  readonly staffMember: NonNullable<PageLayoutProps['staffMember']>;
}) {
  const token = <input type="hidden" name="_token" defaultValue={formToken} />;
  return (
    <>
      <a href="#menu" className="open">
        {t('admin.menu.title')}
      </a>
      <form method="post" action="/admin/language">
        {token}
        <input type="hidden" name="_page" defaultValue={address} />
        <label htmlFor="language">{t('admin.language')}</label>{' '}
        <select id="language" name="language" defaultValue={locale}>
          {locales.map((code) => (
            <option key={code} value={code} lang={code}>
              {new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code}
            </option>
          ))}
        </select>{' '}
        <button type="submit">{t('admin.change')}</button>
      </form>
      <form method="post" action="/admin/sign-out">
        {token}
        <span>{name}</span> <button type="submit">{t('admin.signOut')}</button>
      </form>
    </>
  );
}

/** HTML document of a page. */
export function PageLayout(props: PageLayoutProps) {
  const { t, locale, title, body, staffMember, notice, isRefused } = props;
  const name = isRefused ? t('admin.titleRefused', { title }) : title;
  const main = (
    <main id="main" tabIndex={-1}>
      <h1>{title}</h1>
      {notice !== null && (
        <p className="notice" role="status" tabIndex={-1} autoFocus>
          {notice}
        </p>
      )}
      {body}
    </main>
  );
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${name} · ${t('admin.title')}`}</title>
        <link rel="stylesheet" href="/admin/admin.css" />
      </head>
      <body>
        <a className="skip" href="#main">
          {t('admin.skip')}
        </a>
        <header>
          <a href="/admin/" className="home">
            {t('admin.title')}
          </a>
          {staffMember && <StaffMemberBar {...props} staffMember={staffMember} />}
        </header>
        {staffMember ? (
          <div className="columns">
            <Menu {...props} />
            {main}
          </div>
        ) : (
          <div className="alone">{main}</div>
        )}
      </body>
    </html>
  );
}
