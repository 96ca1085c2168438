import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { LOCALES, resolveLocale } from '../../../shared/i18n/locales.ts';
import { getMember, isObject } from '../../../shared/rules/json-object.ts';
import type { IssueList } from './import-error.ts';
import { findNearestName, listUnknownFields } from './known-fields.ts';
import { findShopFileFormat, SCHEMA_VERSION, shopFileFormats } from './shop-file-formats.ts';

/** Fields that identify a row of a list. The first one that a row has is used. */
const ROW_NAME_FIELDS = [
  'key',
  'code',
  'regionCode',
  'site',
  'articleNumber',
  'productKey',
  'category',
  'id',
];
/** Maximum number of known fields in a message if none is similar. */
const MAX_LISTED_FIELDS = 12;

/** Returns the name of a row, as other checks use it: `products.terno-sport`. */
function getRowName(value: unknown, steps: readonly (string | number)[]): string {
  const [list, member] = steps;
  if (typeof member !== 'number') return steps.join('.');
  const listed = getMember(value, String(list));
  const row: unknown = Array.isArray(listed) ? listed[member] : undefined;
  const name = ROW_NAME_FIELDS.map((field) => getMember(row, field)).find(
    (word) => typeof word === 'string' || typeof word === 'number',
  );
  return `${list}.${name ?? member}`;
}

function describeUnknownField(name: string, known: readonly string[]): string {
  const nearest = findNearestName(name, known);
  if (nearest !== undefined) return `is unknown: did you mean '${nearest}'?`;
  if (known.length === 0 || known.length > MAX_LISTED_FIELDS) return 'is unknown: remove it';
  return `is unknown: remove it, or use one of ${known.join(', ')}`;
}

/**
 * Reports every field of a file that no import reads. Otherwise a misspelt field would be ignored silently.
 */
export function checkKnownFields(file: string, value: unknown, issues: IssueList): void {
  const format = findShopFileFormat(file);
  if (!format) return;
  for (const { path: steps, known } of listUnknownFields(format.schema, value)) {
    const row =
      steps.length > 2 ? getRowName(value, steps.slice(0, 2)) : getRowName(value, steps.slice(0, -1));
    const field = steps.slice(steps.length > 2 ? 2 : -1).join('.');
    issues.add(file, row, field, describeUnknownField(String(steps.at(-1)), known));
  }
  const version = getMember(value, 'schemaVersion');
  if (version !== undefined && version !== SCHEMA_VERSION) {
    issues.add(file, '', 'schemaVersion', `must be ${SCHEMA_VERSION}: this release reads no other version`);
  }
}

/**
 * Reports misspelt file names, because the import treats a missing file as omitted. Files with other names
 * are allowed.
 */
export async function checkFileNames(folder: string, issues: IssueList): Promise<void> {
  const known = shopFileFormats.map(({ file }) => file);
  const list = (rowName: string) => readdir(path.join(folder, rowName)).catch((): string[] => []);
  for (const name of await list('.')) {
    if (!/\.json$/i.test(name) || known.includes(name)) continue;
    const nearest = findNearestName(
      name.slice(0, -5),
      known.map((file) => file.slice(0, -5)),
    );
    if (nearest !== undefined)
      issues.add(name, '', '', `is not a file of a shop: did you mean '${nearest}.json'?`);
  }
  for (const name of await list('texts')) {
    const [code = '', ending] = name.split('.');
    if (ending !== 'json' || !/^[a-z]{2,3}$/i.test(code) || resolveLocale(code) !== null) continue;
    issues.add(`texts/${name}`, '', '', `is not a language of the shop: use one of ${LOCALES.join(', ')}`);
  }
}

/** Returns the content of a file without the `$schema` member, which only editors read. */
export function dropSchemaLink(value: unknown): unknown {
  if (!isObject(value) || !Object.hasOwn(value, '$schema')) return value;
  const { $schema: _ofEditors, ...rest } = value;
  return rest;
}
