import { isDeepStrictEqual } from 'node:util';
import { getMember, isObject } from '../../../../shared/rules/json-object.ts';
import type { TextField, TextFieldName } from './entry-types.ts';

type JsonMembers = Readonly<Record<string, unknown>>;

/** Returns the value at a path; undefined if there is none. */
export const readAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => getMember(at, name), value);

/** Returns a copy of the value with another part at a path. Creates missing objects on the way. */
export function writeAt(value: unknown, path: readonly string[], part: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return part;
  const members = isObject(value) ? value : {};
  return { ...members, [name]: writeAt(getMember(members, name), rest, part) };
}

/** The form values of a text: a text, or a list of lines, per field. */
export type TextFields = Readonly<Partial<Record<TextFieldName, string | readonly string[]>>>;

const toFieldText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the fields of a text for a form. */
export function toTextFields(fields: readonly TextField[], text: unknown): TextFields {
  return Object.fromEntries(
    fields.map(({ name, at, form }) => {
      const value = readAt(text, at);
      if (form === 'lines') return [name, Array.isArray(value) ? value.map(toFieldText) : []];
      if (form === 'labels') {
        return [
          name,
          Object.entries(isObject(value) ? value : {}).map(([key, label]) => `${key}: ${toFieldText(label)}`),
        ];
      }
      return [name, toFieldText(value)];
    }),
  );
}

/** Error for labels whose keys differ from the existing ones: `missing` and `unknown` name them. */
export class LabelKeysError extends Error {
  override readonly name = 'LabelKeysError';
  readonly field: TextFieldName;
  readonly keys: readonly string[];

  constructor(field: TextFieldName, keys: readonly string[]) {
    super('The labels have missing or unknown keys');
    this.field = field;
    this.keys = keys;
  }
}

function parseLabelLines(field: TextFieldName, lines: readonly string[], known: unknown): JsonMembers {
  const labels = new Map(
    lines.map((line) => {
      const [, key = line, label = ''] = /^([^:\s]+)\s*:\s*(.*)$/.exec(line) ?? [];
      return [key, label] as const;
    }),
  );
  const keys = Object.keys(isObject(known) ? known : {});
  const odd = [
    ...keys.filter((key) => !labels.has(key)),
    ...[...labels.keys()].filter((key) => !keys.includes(key)),
  ];
  if (odd.length > 0 || labels.size !== lines.length) throw new LabelKeysError(field, odd);
  return Object.fromEntries(keys.map((key) => [key, labels.get(key)]));
}

/**
 * Returns a text with the values of a form.
 *
 * @param known keys that labels must have
 * @throws LabelKeysError if the keys of labels differ
 */
export function applyTextFields(
  fields: readonly TextField[],
  { text, written, known }: { readonly text: unknown; readonly written: TextFields; readonly known: unknown },
): unknown {
  let result = text;
  for (const { name, at, form } of fields) {
    const value = written[name] ?? (form === 'words' || form === 'markdown' ? '' : []);
    const lines = typeof value === 'string' ? [value] : value;
    result = writeAt(result, at, form === 'labels' ? parseLabelLines(name, lines, readAt(known, at)) : value);
  }
  return result;
}

/**
 * Returns the difference to `after`: the changed members of objects, the whole of all other values; undefined
 * if there is none.
 */
export function getTextDifference(before: unknown, after: unknown): unknown {
  if (isDeepStrictEqual(before, after)) return undefined;
  if (!isObject(before) || !isObject(after)) return after;
  const members = Object.keys(after).flatMap((name) => {
    const change = getTextDifference(getMember(before, name), after[name]);
    return change === undefined ? [] : [[name, change] as const];
  });
  return Object.fromEntries(members);
}

/** Applies a change of `getTextDifference` to a value; everything else stays. */
export function applyTextDifference(value: unknown, change: unknown): unknown {
  if (change === undefined) return value;
  if (!isObject(value) || !isObject(change)) return change;
  const changed = Object.entries(change).map(
    ([name, part]) => [name, applyTextDifference(getMember(value, name), part)] as const,
  );
  return { ...value, ...Object.fromEntries(changed) };
}

/** Returns the previous values of the members in a change. */
export function getFormerMembers(before: unknown, change: unknown): unknown {
  if (!isObject(before) || !isObject(change)) return before;
  return Object.fromEntries(
    Object.entries(change).map(([name, part]) => [
      name,
      getFormerMembers(getMember(before, name), part) ?? null,
    ]),
  );
}
