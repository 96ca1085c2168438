import type { ScopedContext } from '../../http/call.ts';
import type { SiteRecord } from '../../scope/site-record.ts';
import type { PlannedTexts } from '../texts/module.ts';

/**
 * Returns a site with the texts planned for the time of the response, and its links with the page titles at
 * that time.
 */
export async function showPlans(
  planned: PlannedTexts,
  { site, language, now }: Pick<ScopedContext, 'site' | 'language' | 'now'>,
): Promise<SiteRecord> {
  const file = `texts/${language.code}.json`;
  const words = await planned.fetchChanges(now, { file, list: 'site' });
  const pages = await planned.fetchChanges(now, { file, list: 'pages' });
  if (words.isEmpty && pages.isEmpty) return site;
  const isShown = ({ languageId }: { readonly languageId: number }) => languageId === language.languageId;
  return {
    ...site,
    languages: site.languages.map((row) =>
      isShown(row)
        ? {
            ...row,
            customerServiceTitle: words.readText('customerServiceTitle') ?? row.customerServiceTitle,
            customerServiceTextBottom:
              words.readText('customerServiceTextBottom') ?? row.customerServiceTextBottom,
            dealerPageTitle: words.readText('dealerPageTitle') ?? row.dealerPageTitle,
          }
        : row,
    ),
    pages: site.pages.map((page) =>
      isShown(page) ? { ...page, title: pages.readText(page.key, 'title') ?? page.title } : page,
    ),
  };
}
