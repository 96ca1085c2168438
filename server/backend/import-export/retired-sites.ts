import { inArray } from 'drizzle-orm';
import type { Database } from '../core/database/database.ts';
import * as schema from '../schema/schema.ts';
import { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';

/**
 * Closes the named sites: customer data and prices remain; hosts, pages and products are removed.
 *
 * @returns the keys of the sites that were open before
 * @throws ImportError if the files omit an open site that is not named, or contain a named one
 */
export async function retireSites(
  transaction: Database,
  files: ShopFiles,
  options: { readonly now: Date; readonly retire?: readonly string[] },
): Promise<string[]> {
  const { site } = schema;
  const closedSites = await findRetiredSites(transaction, files, options);
  await transaction
    .update(site)
    .set({ retiredAt: options.now })
    .where(
      inArray(
        site.siteId,
        closedSites.map(({ siteId }) => siteId),
      ),
    );
  return closedSites.map(({ key }) => key);
}

/** Returns the open sites that the files omit. The import must name them. */
export async function findRetiredSites(
  transaction: Database,
  files: ShopFiles,
  { retire = [] }: { readonly retire?: readonly string[] },
): Promise<readonly { readonly siteId: number; readonly key: string }[]> {
  const { site } = schema;
  const stored = await transaction
    .select({ siteId: site.siteId, key: site.key, retiredAt: site.retiredAt })
    .from(site);
  const issues = new IssueList();
  const add = (key: string, field: string, problem: string) =>
    issues.add('sites.json', `sites.${key}`, field, problem);
  const stated = new Map(files.sites.map(({ siteId, key }) => [siteId, key]));
  const closedSites = stored.filter(({ siteId, retiredAt }) => retiredAt === null && !stated.has(siteId));
  for (const { siteId, key } of closedSites) {
    const renumbered = files.sites.find((other) => other.key === key);
    if (renumbered) {
      add(
        key,
        'siteId',
        `is ${renumbered.siteId}, but ${siteId} in the shop: the id of a site must not change`,
      );
    } else if (!retire.includes(key)) {
      add(
        key,
        '',
        `is missing, but open: restore it, or close it permanently with --retire ${key}. A closed site keeps its prices, quotations, reminders and mails`,
      );
    }
  }
  for (const key of retire) {
    if (files.sites.some((row) => row.key === key)) {
      add(key, '', 'is to be closed, but is in the file: remove it there, or omit --retire');
    } else if (!stored.some((row) => row.key === key)) {
      add(key, '', 'is to be closed, but the shop has no site with this key');
    }
  }
  issues.throwIfAny();
  return closedSites;
}
