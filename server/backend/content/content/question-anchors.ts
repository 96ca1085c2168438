import { splitIntoQuestions } from '../../../../shared/rules/split-into-questions.ts';
import type { Database } from '../../core/database/database.ts';
import { createPlaceholderFiller } from '../../sites/placeholders.ts';
import type { RoutedContent } from '../../sites/routed-pages.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import { listBlocks } from './queries.ts';

/** Creates the anchors of the questions of an FAQ subject. They are derived from the displayed texts. */
export function createQuestionAnchors({
  database,
  sites,
}: {
  readonly database: Database;
  readonly sites: SiteDirectory;
}): RoutedContent['questions'] {
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
    async findItemId({ site, language }, faqId, anchor) {
      const position = (await listAnchors(site, language.languageId, faqId)).indexOf(anchor);
      return position === -1 ? null : position + 1;
    },
    async findAnchor({ site, languageId }, faqId, faqItemId) {
      return (await listAnchors(site, languageId, faqId))[faqItemId - 1];
    },
  };
}
