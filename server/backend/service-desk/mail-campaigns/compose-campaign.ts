import type { Block, Inline } from '../../../../shared/contract/content.ts';
import type { MailBlock, MailContent } from '../../core/mail/mail-content.ts';
import type { MailTranslate } from '../../core/mail/mail-texts.ts';
import { parseTextOnlyMarkdown } from '../../core/markdown/markdown-blocks.ts';
import { createPlaceholderFiller } from '../../sites/placeholders.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';
import type { CampaignRecord, CampaignTextRecord } from './queries.ts';

/** Returns the `mailCampaignId` of visits and orders from a campaign. */
export const getMailCampaignId = (campaignId: number): string => `letter-${campaignId}`;

/** Returns the kind of the mails of a campaign. */
export const getCampaignMailKind = ({
  kind,
  campaignId,
}: Pick<CampaignRecord, 'kind' | 'campaignId'>): string => `letter-${kind}-${campaignId}`;

const MAX_PREVIEW_LENGTH = 140;

const listInlineRuns = (blocks: readonly Block[]): Inline[] =>
  blocks.flatMap((block) => {
    if (block.type === 'list') return block.items.flat();
    return block.type === 'paragraph' ? block.content : [];
  });

/** Lists the internal paths that a text links to, decoded and without query and fragment. */
export function listLinkedPaths(markdown: string): string[] {
  const paths = listInlineRuns(parseTextOnlyMarkdown(markdown)).flatMap(({ href }) =>
    href?.startsWith('/') ? [decodeLinkPath(href)] : [],
  );
  return [...new Set(paths)];
}

function decodeLinkPath(href: string): string {
  const path = href.replace(/[?#].*$/, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Returns whether a link target is valid. `parseTextOnlyMarkdown` has only checked its scheme. */
export const isValidLinkTarget = (href: string): boolean => !href.startsWith('https:') || URL.canParse(href);

/** Lists the invalid link targets of a text. */
export const listBrokenLinks = (markdown: string): string[] =>
  listInlineRuns(parseTextOnlyMarkdown(markdown)).flatMap(({ href }) =>
    href === undefined || isValidLinkTarget(href) ? [] : [href],
  );

/** Adds the campaign id to an internal link. Other links are left unchanged. */
function addCampaignIdToLink(href: string, context: CampaignMailContext): string {
  const { origin, siteHosts, mailCampaignId } = context;
  if (/^(?:tel|mailto):/.test(href)) return href;
  const url = new URL(href, `${origin}/`);
  if (!siteHosts.has(url.host)) return url.href;
  url.searchParams.set('mailCampaignId', mailCampaignId);
  return url.href;
}

export interface CampaignMailContext {
  readonly site: SiteRecord;
  readonly language: LanguageRecord;
  readonly t: MailTranslate;
  /** Scheme and host of the site in this language, without a trailing slash. */
  readonly origin: string;
  /** Host and port of every site and language. */
  readonly siteHosts: ReadonlySet<string>;
  readonly mailCampaignId: string;
  readonly kind: CampaignRecord['kind'];
}

/**
 * Composes a campaign as a mail of a site in a language: its Markdown without HTML, and the reason why the
 * recipient gets it.
 */
export function composeCampaign(text: CampaignTextRecord, context: CampaignMailContext): MailContent {
  const { site, language, t, kind } = context;
  const filler = createPlaceholderFiller(site, language);
  const tag = (runs: readonly Inline[]): Inline[] =>
    runs.map((run) =>
      run.href === undefined ? run : { ...run, href: addCampaignIdToLink(run.href, context) },
    );
  const filled = filler.fillBlocks(parseTextOnlyMarkdown(text.markdown));
  const blocks = filled.flatMap((block): MailBlock[] => {
    if (block.type === 'heading') return [{ type: 'heading', text: block.text }];
    if (block.type === 'paragraph') return [{ type: 'words', content: tag(block.content) }];
    return block.type === 'list'
      ? [{ type: 'list', ordered: block.ordered, items: block.items.map(tag) }]
      : [];
  });
  const preview = listInlineRuns(filled)
    .map((run) => run.text)
    .join('');
  const subject = filler.fill(text.subject);
  return {
    subject,
    preview: [...preview].slice(0, MAX_PREVIEW_LENGTH).join(''),
    heading: subject,
    blocks: [
      ...blocks,
      { type: 'small', text: t(kind === 'offers' ? 'campaign.reasonOffers' : 'campaign.reasonNewsletter') },
    ],
  };
}
