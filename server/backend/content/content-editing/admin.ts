import Type from 'typebox';
import { MAX_KEY_LENGTH, SLUG_PATTERN } from '../../../../shared/rules/slug-pattern.ts';
import type { AdminModule } from '../../core/admin/admin-module.ts';
import { Choice, Day, Flag, Instant, Line, Lines, Text } from '../../core/admin/fields.ts';
import { type AdminOperation, AdminRefusal, createOperation } from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import type { ShopEditor } from '../../shop-store/shop-editor.ts';
import { createContentEntryPages } from './admin-pages.tsx';
import { addArticle, addableArticleTypes, removeArticle } from './articles.ts';
import { parseMenuKey } from './default-menus.ts';
import { getEntryAdminPath, parseEntryId, SOURCE_LANGUAGE, type TextFieldName } from './entry-types.ts';
import { addMenuEntry, getMenuContentEntryId } from './menu-entries.ts';
import { countVersions, type ListPagesShowingEntry } from './queries.ts';
import {
  type Publication,
  planVersion,
  publishVersion,
  restoreVersion,
  withdrawVersion,
  writeText,
} from './service.ts';

/** Maximum length of a single-line text; the importer has lower limits for some. */
const MAX_LINE_LENGTH = 500;
const MAX_FORM_TEXT_LENGTH = 20_000;
const VersionId = Type.Integer({ minimum: 1, maximum: 999_999_999 });
const RecordHash = Line(64);
const ArticleKey = Type.String({ pattern: SLUG_PATTERN, minLength: 1, maxLength: 60 });
const EntryKey = Type.String({ pattern: SLUG_PATTERN, minLength: 1, maxLength: MAX_KEY_LENGTH });
/** Maximum length of a menu label. */
const MAX_MENU_LABEL_LENGTH = 200;

/** Fields of texts; each kind uses some of them. The importer knows which are required. */
const textFields = {
  title: Type.Optional(Line(MAX_LINE_LENGTH)),
  name: Type.Optional(Line(MAX_LINE_LENGTH)),
  slug: Type.Optional(Line(MAX_LINE_LENGTH)),
  claim: Type.Optional(Line(MAX_LINE_LENGTH)),
  summary: Type.Optional(Text(MAX_LINE_LENGTH)),
  intro: Type.Optional(Text(MAX_FORM_TEXT_LENGTH)),
  metaDescription: Type.Optional(Text(MAX_LINE_LENGTH)),
  body: Type.Optional(Text(MAX_FORM_TEXT_LENGTH)),
  benefits: Type.Optional(Lines(20, MAX_LINE_LENGTH)),
  directions: Type.Optional(Text(MAX_FORM_TEXT_LENGTH)),
  labels: Type.Optional(Lines(300, MAX_LINE_LENGTH)),
  columns: Type.Optional(Lines(300, MAX_LINE_LENGTH)),
  links: Type.Optional(Lines(300, MAX_LINE_LENGTH)),
  promises: Type.Optional(Lines(20, MAX_LINE_LENGTH)),
  words: Type.Optional(Text(MAX_LINE_LENGTH)),
  entries: Type.Optional(Lines(300, MAX_LINE_LENGTH)),
} satisfies Record<TextFieldName, unknown>;

/** @throws AdminRefusal if the time is in the past */
function requireFutureTime(publishAt: string | undefined, now: Date): Date {
  if (publishAt === undefined) throw new AdminRefusal('moment_missing', {}, 'publishAt');
  const at = new Date(publishAt);
  if (at <= now) throw new AdminRefusal('moment_past', {}, 'publishAt');
  return at;
}

function parsePublication(
  publish: 'now' | 'later' | 'draft',
  publishAt: string | undefined,
  now: Date,
): Publication {
  return publish === 'later' ? { kind: 'later', at: requireFutureTime(publishAt, now) } : { kind: publish };
}

const createOperations = (editor: ShopEditor): readonly AdminOperation[] => [
  createOperation({
    name: 'text.save',
    input: Type.Object({
      kind: Line(40),
      key: Line(200),
      language: Line(3),
      // Commands change the current text without a concurrency check.
      stamp: Type.Optional(RecordHash),
      replaces: Type.Optional(VersionId),
      ...textFields,
      publish: Choice(['now', 'later', 'draft']),
      publishAt: Type.Optional(Instant()),
      mayLose: Flag(),
    }),
    async run(transaction, input, { actor, now }) {
      const { kind, key, language, stamp, replaces, publish, publishAt, mayLose, ...written } = input;
      const name = parseEntryId(kind, key, language);
      if (!name) throw new AdminRefusal('not_found');
      const publication = parsePublication(publish, publishAt, now);
      const change = { written, stamp, publication, replaces, mayLose };
      const { changes, textVersionId } = await writeText(transaction, name, change, { actor, now, editor });
      if (textVersionId === null || publication.kind === 'now') {
        return {
          changes,
          leadsTo: getEntryAdminPath(name),
          ...(changes.length > 0 && { message: { key: 'admin.said.textPublished' } }),
        };
      }
      const message =
        publication.kind === 'later'
          ? { key: 'admin.said.textPlanned', values: { at: publication.at } }
          : { key: 'admin.said.textDraft' };
      return { changes, message, leadsTo: `/texts/versions/${textVersionId}` };
    },
  }),
  createOperation({
    name: 'text.publish',
    input: Type.Object({ textVersionId: VersionId, stamp: Type.Optional(RecordHash) }),
    async run(transaction, { textVersionId, stamp }, act) {
      const changes = await publishVersion(transaction, textVersionId, { ...act, editor }, stamp);
      return { changes, message: { key: 'admin.said.textPublished' } };
    },
  }),
  createOperation({
    name: 'text.plan',
    input: Type.Object({ textVersionId: VersionId, publishAt: Instant() }),
    async run(transaction, { textVersionId, publishAt }, { now }) {
      const at = requireFutureTime(publishAt, now);
      const changes = await planVersion(transaction, textVersionId, at, editor);
      return { changes, message: { key: 'admin.said.textPlanned', values: { at } } };
    },
  }),
  createOperation({
    name: 'text.withdraw',
    input: Type.Object({ textVersionId: VersionId }),
    async run(transaction, { textVersionId }) {
      const { name, changes } = await withdrawVersion(transaction, textVersionId);
      return { changes, leadsTo: getEntryAdminPath(name) };
    },
  }),
  createOperation({
    name: 'text.restore',
    input: Type.Object({
      textVersionId: VersionId,
      to: Choice(['before', 'after']),
      stamp: Type.Optional(RecordHash),
    }),
    async run(transaction, input, act) {
      const { name, changes } = await restoreVersion(transaction, input, { ...act, editor });
      return {
        changes,
        leadsTo: getEntryAdminPath(name),
        ...(changes.length > 0 && { message: { key: 'admin.said.textPublished' } }),
      };
    },
  }),
  createOperation({
    name: 'entry.add',
    input: Type.Object({
      menu: Line(40),
      // Commands add to the current menu without a concurrency check.
      stamp: Type.Optional(RecordHash),
      entry: EntryKey,
      below: Type.Optional(EntryKey),
      label: Type.Optional(Line(MAX_MENU_LABEL_LENGTH)),
    }),
    async run(transaction, { menu: key, entry, below, label, stamp }, act) {
      const menu = parseMenuKey(key);
      if (menu === undefined) throw new AdminRefusal('not_found');
      if (menu === 'footer' && below === undefined)
        throw new AdminRefusal('entry_column_missing', {}, 'below');
      const newEntry = { menu, entry, below, label, stamp };
      const changes = await addMenuEntry(transaction, newEntry, { ...act, editor });
      return {
        changes,
        message: { key: 'admin.said.textPublished' },
        leadsTo: getEntryAdminPath(getMenuContentEntryId(menu)),
      };
    },
  }),
  createOperation({
    name: 'entry.addColumn',
    input: Type.Object({
      stamp: Type.Optional(RecordHash),
      columnKey: EntryKey,
      label: Line(MAX_MENU_LABEL_LENGTH),
    }),
    async run(transaction, { columnKey: entry, label, stamp }, act) {
      const column = { menu: 'footer', entry, below: undefined, label, stamp } as const;
      return {
        changes: await addMenuEntry(transaction, column, { ...act, editor }),
        message: { key: 'admin.said.columnAdded' },
        leadsTo: getEntryAdminPath(getMenuContentEntryId('footer')),
      };
    },
  }),
  createOperation({
    name: 'article.add',
    input: Type.Object({
      articleKey: ArticleKey,
      articleKind: Choice(addableArticleTypes),
      category: Type.Optional(Line(60)),
      publishedOn: Day(),
      author: Type.Optional(Line(100)),
      relatedProducts: Type.Optional(Lines(12, 60)),
      title: Line(MAX_LINE_LENGTH),
      slug: Line(MAX_LINE_LENGTH),
      summary: Text(MAX_LINE_LENGTH, 1),
      body: Text(MAX_FORM_TEXT_LENGTH, 1),
    }),
    async run(transaction, input, act) {
      const { articleKey: key, articleKind: kind, category, author, relatedProducts = [], ...rest } = input;
      const article = { key, kind, category, author, relatedProducts, ...rest };
      return {
        changes: await addArticle(transaction, article, { ...act, editor }),
        message: { key: 'admin.said.articleAdded', values: { day: rest.publishedOn } },
        leadsTo: getEntryAdminPath({ kind: 'article', key, language: SOURCE_LANGUAGE }),
      };
    },
  }),
  createOperation({
    name: 'article.remove',
    input: Type.Object({ articleKey: ArticleKey }),
    needsConsent: true,
    async run(transaction, { articleKey }, act) {
      const changes = await removeArticle(transaction, articleKey, { ...act, editor });
      return { changes, leadsTo: '/texts?kind=article' };
    },
  }),
];

/** Creates the admin operations on texts: editing, publishing now or later, and restoring. */
export function createContentEntryAdmin(deps: {
  readonly database: Database;
  readonly editor: ShopEditor;
  readonly listPagesShowingEntry: ListPagesShowingEntry;
}): AdminModule {
  const { database, editor } = deps;
  return {
    operations: createOperations(editor),
    pages: createContentEntryPages(deps),
    tasks: [{ label: 'refusedTexts', path: '/texts/plans', count: () => countVersions(database, 'refused') }],
  };
}
