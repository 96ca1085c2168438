import type { CallAnswer } from '../../../../shared/contract/calls.ts';
import type { Block, ContentPage, ContentSummary } from '../../../../shared/contract/content.ts';
import { findOwn } from '../../../../shared/rules/find-own.ts';
import type { Database } from '../../database/database.ts';
import type { ScopedContext } from '../../http/call.ts';
import { createNotFound } from '../../http/problem-error.ts';
import { createPlaceholderFiller, type PlaceholderFiller } from '../../scope/placeholders.ts';
import { findTextPictures } from '../pictures/queries.ts';
import type { RoutingService } from '../routing/service.ts';
import type { PlannedTexts } from '../texts/module.ts';
import {
  type ContentRow,
  type ContentScope,
  findContent,
  listContentOfKind,
  listRelatedContent,
  listRelatedProductIds,
} from './queries.ts';
import { showPlans } from './show-plans.ts';
import type { ContentPageKind, StoredBlock } from './tables.ts';

export interface ContentService {
  fetchPage(context: ScopedContext, contentPageId: number): Promise<ContentPage>;
  /** A news item; pages of another kind are not found here. */
  fetchMediaItem(context: ScopedContext, contentPageId: number): Promise<ContentPage>;
  fetchList(context: ScopedContext, kind: ContentPageKind): Promise<ContentSummary[]>;
  /** Route and page of a path. An old path answers its redirect together with the page that it leads to. */
  fetchByPath(context: ScopedContext, path: string): Promise<CallAnswer<'fetchContentByPath'>>;
}

const toContentScope = ({ site, language, now }: ScopedContext): ContentScope => ({
  siteId: site.site.siteId,
  languageId: language.languageId,
  now,
});

function toSummary({ page, translation, path }: ContentRow, texts: PlaceholderFiller): ContentSummary {
  return {
    contentPageId: page.contentPageId,
    key: page.key,
    kind: page.kind,
    title: texts.fill(translation.title),
    summary: translation.summary === null ? null : texts.fill(translation.summary),
    publishedOn: page.publishedOn,
    author: page.author === null ? null : texts.fill(page.author),
    scene: page.scene,
    // Error and thank-you pages are shown in place and have no address of their own.
    url: path === null ? '/' : encodeURI(path),
  };
}

/** Day of the last change; null where it is not known, or where it came before the day of publication. */
function getModifiedOn({ page, changedAt }: ContentRow): string | null {
  const day = changedAt?.toISOString().slice(0, 10) ?? null;
  return day !== null && page.publishedOn !== null && day < page.publishedOn ? null : day;
}

/** Makes the service of pages and articles. */
export function createContentService(deps: {
  database: Database;
  routing: RoutingService;
  planned: PlannedTexts;
}): ContentService {
  const { database, routing, planned } = deps;

  /** Blocks with their pictures; one that is not there any more is left out. */
  async function showPictures(blocks: readonly StoredBlock[], code: string): Promise<Block[]> {
    const keys = blocks.flatMap((block) => (block.type === 'picture' ? [block.key] : []));
    const pictures = keys.length === 0 ? new Map() : await findTextPictures(database, keys);
    return blocks.flatMap((block): Block[] => {
      if (block.type !== 'picture') return [block];
      const found = pictures.get(block.key);
      if (!found) return [];
      const { hash, width, height, alts } = found;
      return [{ type: 'picture', picture: { hash, width, height, alt: findOwn(alts, code) ?? '' } }];
    });
  }

  async function fetchPage(context: ScopedContext, contentPageId: number): Promise<ContentPage> {
    const scope = toContentScope(context);
    const found = await findContent(database, scope, contentPageId);
    if (!found) throw createNotFound();
    const [row = found] = await showPlans(planned, context, [found]);
    const texts = createPlaceholderFiller(context.site, context.language);
    const related = await showPlans(
      planned,
      context,
      await listRelatedContent(database, scope, contentPageId),
    );
    return {
      ...toSummary(row, texts),
      metaDescription: texts.fill(row.translation.metaDescription),
      modifiedOn: getModifiedOn(row),
      blocks: texts.fillBlocks(await showPictures(row.translation.blocks, context.language.code)),
      relatedProductIds: await listRelatedProductIds(database, scope.siteId, contentPageId),
      relatedContent: related.map((other) => toSummary(other, texts)),
    };
  }

  return {
    fetchPage,
    async fetchMediaItem(context, contentPageId) {
      const page = await fetchPage(context, contentPageId);
      if (page.kind !== 'news') throw createNotFound();
      return page;
    },
    async fetchList(context, kind) {
      const rows = await showPlans(
        planned,
        context,
        await listContentOfKind(database, toContentScope(context), kind),
      );
      const texts = createPlaceholderFiller(context.site, context.language);
      return rows.map((row) => toSummary(row, texts));
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
