import { splitIntoQuestions } from '../../../../shared/rules/split-into-questions.ts';
import { listBlocks } from '../../content/content/queries.ts';
import type { Database } from '../../core/database/database.ts';
import { createPlaceholderFiller } from '../placeholders.ts';
import type { ScopedContext } from '../scoped-call.ts';
import type { SiteDirectory } from '../site-directory.ts';
import type { SiteRecord } from '../site-record.ts';

/** Creates the anchors of the questions of an FAQ subject. They are derived from the displayed texts. */
export function createQuestionAnchors({
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
    // Pictures are not part of a question.
    const textBlocks = stored.filter((block) => block.type !== 'picture');
    const blocks = createPlaceholderFiller(site, language).fillBlocks(textBlocks);
    return splitIntoQuestions(blocks).questions.map(({ id }) => id);
  }

  return {
    /**
     * Returns the position of a question in its subject, starting at 1; null if no question has the anchor.
     */
    async findItemId(
      { site, language }: ScopedContext,
      faqId: number,
      anchor: string,
    ): Promise<number | null> {
      const position = (await listAnchors(site, language.languageId, faqId)).indexOf(anchor);
      return position === -1 ? null : position + 1;
    },
    /** Returns the anchor of a question; undefined if the subject does not have it. */
    async findAnchor(
      { site, languageId }: { readonly site: SiteRecord; readonly languageId: number },
      faqId: number,
      faqItemId: number,
    ): Promise<string | undefined> {
      return (await listAnchors(site, languageId, faqId))[faqItemId - 1];
    },
  };
}
