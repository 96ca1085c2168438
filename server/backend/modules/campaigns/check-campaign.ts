import { visitedPaths } from '../../../../shared/rules/fixed-paths.ts';
import { getScreenOfSegment } from '../../../../shared/rules/localised-segments.ts';
import type { ToldFault } from '../../catalogue-import/import-error.ts';
import { MarkdownError } from '../../catalogue-import/markdown-blocks.ts';
import type { Database } from '../../database/database.ts';
import type { LanguageRecord, SiteRecord } from '../../scope/site-record.ts';
import { countSubscribers } from '../newsletter/queries.ts';
import { listBrokenLinks, listLinkedPaths } from './compose-campaign.ts';
import { listKnownPaths, type WholeCampaign } from './queries.ts';

/** The sites and languages, read before a transaction. */
export interface CampaignScope {
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

const SUBJECT_LENGTH = 150;
const TEXT_LENGTH = 100_000;
const CONTROL = /\p{Cc}/u;
/** Control characters that a text must not contain. */
const CONTROL_IN_TEXT = /[^\P{Cc}\n\r\t]/u;

/** A problem of a campaign text, for commands and admin pages. */
export interface CampaignTextFault {
  readonly problem: string;
  readonly told: ToldFault;
}

/** Returns the problem of a text; null if it can be stored. */
export function findTextFault({
  subject,
  markdown,
}: {
  readonly subject: string;
  readonly markdown: string;
}): CampaignTextFault | null {
  const tell = (problem: string, code: string, values: ToldFault['values'] = {}) => ({
    problem,
    told: { code, values },
  });
  if (subject.trim() === '') return tell('has no subject', 'campaign_subject_missing');
  if (subject.length > SUBJECT_LENGTH) {
    const problem = `has a subject of more than ${SUBJECT_LENGTH} characters`;
    return tell(problem, 'campaign_subject_long', { maximum: SUBJECT_LENGTH });
  }
  if (CONTROL.test(subject)) {
    const problem = 'has a subject of several lines, or with signs that cannot be seen';
    return tell(problem, 'campaign_subject_signs');
  }
  if (markdown.trim() === '') return tell('has no text', 'text_missing');
  if (markdown.length > TEXT_LENGTH) {
    return tell(`has more than ${TEXT_LENGTH} characters`, 'value_long', { maximum: TEXT_LENGTH });
  }
  if (CONTROL_IN_TEXT.test(markdown)) return tell('has signs that cannot be seen', 'value_character');
  try {
    const [broken] = listBrokenLinks(markdown);
    if (broken === undefined) return null;
    return tell(`has a link to '${broken}', which is no address`, 'campaign_link', { link: broken });
  } catch (error) {
    if (error instanceof MarkdownError) {
      return { problem: `cannot be read: ${error.message}`, told: error.told };
    }
    throw error;
  }
}

const isScreen = (path: string): boolean =>
  visitedPaths.includes(path) || getScreenOfSegment(path.split('/')[1] ?? '') !== undefined;

/**
 * Lists all problems that prevent sending a campaign now: missing languages of its subscribers, and broken
 * links.
 */
export async function listProblems(
  handle: Database,
  { sites, languages }: CampaignScope,
  campaign: WholeCampaign,
): Promise<CampaignProblem[]> {
  const getCode = (languageId: number): string =>
    languages.find((language) => language.languageId === languageId)?.code ?? String(languageId);
  const spoken = new Set(campaign.texts.map(({ languageId }) => languageId));
  const readers = new Map<number, number>();
  for (const { siteId, languageId, ...counts } of await countSubscribers(handle)) {
    if (!campaign.siteIds.includes(siteId) || spoken.has(languageId)) continue;
    // Subscribers of a closed site, or in a language that the site no longer offers, get no campaigns.
    const site = sites.find((record) => record.site.siteId === siteId);
    if (!site?.languages.some((record) => record.languageId === languageId)) continue;
    const count = counts[campaign.kind];
    if (count > 0) readers.set(languageId, (readers.get(languageId) ?? 0) + count);
  }
  const problems: CampaignProblem[] = [...readers].map(([languageId, count]) => ({
    code: 'language_missing',
    languageCode: getCode(languageId),
    readers: count,
  }));
  for (const { languageId, markdown } of campaign.texts) {
    const paths = listLinkedPaths(markdown).filter((path) => !isScreen(path));
    for (const { site, languages: own } of sites) {
      const isMeant =
        campaign.siteIds.includes(site.siteId) && own.some((row) => row.languageId === languageId);
      if (!isMeant) continue;
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
