import { isStaticPath } from '../../../../shared/rules/static-path.ts';
import type { TranslatableFault } from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import { MarkdownError } from '../../core/markdown/markdown-blocks.ts';
import { countSubscribers } from '../../customers/newsletter/queries.ts';
import { listKnownPaths } from '../../sites/routing/queries.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';
import { listBrokenLinks, listLinkedPaths } from './compose-campaign.ts';
import type { CampaignWithTexts } from './queries.ts';

/** The sites and languages, read before a transaction. */
export interface SitesAndLanguages {
  readonly sites: readonly SiteRecord[];
  readonly languages: readonly LanguageRecord[];
}

/** A problem that prevents sending a campaign. */
export type CampaignProblem =
  /** Subscribers whose language the campaign does not have. */
  | { readonly code: 'language_missing'; readonly languageCode: string; readonly readers: number }
  /** A link to a page that a site does not have. */
  | {
      readonly code: 'link_dead';
      readonly languageCode: string;
      readonly siteKey: string;
      readonly path: string;
    };

const MAX_MAIL_SUBJECT_LENGTH = 150;
const MAX_MARKDOWN_LENGTH = 100_000;
const CONTROL_CHARACTER = /\p{Cc}/u;
/** Control characters that a text must not contain. */
const FORBIDDEN_CONTROL_CHARACTER = /[^\P{Cc}\n\r\t]/u;

/** A problem of a campaign text, for commands and admin pages. */
export interface CampaignTextFault {
  readonly problem: string;
  readonly message: TranslatableFault;
}

/** Returns the problem of a text; null if it can be stored. */
export function findCampaignTextFault({
  subject,
  markdown,
}: {
  readonly subject: string;
  readonly markdown: string;
}): CampaignTextFault | null {
  const createFault = (problem: string, code: string, values: TranslatableFault['values'] = {}) => ({
    problem,
    message: { code, values },
  });
  if (subject.trim() === '') return createFault('has no subject', 'campaign_subject_missing');
  if (subject.length > MAX_MAIL_SUBJECT_LENGTH) {
    const problem = `has a subject of more than ${MAX_MAIL_SUBJECT_LENGTH} characters`;
    return createFault(problem, 'campaign_subject_long', { maximum: MAX_MAIL_SUBJECT_LENGTH });
  }
  if (CONTROL_CHARACTER.test(subject)) {
    const problem = 'has a subject with line breaks or invisible characters';
    return createFault(problem, 'campaign_subject_signs');
  }
  if (markdown.trim() === '') return createFault('has no text', 'text_missing');
  if (markdown.length > MAX_MARKDOWN_LENGTH) {
    return createFault(`has more than ${MAX_MARKDOWN_LENGTH} characters`, 'value_long', {
      maximum: MAX_MARKDOWN_LENGTH,
    });
  }
  if (FORBIDDEN_CONTROL_CHARACTER.test(markdown))
    return createFault('contains invisible characters', 'value_character');
  try {
    const [broken] = listBrokenLinks(markdown);
    if (broken === undefined) return null;
    return createFault(`has a link to '${broken}', which is not a valid URL`, 'campaign_link', {
      link: broken,
    });
  } catch (error) {
    if (error instanceof MarkdownError) {
      return { problem: `cannot be read: ${error.message}`, message: error.told };
    }
    throw error;
  }
}

/**
 * Lists all problems that prevent sending a campaign now: missing languages of its subscribers, and broken
 * links.
 */
export async function listProblems(
  handle: Database,
  { sites, languages }: SitesAndLanguages,
  campaign: CampaignWithTexts,
): Promise<CampaignProblem[]> {
  const getCode = (languageId: number): string =>
    languages.find((language) => language.languageId === languageId)?.code ?? String(languageId);
  const textLanguages = new Set(campaign.texts.map(({ languageId }) => languageId));
  const subscribersByLanguage = new Map<number, number>();
  for (const { siteId, languageId, ...counts } of await countSubscribers(handle)) {
    if (!campaign.siteIds.includes(siteId) || textLanguages.has(languageId)) continue;
    // Subscribers of a closed site, or in a language that the site no longer offers, get no campaigns.
    const site = sites.find((record) => record.site.siteId === siteId);
    if (!site?.languages.some((record) => record.languageId === languageId)) continue;
    const count = counts[campaign.kind];
    if (count > 0)
      subscribersByLanguage.set(languageId, (subscribersByLanguage.get(languageId) ?? 0) + count);
  }
  const problems: CampaignProblem[] = [...subscribersByLanguage].map(([languageId, count]) => ({
    code: 'language_missing',
    languageCode: getCode(languageId),
    readers: count,
  }));
  for (const { languageId, markdown } of campaign.texts) {
    const paths = listLinkedPaths(markdown).filter((path) => !isStaticPath(path));
    for (const { site, languages: own } of sites) {
      const isTargetSite =
        campaign.siteIds.includes(site.siteId) && own.some((row) => row.languageId === languageId);
      if (!isTargetSite) continue;
      const known = await listKnownPaths(handle, { siteId: site.siteId, languageId }, paths);
      for (const path of paths.filter((linked) => !known.has(linked))) {
        problems.push({
          code: 'link_dead',
          languageCode: getCode(languageId),
          siteKey: site.key,
          path,
        });
      }
    }
  }
  return problems;
}
