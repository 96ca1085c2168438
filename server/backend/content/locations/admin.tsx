import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { isObject } from '../../../../shared/rules/json-object.ts';
import type { AdminFile, AdminModule } from '../../core/admin/admin-module.ts';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import { DetailList } from '../../core/admin/components/DetailList.tsx';
import { Section } from '../../core/admin/components/Section.tsx';
import { Choice, Flag, Text } from '../../core/admin/fields.ts';
import { AdminRefusal, createOperation, type RefusalLocation } from '../../core/admin/operation.ts';
import { limitRefusalDetails } from '../../core/admin/refusal-details.ts';
import type { Database } from '../../core/database/database.ts';
import { ImportError, type ImportIssue, toRefusalDetail } from '../../shop-store/import-error.ts';
import type { ShopEdit, ShopEditor } from '../../shop-store/shop-editor.ts';
import { NoShopError, normalizeEnteredEdits, readRecords } from '../../shop-store/shop-records.ts';

/** Files of locations in the format of the import. */
const files = {
  dealers: { file: 'dealers.json', list: 'dealers', id: 'dealerId' },
  parcelPoints: { file: 'pickup-points.json', list: 'points', id: 'parcelShopId' },
} as const;
type LocationType = keyof typeof files;

/** Size limit in bytes. 5,000 dealers have about 3 MB. */
const MAX_UPLOAD_BYTES = 10_000_000;
const MAX_TEXT_LENGTH = 1_000_000;
/** Maximum number of listed problems. */
const MAX_LISTED_PROBLEMS = 200;

/**
 * Returns the rows of a file by their ids.
 *
 * @throws AdminRefusal `places_file` if the file has another format, `places_twice` if two rows have the
 * same id
 */
function readUploadedRows(kind: LocationType, text: string): Map<string, unknown> {
  const { list, id } = files[kind];
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new AdminRefusal('places_file', { list }, 'file');
  }
  const rows: unknown = isObject(json) ? json[list] : undefined;
  if (!Array.isArray(rows)) throw new AdminRefusal('places_file', { list }, 'file');
  const byId = new Map<string, unknown>();
  for (const [index, row] of rows.entries()) {
    const key: unknown = isObject(row) ? row[id] : undefined;
    if (typeof key !== 'string' && typeof key !== 'number') {
      throw new AdminRefusal('places_row', { row: index + 1, id }, 'file');
    }
    if (byId.has(String(key))) throw new AdminRefusal('places_twice', { id: String(key) }, 'file');
    byId.set(String(key), row);
  }
  return byId;
}

/** Returns the name by which people know a location. */
function getDisplayName(key: string, row: unknown): string {
  const name: unknown = isObject(row) ? row.name : undefined;
  return typeof name === 'string' ? `${key} ${name.slice(0, 80)}` : key;
}

/**
 * Returns a problem for display. A problem in the uploaded file names its location; another one names its own
 * file.
 */
function locateIssue(
  issue: ImportIssue,
  upload: { readonly file: string; readonly list: string; readonly rows: ReadonlyMap<string, unknown> },
): RefusalLocation | undefined {
  const key = issue.row.slice(upload.list.length + 1);
  if (issue.file !== upload.file || !upload.rows.has(key)) return undefined;
  return { words: [getDisplayName(key, upload.rows.get(key)), ...(issue.field === '' ? [] : [issue.field])] };
}

const createReplaceLocationsOperation = (editor: ShopEditor) =>
  createOperation({
    name: 'places.replace',
    input: Type.Object({
      places: Choice(['dealers', 'parcelPoints']),
      list: Type.Optional(Text(MAX_TEXT_LENGTH)),
      isSeen: Type.Optional(Flag()),
    }),
    files: { file: { maxBytes: MAX_UPLOAD_BYTES, maxCount: 1 } },
    async run(transaction, { places, list: pasted = '', isSeen = false }, { actor, now, files: sent }) {
      const [upload] = sent.get('file') ?? [];
      const uploaded = upload && upload.bytes.length > 0 ? upload.bytes.toString('utf8') : '';
      if ((uploaded === '') === (pasted.trim() === '')) throw new AdminRefusal('list_or_file', {}, 'file');
      const { file, list } = files[places];
      const rows = [...readUploadedRows(places, uploaded === '' ? pasted : uploaded)];
      const newRecords = await normalizeEnteredEdits(
        transaction,
        rows.map(([key, value]) => ({ file, list, key, value })),
      );
      const newRows = new Map(newRecords.map(({ key, value }) => [key, value]));
      const known = new Map(
        (await readRecords(transaction, { file, list })).map(({ key, value }) => [key, value]),
      );
      const added = [...newRows].filter(([key]) => !known.has(key));
      const changed = [...newRows].filter(
        ([key, row]) => known.has(key) && !isDeepStrictEqual(known.get(key), row),
      );
      const removed = [...known].filter(([key]) => !newRows.has(key));
      const edits: ShopEdit[] = [
        ...[...added, ...changed].map(([key, value]) => ({ file, list, key, value })),
        ...removed.map(([key]) => ({ file, list, key, value: null })),
      ];
      if (edits.length === 0) return { changes: [] };
      try {
        await editor.applyEdits(transaction, edits, { actor, now });
      } catch (error) {
        if (error instanceof NoShopError) throw new AdminRefusal('shop_not_imported');
        if (!(error instanceof ImportError)) throw error;
        const faults = error.issues.map((issue) =>
          toRefusalDetail(issue, locateIssue(issue, { file, list, rows: newRows })),
        );
        throw new AdminRefusal(
          'file_faults',
          { smart_count: faults.length },
          'file',
          limitRefusalDetails(faults),
        );
      }
      const counts = { added: added.length, changed: changed.length, removed: removed.length };
      if (!isSeen) {
        // Throwing rolls back all changes: the staff member has to confirm the differences first.
        const listDifferences = (code: string, rows: readonly (readonly [string, unknown])[]) =>
          rows.map(([key, row]) => ({ code: `places_${code}`, values: { name: getDisplayName(key, row) } }));
        const lines = [
          ...listDifferences('removed', removed),
          ...listDifferences('changed', changed),
          ...listDifferences('added', added),
        ];
        throw new AdminRefusal(
          'places_difference',
          counts,
          undefined,
          limitRefusalDetails(lines, MAX_LISTED_PROBLEMS),
        );
      }
      return {
        changes: [
          { resource: 'places', resourceId: places, before: null, after: counts, count: edits.length },
        ],
        message: { key: 'admin.places.said', values: counts },
      };
    },
  });

/** Creates the download in the format of the upload. */
const createLocationDownload = (database: Database, kind: LocationType): AdminFile => {
  const { file, list } = files[kind];
  return {
    path: `/places/${file}`,
    async read() {
      const records = await readRecords(database, { file, list });
      const rows = records.map(({ value }) => value);
      const bytes = Buffer.from(`${JSON.stringify({ schemaVersion: 1, [list]: rows }, null, 1)}\n`);
      return { type: 'application/json; charset=utf-8', bytes, fileName: file };
    },
  };
};

/** Creates the admin pages of dealers and parcel shops. An uploaded file replaces all existing ones. */
export function createLocationAdmin({
  database,
  editor,
}: {
  readonly database: Database;
  readonly editor: ShopEditor;
}): AdminModule {
  return {
    operations: [createReplaceLocationsOperation(editor)],
    pages: [
      {
        path: '/places',
        menu: { section: 'goods', label: 'places', position: 80 },
        async read({ t, form }) {
          const kinds = ['dealers', 'parcelPoints'] as const;
          const details = [];
          for (const kind of kinds) {
            const { file, list } = files[kind];
            const { length } = await readRecords(database, { file, list });
            const download = (
              <>
                {length} ·{' '}
                <AdminLink path={`/places/${file}`}>{t('admin.places.download', { file })}</AdminLink>
              </>
            );
            details.push([t(`admin.choice.${kind}`), download] as const);
          }
          const replace = form('places.replace', {
            fields: ['places', 'file', 'list', 'isSeen'],
            note: <p>{t('admin.places.note')}</p>,
          });
          return {
            title: t('admin.places.title'),
            body: (
              <>
                <DetailList details={details} />
                <Section title={t('admin.places.replace')}>{replace}</Section>
              </>
            ),
          };
        },
      },
    ],
    files: [createLocationDownload(database, 'dealers'), createLocationDownload(database, 'parcelPoints')],
  };
}
