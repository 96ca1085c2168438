import type { PlannedTexts } from '../planned-texts.ts';
import type { ScopedContext } from '../scoped-call.ts';
import type { SiteRecord } from '../site-record.ts';

/**
 * Returns a site with the texts planned for the time of the response, and its links with the page titles at
 * that time.
 */
export async function applyPlannedSiteTexts(
  planned: PlannedTexts,
  { site, language, now }: Pick<ScopedContext, 'site' | 'language' | 'now'>,
): Promise<SiteRecord> {
  const siteTexts = await planned.fetchChanges(now, 'desk', language.code);
  const pages = await planned.fetchChanges(now, 'page', language.code);
  if (siteTexts.isEmpty && pages.isEmpty) return site;
  const isInLanguage = ({ languageId }: { readonly languageId: number }) =>
    languageId === language.languageId;
  return {
    ...site,
    languages: site.languages.map((row) =>
      isInLanguage(row)
        ? {
            ...row,
            customerServiceTitle: siteTexts.readText('customerServiceTitle') ?? row.customerServiceTitle,
            customerServiceTextBottom:
              siteTexts.readText('customerServiceTextBottom') ?? row.customerServiceTextBottom,
            dealerPageTitle: siteTexts.readText('dealerPageTitle') ?? row.dealerPageTitle,
          }
        : row,
    ),
    pages: site.pages.map((page) =>
      isInLanguage(page) ? { ...page, title: pages.readText(page.key, 'title') ?? page.title } : page,
    ),
  };
}
