import { getQuestions } from '../../../../shared/rules/questions.ts';
import type { Database } from '../../database/database.ts';
import type { ScopedContext } from '../../http/call.ts';
import { createPlaceholderFiller } from '../../scope/placeholders.ts';
import type { SiteDirectory } from '../../scope/site-directory.ts';
import type { SiteRecord } from '../../scope/site-record.ts';
import { listBlocks } from '../content/queries.ts';

/** Anchors of the questions of a subject. They are made from the words that the site's visitors read. */
export function createQuestionAddresses({
  database,
  sites,
}: {
  readonly database: Database;
  readonly sites: SiteDirectory;
}) {
  async function listAnchors(site: SiteRecord, languageId: number, faqId: number): Promise<string[]> {
    const language = await sites.findLanguage(languageId);
    if (!language) return [];
    const stored = await listBlocks(database, faqId, languageId);
    // Pictures are no part of a question.
    const words = stored.filter((block) => block.type !== 'picture');
    const blocks = createPlaceholderFiller(site, language).fillBlocks(words);
    return getQuestions(blocks).questions.map(({ id }) => id);
  }

  return {
    /** Place of a question among those of its subject, from 1; null where no question has the anchor. */
    async findItemId(
      { site, language }: ScopedContext,
      faqId: number,
      anchor: string,
    ): Promise<number | null> {
      const position = (await listAnchors(site, language.languageId, faqId)).indexOf(anchor);
      return position === -1 ? null : position + 1;
    },
    /** Undefined where the subject has no such question. */
    async findAnchor(
      { site, languageId }: { readonly site: SiteRecord; readonly languageId: number },
      faqId: number,
      faqItemId: number,
    ): Promise<string | undefined> {
      return (await listAnchors(site, languageId, faqId))[faqItemId - 1];
    },
  };
}
