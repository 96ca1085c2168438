import type Type from 'typebox';
import { getMember, isObject } from '../../../shared/rules/json-object.ts';

/** Member of a value that its schema does not define. */
export interface UnknownField {
  /** Path to the member, including its name; positions in lists are numbers. */
  readonly path: readonly (string | number)[];
  /** Names of the members that the schema defines. */
  readonly known: readonly string[];
}

/**
 * Returns the branch of a union that a value follows: the first one for an object, or a list, like the value.
 */
function findUnionBranch(schema: unknown, value: unknown): unknown {
  const forms = getMember(schema, 'anyOf');
  if (!Array.isArray(forms)) return schema;
  const wanted = Array.isArray(value) ? 'array' : 'object';
  return forms.find((form: unknown) => getMember(form, 'type') === wanted);
}

/**
 * Returns the schema of a member; undefined if the schema does not define it. A schema without any named
 * member allows all.
 */
function findMemberSchema(schema: unknown, name: string): unknown {
  const properties = getMember(schema, 'properties');
  const patterns = getMember(schema, 'patternProperties');
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  for (const [pattern, form] of Object.entries(isObject(patterns) ? patterns : {})) {
    if (new RegExp(pattern, 'u').test(name)) return form;
  }
  return isObject(properties) || isObject(patterns) ? undefined : {};
}

/** Lists every member of a value, at any depth, that its schema does not define. */
export function listUnknownFields(
  schema: Type.TSchema,
  value: unknown,
  path: readonly (string | number)[] = [],
): UnknownField[] {
  const form = findUnionBranch(schema, value);
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

/** Copies a value without the members that its schema does not define. */
export function keepKnownFields(schema: unknown, value: unknown): unknown {
  const form = findUnionBranch(schema, value);
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

/**
 * Returns the edit distance of two names: letters added, removed, replaced or exchanged with the next one.
 */
function getEditDistance(from: string, to: string): number {
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

/**
 * Finds the known name that a misspelt one most likely means; undefined if none is similar. Ignores case,
 * hyphens and underscores.
 */
export function findNearestName(word: string, words: readonly string[]): string | undefined {
  const simplify = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, '');
  const wanted = simplify(word).slice(0, 80);
  let nearest: { readonly word: string; readonly edits: number } | undefined;
  for (const candidate of words) {
    const edits = getEditDistance(wanted, simplify(candidate));
    if (
      edits <= Math.max(1, Math.floor(wanted.length / 3)) &&
      edits < (nearest?.edits ?? Number.POSITIVE_INFINITY)
    )
      nearest = { word: candidate, edits };
  }
  return nearest?.word;
}
