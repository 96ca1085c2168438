import { AdminRefusal, type RefusalDetail, type RefusalLocation } from '../../core/admin/operation.ts';
import { limitRefusalDetails } from '../../core/admin/refusal-details.ts';
import type { Database } from '../../core/database/database.ts';
import { ImportError, type ImportIssue, toRefusalDetail } from '../../shop-store/import-error.ts';
import { NoShopError, readRecords } from '../../shop-store/shop-records.ts';
import {
  type ContentEntryId,
  findEntryOfRow,
  formatEntryId,
  getEntryAdminPath,
  locateEntry,
} from './entry-types.ts';
import { readAt } from './text-values.ts';

/** The context of an operation, which determines its error messages. */
interface FaultContext {
  /** The edited text; left out when an article is deleted, since all errors then concern other texts. */
  readonly editedEntry?: ContentEntryId;
  /** Whether the text is new in every language. */
  readonly isNew?: boolean;
}

/**
 * Changes the message of dead links for a deletion: the page still exists, so the links to it are the
 * problem.
 */
const toDeletionDetail = (detail: RefusalDetail): RefusalDetail =>
  detail.code === 'text_dead_link' ? { ...detail, code: 'article_linked' } : detail;

const MAX_LISTED_FAULTS = 30;

/** Returns the display name of a text: its title or name. */
async function readDisplayName(handle: Database, name: ContentEntryId): Promise<string> {
  const { record, path } = locateEntry(name);
  const [found] = await readRecords(handle, record);
  const text = readAt(found?.value, path);
  const title = readAt(text, ['title']) ?? readAt(text, ['name']);
  return typeof title === 'string' ? title : name.key;
}

/** Returns the location of an error on the admin pages; null if it is in the edited text. */
async function locateIssueOnAdminPage(
  handle: Database,
  issue: ImportIssue,
  { editedEntry: own, isNew = false }: FaultContext,
): Promise<RefusalLocation | null | undefined> {
  const found = findEntryOfRow(issue.file, [issue.row, issue.field]);
  if (!found) return own && isIssueInArticleRow(issue, own) ? null : undefined;
  const { name, field } = found;
  if (own && formatEntryId(name) === formatEntryId(own)) return null;
  const isOfNew = isNew && own?.kind === name.kind && own.key === name.key;
  const labels = [
    { key: `admin.text.kind.${name.kind}` },
    isOfNew ? name.key : await readDisplayName(handle, name),
    name.language,
    ...(field === undefined ? [] : [{ key: `admin.field.${field}` }]),
  ];
  return isOfNew ? { words: labels } : { words: labels, path: getEntryAdminPath(name) };
}

/**
 * Returns whether an error is in the row of an article, whose fields are separate from those of its texts.
 */
const isIssueInArticleRow = ({ file, row }: ImportIssue, { kind, key }: ContentEntryId): boolean =>
  kind === 'article' && file === 'articles.json' && row === `articles.${key}`;

function findEditedField(
  { file, row, field }: ImportIssue,
  own: ContentEntryId | undefined,
): string | undefined {
  if (!own) return undefined;
  const found = findEntryOfRow(file, [row, field]);
  if (found) return formatEntryId(found.name) === formatEntryId(own) ? found.field : undefined;
  return isIssueInArticleRow({ file, row, field, problem: '' }, own) && field !== ''
    ? field.split('.')[0]
    : undefined;
}

/** Leaves out errors in copies of a new text in other languages, if the original has them too. */
function removeDuplicatesInCopies(
  issues: readonly ImportIssue[],
  own: ContentEntryId | undefined,
): readonly ImportIssue[] {
  const isOriginal = ({ file, row, field }: ImportIssue) => {
    const found = findEntryOfRow(file, [row, field]);
    return found === null || (own !== undefined && formatEntryId(found.name) === formatEntryId(own));
  };
  const tell = ({ translatable: told, problem }: ImportIssue) => JSON.stringify(told ?? problem);
  const originals = new Set(issues.filter(isOriginal).map(tell));
  return issues.filter((issue) => isOriginal(issue) || !originals.has(tell(issue)));
}

/** Merges errors that occur on several sites into one that names them all. */
function mergeErrorsOfSites(details: readonly RefusalDetail[]): RefusalDetail[] {
  const joined = new Map<string, { detail: RefusalDetail; sites: (string | number)[] }>();
  for (const detail of details) {
    const { site, ...values } = detail.values ?? {};
    const name = JSON.stringify([detail.code, detail.location, values]);
    const known = joined.get(name) ?? { detail, sites: [] };
    joined.set(name, known);
    if (site !== undefined) known.sites.push(site);
  }
  return [...joined.values()].map(({ detail, sites }) =>
    sites.length === 0 ? detail : { ...detail, values: { ...detail.values, site: sites.join(', ') } },
  );
}

/**
 * Runs work that the importer may refuse. Converts a refusal to messages that name the reason and the
 * location.
 */
export async function withConvertedImportErrors<T>(
  transaction: Database,
  context: FaultContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoShopError) throw new AdminRefusal('shop_not_imported');
    if (!(error instanceof ImportError)) throw error;
    const [first] = error.issues;
    const details: RefusalDetail[] = [];
    const issues = context.isNew ? removeDuplicatesInCopies(error.issues, context.editedEntry) : error.issues;
    for (const issue of issues) {
      const detail = toRefusalDetail(issue, await locateIssueOnAdminPage(transaction, issue, context));
      details.push(context.editedEntry ? detail : toDeletionDetail(detail));
    }
    const field = first && findEditedField(first, context.editedEntry);
    const told = limitRefusalDetails(mergeErrorsOfSites(details), MAX_LISTED_FAULTS);
    throw new AdminRefusal(context.editedEntry ? 'text_faults' : 'article_named', {}, field, told);
  }
}
