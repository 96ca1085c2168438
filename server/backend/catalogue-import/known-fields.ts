import type Type from 'typebox';
import { getMember, isObject } from './record-shapes.ts';

/** A member of a value that its schema does not have. */
export interface UnknownField {
  /** Members that lead to it, itself the last; places in lists are numbers. */
  readonly path: readonly (string | number)[];
  /** The members that may be there. */
  readonly known: readonly string[];
}

/** The schema that a value of several forms is written by: the first that has members, or rows, as the value has. */
function findForm(schema: unknown, value: unknown): unknown {
  const forms = getMember(schema, 'anyOf');
  if (!Array.isArray(forms)) return schema;
  const wanted = Array.isArray(value) ? 'array' : 'object';
  return forms.find((form: unknown) => getMember(form, 'type') === wanted);
}

/** Schema of a member; undefined where the schema does not have it. A schema that names no members at all has any. */
function findMemberSchema(schema: unknown, name: string): unknown {
  const properties = getMember(schema, 'properties');
  const patterns = getMember(schema, 'patternProperties');
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  for (const [pattern, form] of Object.entries(isObject(patterns) ? patterns : {})) {
    if (new RegExp(pattern, 'u').test(name)) return form;
  }
  return isObject(properties) || isObject(patterns) ? undefined : {};
}

/** Lists every member of a value, however deep, that its schema does not have. */
export function listUnknownFields(
  schema: Type.TSchema,
  value: unknown,
  path: readonly (string | number)[] = [],
): UnknownField[] {
  const form = findForm(schema, value);
  if (Array.isArray(value)) {
    const items = getMember(form, 'items');
    if (!isObject(items)) return [];
    return value.flatMap((item: unknown, index) => listUnknownFields(items, item, [...path, index]));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const memberSchema = findMemberSchema(form, name);
    if (isObject(memberSchema)) return listUnknownFields(memberSchema, member, [...path, name]);
    const properties = getMember(form, 'properties');
    return [{ path: [...path, name], known: Object.keys(isObject(properties) ? properties : {}) }];
  });
}

/** Copies a value without the members that its schema does not have. */
export function keepKnownFields(schema: unknown, value: unknown): unknown {
  const form = findForm(schema, value);
  if (Array.isArray(value)) {
    const items = getMember(form, 'items');
    return value.map((item: unknown) => keepKnownFields(items, item));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const memberSchema = findMemberSchema(form, name);
      return isObject(memberSchema) ? [[name, keepKnownFields(memberSchema, member)]] : [];
    }),
  );
}

/** How many letters have to be added, removed, replaced or exchanged with the next one to make one word of another. */
function countEdits(from: string, to: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1];
    for (let place = 0; place < to.length; place += 1) {
      const isSame = from[index] === to[place];
      const isExchanged =
        index > 0 && place > 0 && from[index] === to[place - 1] && from[index - 1] === to[place];
      next.push(
        Math.min(
          (row[place] ?? 0) + (isSame ? 0 : 1),
          (row[place + 1] ?? 0) + 1,
          (next[place] ?? 0) + 1,
          isExchanged ? (before[place - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}

/** Finds the known name that a misspelt one most likely means; undefined if none is near. Case, hyphens and underscores do not count. */
export function findNearest(word: string, words: readonly string[]): string | undefined {
  const simplify = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, '');
  const wanted = simplify(word).slice(0, 80);
  let nearest: { readonly word: string; readonly edits: number } | undefined;
  for (const candidate of words) {
    const edits = countEdits(wanted, simplify(candidate));
    if (
      edits <= Math.max(1, Math.floor(wanted.length / 3)) &&
      edits < (nearest?.edits ?? Number.POSITIVE_INFINITY)
    )
      nearest = { word: candidate, edits };
  }
  return nearest?.word;
}
