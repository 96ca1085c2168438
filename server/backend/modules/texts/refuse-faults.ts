import { AdminRefusal, type RefusalDetail, type RefusalPlace } from '../../admin/operation.ts';
import { cutDetails, toDetail } from '../../admin/refusal-details.ts';
import { ImportError, type ImportIssue } from '../../catalogue-import/import-error.ts';
import { NoShopError, readRecords } from '../../catalogue-import/shop-records.ts';
import type { Database } from '../../database/database.ts';
import { findTextOfRow, getTextPath, locate, nameText, type TextName } from './text-kinds.ts';
import { readAt } from './text-values.ts';

/** The context of an operation, which determines its error messages. */
interface Asked {
  /** The edited text; left out when an article is deleted, since all errors then concern other texts. */
  readonly own?: TextName;
  /** Whether the text is new in every language. */
  readonly isNew?: boolean;
}

/**
 * Changes the message of dead links for a deletion: the page still exists, so the links to it are the
 * problem.
 */
const toRemoval = (detail: RefusalDetail): RefusalDetail =>
  detail.code === 'text_dead_link' ? { ...detail, code: 'article_linked' } : detail;

const FAULTS_TOLD = 30;

/** Returns the display name of a text: its title or name. */
async function readTitle(handle: Database, name: TextName): Promise<string> {
  const { record, path } = locate(name);
  const [found] = await readRecords(handle, record);
  const text = readAt(found?.value, path);
  const title = readAt(text, ['title']) ?? readAt(text, ['name']);
  return typeof title === 'string' ? title : name.key;
}

/** Returns the location of an error on the admin pages; null if it is in the edited text. */
async function placeIssue(
  handle: Database,
  issue: ImportIssue,
  { own, isNew = false }: Asked,
): Promise<RefusalPlace | null | undefined> {
  const found = findTextOfRow(issue.file, [issue.row, issue.field]);
  if (!found) return own && isRowOf(issue, own) ? null : undefined;
  const { name, field } = found;
  if (own && nameText(name) === nameText(own)) return null;
  const isOfNew = isNew && own?.kind === name.kind && own.key === name.key;
  const words = [
    { key: `admin.text.kind.${name.kind}` },
    isOfNew ? name.key : await readTitle(handle, name),
    name.language,
    ...(field === undefined ? [] : [{ key: `admin.field.${field}` }]),
  ];
  return isOfNew ? { words } : { words, path: getTextPath(name) };
}

/**
 * Returns whether an error is in the row of an article, whose fields are separate from those of its texts.
 */
const isRowOf = ({ file, row }: ImportIssue, { kind, key }: TextName): boolean =>
  kind === 'article' && file === 'articles.json' && row === `articles.${key}`;

function findField({ file, row, field }: ImportIssue, own: TextName | undefined): string | undefined {
  if (!own) return undefined;
  const found = findTextOfRow(file, [row, field]);
  if (found) return nameText(found.name) === nameText(own) ? found.field : undefined;
  return isRowOf({ file, row, field, problem: '' }, own) && field !== '' ? field.split('.')[0] : undefined;
}

/** Leaves out errors in copies of a new text in other languages, if the original has them too. */
function withoutCopies(issues: readonly ImportIssue[], own: TextName | undefined): readonly ImportIssue[] {
  const isOriginal = ({ file, row, field }: ImportIssue) => {
    const found = findTextOfRow(file, [row, field]);
    return found === null || (own !== undefined && nameText(found.name) === nameText(own));
  };
  const tell = ({ told, problem }: ImportIssue) => JSON.stringify(told ?? problem);
  const originals = new Set(issues.filter(isOriginal).map(tell));
  return issues.filter((issue) => isOriginal(issue) || !originals.has(tell(issue)));
}

/** Merges errors that occur on several sites into one that names them all. */
function joinSites(details: readonly RefusalDetail[]): RefusalDetail[] {
  const joined = new Map<string, { detail: RefusalDetail; sites: (string | number)[] }>();
  for (const detail of details) {
    const { site, ...values } = detail.values ?? {};
    const name = JSON.stringify([detail.code, detail.place, values]);
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
export async function orRefuse<T>(transaction: Database, asked: Asked, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoShopError) throw new AdminRefusal('shop_not_imported');
    if (!(error instanceof ImportError)) throw error;
    const [first] = error.issues;
    const details: RefusalDetail[] = [];
    const issues = asked.isNew ? withoutCopies(error.issues, asked.own) : error.issues;
    for (const issue of issues) {
      const detail = toDetail(issue, await placeIssue(transaction, issue, asked));
      details.push(asked.own ? detail : toRemoval(detail));
    }
    const field = first && findField(first, asked.own);
    const told = cutDetails(joinSites(details), FAULTS_TOLD);
    throw new AdminRefusal(asked.own ? 'text_faults' : 'article_named', {}, field, told);
  }
}
