import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../core/database/database.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { listHosts, type SiteLanguageHost } from '../shop-store/shop-routes.ts';
import { fetchRows, toUnnestColumns } from '../shop-store/write-rows.ts';
import type { RouteRow, StoredRoute } from '../sites/routing/queries.ts';

const REDIRECTS_FILE = 'redirects.json';

/** Returns a key for an address of a host. */
const getAddressKey = (siteId: number, languageId: number, path: string): string =>
  `${siteId} ${languageId} ${path}`;

/** Returns the former addresses of a host that still redirect. Texts may link to them. */
export function listOldPaths(files: ShopFiles, { site, code }: SiteLanguageHost): Set<string> {
  return new Set(
    files.redirects.filter((row) => row.site === site.key && row.language === code).map(({ path }) => path),
  );
}

const getTargetKey = ({ contentPageId, categoryId, productVariantId }: StoredRoute): string =>
  `${contentPageId} ${categoryId} ${productVariantId}`;

/** Lists the addresses of a host whose targets still exist, at any address. */
export function listRedirectedPaths(
  storedRoutes: readonly StoredRoute[],
  { site, languageId }: SiteLanguageHost,
  routes: readonly RouteRow[],
): Set<string> {
  const targets = new Set(routes.map(getTargetKey));
  return new Set(
    storedRoutes
      .filter(
        (old) =>
          old.siteId === site.siteId && old.languageId === languageId && targets.has(getTargetKey(old)),
      )
      .map(({ path }) => path),
  );
}

/**
 * Checks redirects: the host exists and the target is a present address.
 *
 * @param leadingOn former addresses that redirect automatically, because content was renamed after the
 *   files were written
 */
export function checkRedirects(
  files: ShopFiles,
  host: SiteLanguageHost,
  routes: readonly RouteRow[],
  issues: IssueList,
  leadingOn: ReadonlySet<string>,
): void {
  const own = files.redirects.filter((row) => row.site === host.site.key && row.language === host.code);
  if (own.length === 0) return;
  const addresses = new Set(routes.flatMap(({ path, isCanonical }) => (isCanonical ? [path] : [])));
  const seen = new Set<string>();
  for (const { site, language, path, to } of own) {
    const row = `redirects.${site}/${language}${path}`;
    if (seen.has(path)) issues.add(REDIRECTS_FILE, row, 'path', 'is duplicated');
    seen.add(path);
    if (!addresses.has(to) && !leadingOn.has(to)) {
      const told = { code: 'redirect_dead', values: { path, to, site } };
      issues.add(REDIRECTS_FILE, row, 'to', `leads to ${to}, which the site does not have`, told);
    }
  }
}

/** Reports redirects whose host does not exist in the files. */
export function checkRedirectHosts(files: ShopFiles, issues: IssueList): void {
  const hosts = new Set(listHosts(files).map(({ site, code }) => `${site.key}/${code}`));
  for (const { site, language, path } of files.redirects) {
    if (hosts.has(`${site}/${language}`)) continue;
    issues.add(
      REDIRECTS_FILE,
      `redirects.${site}/${language}${path}`,
      'site',
      'is not a site that speaks this language',
    );
  }
}

/** Stages the files' redirects together with the addresses. A present address is never a redirect. */
export async function stageRedirects(transaction: Database, files: ShopFiles, stage: SQL): Promise<void> {
  if (files.redirects.length === 0) return;
  const hosts = new Map(
    listHosts(files).map(({ site, languageId, code }) => [
      `${site.key}/${code}`,
      { siteId: site.siteId, languageId },
    ]),
  );
  const rows = new Map(
    files.redirects.flatMap(({ site, language, path, to }) => {
      const host = hosts.get(`${site}/${language}`);
      return host
        ? [[getAddressKey(host.siteId, host.languageId, path), { ...host, path, to }] as const]
        : [];
    }),
  );
  const stated = [...rows.values()];
  await transaction.execute(
    sql`insert into ${stage} (site_id, language_id, path, kind, content_page_id, category_id, product_variant_id, omit_article_code, is_canonical, redirect_to, is_permanent)
      select stated.site_id, stated.language_id, stated.path, 'redirect', now.content_page_id, now.category_id, now.product_variant_id,
        now.omit_article_code, false, now.path, true
      from unnest(${toUnnestColumns(
        ['int', stated.map(({ siteId }) => siteId)],
        ['int', stated.map(({ languageId }) => languageId)],
        ['text', stated.map(({ path }) => path)],
        ['text', stated.map(({ to }) => to)],
      )}) as stated (site_id, language_id, path, target)
      join ${stage} now on now.is_canonical and now.site_id = stated.site_id and now.language_id = stated.language_id
        and now.path = stated.target
      where not exists (
        select 1 from ${stage} taken where taken.site_id = stated.site_id and taken.language_id = stated.language_id
          and taken.path = stated.path
      )`,
  );
}

/**
 * Lists the redirects of the files that the shop does not have. A present address of the shop is never a
 * redirect.
 */
export async function listNewRedirects(transaction: Database, files: ShopFiles): Promise<string[]> {
  const rows = await fetchRows<{ name: string }>(
    transaction,
    sql`select stated.site || '/' || stated.language || stated.path as name
      from unnest(${toUnnestColumns(
        ['text', files.redirects.map(({ site }) => site)],
        ['text', files.redirects.map(({ language }) => language)],
        ['text', files.redirects.map(({ path }) => path)],
        ['text', files.redirects.map(({ to }) => to)],
      )}) as stated (site, language, path, target)
      left join site on site.key = stated.site
      left join language on language.code = stated.language
      left join route on route.site_id = site.site_id and route.language_id = language.language_id
        and route.path = stated.path
      where route.path is null or (not route.is_canonical and route.redirect_to is distinct from stated.target)`,
  );
  return rows.map(({ name }) => name);
}
