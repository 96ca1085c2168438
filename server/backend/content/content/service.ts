import type { CallAnswer } from '../../../../shared/contract/calls.ts';
import type {
  Block,
  ContentKind,
  ContentPage,
  ContentSummary,
  Faq,
} from '../../../../shared/contract/content.ts';
import { getOwnProperty } from '../../../../shared/rules/get-own-property.ts';
import { splitIntoQuestions } from '../../../../shared/rules/split-into-questions.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound } from '../../core/http/problem-error.ts';
import type { StoredBlock } from '../../core/markdown/markdown-blocks.ts';
import { createPlaceholderFiller, type PlaceholderFiller } from '../../sites/placeholders.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import type { RoutingService } from '../../sites/routing/service.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { findTextPictures } from '../pictures/queries.ts';
import { applyPlannedTexts } from './apply-planned-texts.ts';
import {
  type ContentRow,
  type ContentScope,
  findClip,
  findContent,
  type ListRelatedProductIds,
  listContentOfKinds,
  listParentPages,
  listRelatedContent,
} from './queries.ts';

export interface ContentService {
  fetchPage(context: ScopedContext, contentPageId: number): Promise<ContentPage>;
  /** Returns a page of one of some kinds. Throws `not_found` for a page of another kind. */
  fetchPageOfKind(
    context: ScopedContext,
    kinds: readonly ContentKind[],
    contentPageId: number,
  ): Promise<ContentPage>;
  /**
   * Lists the pages of some kinds, newest first.
   *
   * @param category restricts the list to one category; `not_found` if the category is of another kind
   */
  fetchList(
    context: ScopedContext,
    kinds: readonly ContentKind[],
    category?: { readonly kind: ContentKind; readonly contentPageId: number | undefined },
  ): Promise<ContentSummary[]>;
  /** Returns an FAQ subject with its questions in order. */
  fetchFaq(context: ScopedContext, contentPageId: number): Promise<Faq>;
  /**
   * Returns route and page of a path. An old path returns its redirect together with the page it leads to.
   */
  fetchByPath(context: ScopedContext, path: string): Promise<CallAnswer<'fetchContentByPath'>>;
}

const toContentScope = ({ site, language, now }: ScopedContext): ContentScope => ({
  siteId: site.site.siteId,
  languageId: language.languageId,
  now,
});

function toContentSummary({ page, translation, path }: ContentRow, texts: PlaceholderFiller): ContentSummary {
  return {
    contentPageId: page.contentPageId,
    key: page.key,
    kind: page.kind,
    title: texts.fill(translation.title),
    summary: translation.summary === null ? null : texts.fill(translation.summary),
    publishedOn: page.publishedOn,
    author: page.author === null ? null : texts.fill(page.author),
    scene: page.scene,
    // Error and thank-you pages have no address: they are rendered in place of another page.
    url: path === null ? '/' : encodeURI(path),
  };
}

/** Returns the date of the last change; null if it is unknown or before the publication date. */
function getModifiedOn({ page, changedAt }: ContentRow): string | null {
  const day = changedAt?.toISOString().slice(0, 10) ?? null;
  return day !== null && page.publishedOn !== null && day < page.publishedOn ? null : day;
}

/** Creates the service of pages and articles. */
export function createContentService(deps: {
  database: Database;
  routing: RoutingService;
  planned: PlannedTexts;
  listRelatedProductIds: ListRelatedProductIds;
}): ContentService {
  const { database, routing, planned, listRelatedProductIds } = deps;

  /** Returns blocks with their pictures. Blocks whose picture no longer exists are left out. */
  async function resolvePictures(blocks: readonly StoredBlock[], code: string): Promise<Block[]> {
    const keys = blocks.flatMap((block) => (block.type === 'picture' ? [block.key] : []));
    const pictures = keys.length === 0 ? new Map() : await findTextPictures(database, keys);
    return blocks.flatMap((block): Block[] => {
      if (block.type !== 'picture') return [block];
      const found = pictures.get(block.key);
      if (!found) return [];
      const { hash, width, height, alts } = found;
      return [{ type: 'picture', picture: { hash, width, height, alt: getOwnProperty(alts, code) ?? '' } }];
    });
  }

  async function fetchPage(context: ScopedContext, contentPageId: number): Promise<ContentPage> {
    const scope = toContentScope(context);
    const found = await findContent(database, scope, contentPageId);
    if (!found) throw createNotFound();
    const [row = found] = await applyPlannedTexts(planned, context, [found]);
    const texts = createPlaceholderFiller(context.site, context.language);
    const related = await applyPlannedTexts(
      planned,
      context,
      await listRelatedContent(database, scope, contentPageId),
    );
    const parents = await applyPlannedTexts(
      planned,
      context,
      await listParentPages(database, scope, contentPageId),
    );
    const clip = await findClip(database, scope.languageId, contentPageId);
    return {
      ...toContentSummary(row, texts),
      metaDescription: texts.fill(row.translation.metaDescription),
      modifiedOn: getModifiedOn(row),
      blocks: texts.fillBlocks(await resolvePictures(row.translation.blocks, context.language.code)),
      relatedProductIds: await listRelatedProductIds(database, scope.siteId, contentPageId),
      relatedContent: related.map((other) => toContentSummary(other, texts)),
      parents: parents
        .map((parent) => toContentSummary(parent, texts))
        .map(({ contentPageId: parentId, title, url }) => ({ contentPageId: parentId, title, url })),
      clip: clip
        ? {
            name: clip.name,
            captions: clip.captions.map(({ from, to, text }) => ({ from, to, text: texts.fill(text) })),
          }
        : null,
    };
  }

  async function fetchPageOfKind(
    context: ScopedContext,
    kinds: readonly ContentKind[],
    contentPageId: number,
  ): Promise<ContentPage> {
    const page = await fetchPage(context, contentPageId);
    if (!kinds.includes(page.kind)) throw createNotFound();
    return page;
  }

  return {
    fetchPage,
    fetchPageOfKind,
    async fetchList(context, kinds, category) {
      const scope = toContentScope(context);
      const categoryId = category?.contentPageId;
      if (categoryId !== undefined) {
        const row = await findContent(database, scope, categoryId);
        if (row?.page.kind !== category?.kind) throw createNotFound();
      }
      const rows = await applyPlannedTexts(
        planned,
        context,
        await listContentOfKinds(database, scope, kinds, categoryId),
      );
      const texts = createPlaceholderFiller(context.site, context.language);
      return rows.map((row) => toContentSummary(row, texts));
    },
    async fetchFaq(context, contentPageId) {
      const { title, url, blocks } = await fetchPageOfKind(context, ['faq'], contentPageId);
      return {
        faqId: contentPageId,
        title,
        url,
        items: splitIntoQuestions(blocks).questions.map(({ id, question, answer }, index) => ({
          faqItemId: index + 1,
          anchor: id,
          question,
          answer: [...answer],
        })),
      };
    },
    async fetchByPath(context, path) {
      const row = await routing.findRow(context, path);
      if (!row || row.contentPageId === null) throw createNotFound();
      return {
        route: await routing.fetchRoute(context, path),
        content: await fetchPage(context, row.contentPageId),
      };
    },
  };
}
