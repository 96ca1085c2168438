import Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { readDate } from '../../../../shared/rules/people/typed-date.ts';
import { readDecimal } from '../../../../shared/rules/people/typed-decimal.ts';
import { UUID_PATTERN } from '../../../../shared/rules/uuid.ts';
import { parseShopTime } from './shop-time.ts';

/** Notation of a field in a form and on a command line, if its schema does not imply it. */
export type Widget = 'euro' | 'instant' | 'day' | 'multiline' | 'lines' | 'ids' | 'pieces' | 'password';

/**
 * Amount in euro cents, entered as '12.34'.
 *
 * @param minimum in cents
 */
export const EuroCents = (minimum = 0, maximum = 10_000_000) =>
  Type.Integer({ minimum, maximum, widget: 'euro' });
/** A point in time, typed in the shop's time zone ('2026-11-30T08:00', '30-11-2026 08:00'); its input has the ISO form. */
export const Instant = () => Type.String({ widget: 'instant', maxLength: 30 });
/** Day: '2026-11-30'. */
export const Day = () =>
  Type.String({ widget: 'day', pattern: '^20\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });
/** Text of one line. */
export const Line = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength });
/** Text of several lines. */
export const Text = (maxLength: number, minLength = 0) =>
  Type.String({ minLength, maxLength, widget: 'multiline' });
/** Several texts, one per line. */
export const Lines = (maxItems: number, maxLength: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems, widget: 'lines' });
/** Several ids, each in a field of the same name or separated by commas. The input contains no duplicates. */
export const Ids = (maxItems: number) =>
  Type.Array(Type.Integer({ minimum: 1, maximum: 999_999_999 }), { maxItems, widget: 'ids' });
/**
 * Pieces of order lines: in a form a number for each line (`name.<position>`), on a command line '1:2,3:1'.
 * Lines with 0 pieces are omitted.
 */
export const Pieces = (maxItems: number) =>
  Type.Array(
    Type.Object({
      position: Type.Integer({ minimum: 1 }),
      quantity: Type.Integer({ minimum: 1, maximum: 999 }),
    }),
    { maxItems, widget: 'pieces' },
  );
/** UUID of a row. */
export const Uuid = () => Type.String({ pattern: `^${UUID_PATTERN}$` });
/** Choice of constants with the labels `admin.choice.<word>`. */
export const Choice = <const W extends string>(words: readonly [W, ...W[]]) =>
  Type.Union(words.map((word) => Type.Literal(word)));
/** Checkbox; false if it is not ticked. */
export const Flag = () => Type.Boolean();

/** Error of a field with the message `admin.fault.<code>`. */
export interface FieldFault {
  readonly field: string;
  readonly code:
    | 'required'
    | 'format'
    | 'euro'
    | 'instant'
    | 'day'
    | 'whole'
    | 'number'
    | 'range'
    | 'length'
    | 'choice'
    | 'unknown'
    | 'character'
    | 'twice';
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Submitted values of an operation's fields by name, each in order. */
export type SubmittedFields = ReadonlyMap<string, readonly string[]>;

const MAX_EUROS = 999_999_999;

/** Parses '12.34', '12,34' or '€ 1.234,50' to cents; undefined if the text is not an amount. */
export function readCents(text: string): number | undefined {
  const euros = readDecimal(text, { decimals: 2 });
  return euros === null || Math.abs(euros) > MAX_EUROS ? undefined : Math.round(euros * 100);
}

export interface FieldDescription {
  readonly widget: Widget | undefined;
  readonly type: string;
  /** Constants of a choice. */
  readonly words: readonly string[];
  readonly isOptional: boolean;
  readonly maxLength: number | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

const getSchemaNumber = (schema: object, name: string): number | undefined => {
  const value: unknown = Reflect.get(schema, name);
  return typeof value === 'number' ? value : undefined;
};

/** Returns the properties of a field that a form needs; undefined if it does not exist. */
export function describeField(input: Type.TObject, name: string): FieldDescription | undefined {
  const schema = Object.hasOwn(input.properties, name) ? input.properties[name] : undefined;
  if (schema === undefined) return undefined;
  const anyOf: unknown = Reflect.get(schema, 'anyOf');
  const words = Array.isArray(anyOf)
    ? anyOf.map((option: object) => String(Reflect.get(option, 'const')))
    : [Reflect.get(schema, 'const')].filter((word) => typeof word === 'string');
  return {
    widget: Reflect.get(schema, 'widget') as Widget | undefined,
    type: words.length > 0 ? 'choice' : String(Reflect.get(schema, 'type')),
    words,
    isOptional: !(input.required as readonly string[] | undefined)?.includes(name),
    maxLength: getSchemaNumber(schema, 'maxLength'),
    minimum: getSchemaNumber(schema, 'minimum'),
    maximum: getSchemaNumber(schema, 'maximum'),
  };
}

/** Parses '1:2,3:1' to positions with pieces; undefined if it is malformed or has a duplicate position. */
function parsePieces(values: readonly string[]) {
  const words = values.flatMap((text) => text.split(',')).map((word) => word.trim());
  const pieces = words.filter((word) => word !== '').map((word) => /^(\d{1,9}):(\d{1,3})$/.exec(word));
  if (pieces.includes(null)) return undefined;
  const read = pieces.map((found) => ({ position: Number(found?.[1]), quantity: Number(found?.[2]) }));
  const isUnique = new Set(read.map(({ position }) => position)).size === read.length;
  return isUnique ? read.filter(({ quantity }) => quantity > 0) : undefined;
}

const NUMBERED_FIELD_NAME = /^(\w+)\.(\d{1,9})$/;

/**
 * Collects the numbers of a pieces field, which are submitted as `name.<position>`, under the name of the
 * field.
 */
function collectPieces(input: Type.TObject, written: SubmittedFields): SubmittedFields {
  const collected = new Map<string, readonly string[]>();
  const add = (name: string, values: readonly string[]) =>
    collected.set(name, [...(collected.get(name) ?? []), ...values]);
  for (const [name, values] of written) {
    const [, base = '', position] = NUMBERED_FIELD_NAME.exec(name) ?? [];
    if (describeField(input, base)?.widget !== 'pieces') add(name, values);
    else {
      const numbers = values.filter((value) => value.trim() !== '');
      add(base, numbers.length === 0 ? [] : numbers.map((value) => `${position}:${value.trim()}`));
    }
  }
  return collected;
}

/** Converts one field to the type of its schema; undefined if it is malformed. */
function convertFieldValues(field: FieldDescription, values: readonly string[]): unknown {
  const [value = ''] = values;
  if (field.widget === 'lines') {
    return values
      .flatMap((text) => text.split(/\r?\n/))
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }
  if (field.widget === 'ids') {
    const words = values.flatMap((text) => text.split(',')).map((word) => word.trim());
    const ids = words.filter((word) => word !== '');
    return ids.every((word) => /^\d{1,9}$/.test(word)) ? [...new Set(ids.map(Number))] : undefined;
  }
  if (field.widget === 'pieces') return parsePieces(values);
  if (field.widget === 'euro') return readCents(value);
  if (field.widget === 'instant') return parseShopTime(value.trim())?.toISOString();
  if (field.widget === 'day') return readDate(value) ?? undefined;
  if (field.type === 'boolean') {
    if (['on', 'true', 'yes'].includes(value)) return true;
    return ['false', 'no', ''].includes(value) ? false : undefined;
  }
  if (field.type === 'integer') return /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : undefined;
  if (field.type === 'number') {
    return readDecimal(value, { decimals: 6 }) ?? undefined;
  }
  // Forms send line ends as CR LF.
  return field.widget === 'multiline' ? value.replaceAll('\r\n', '\n') : value.trim();
}

const validatorsByInput = new WeakMap<Type.TObject, Validator>();

function getValidator(input: Type.TObject): Validator {
  let validator = validatorsByInput.get(input);
  if (!validator) {
    validator = Compile(input) as Validator;
    validatorsByInput.set(input, validator);
  }
  return validator;
}

const faultCodeByKeyword: Readonly<Record<string, FieldFault['code']>> = {
  required: 'required',
  minLength: 'required',
  minItems: 'required',
  maxLength: 'length',
  maxItems: 'length',
  minimum: 'range',
  maximum: 'range',
  exclusiveMinimum: 'range',
  exclusiveMaximum: 'range',
  const: 'choice',
  enum: 'choice',
  anyOf: 'choice',
};

/** Returns the error code for the expected notation of a field that could not be parsed. */
function getExpectedFormatCode({ widget, type }: FieldDescription): FieldFault['code'] {
  if (widget === 'euro' || widget === 'instant' || widget === 'day') return widget;
  if (widget !== undefined) return 'format';
  return type === 'integer' ? 'whole' : type === 'number' ? 'number' : 'format';
}

/** Returns a limit of a field in the unit of its notation: euros for cents. */
function formatLimit(field: FieldDescription | undefined, limit: number | undefined): string | number {
  if (limit === undefined) return '';
  return field?.widget === 'euro' ? limit / 100 : limit;
}

/**
 * Characters that no text may contain: PostgreSQL does not store NUL, and control characters could control a
 * terminal.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Parses the submitted fields of an operation by its schema.
 *
 * @returns the input, or all errors, at most one per field
 */
export function readFields(
  input: Type.TObject,
  sent: SubmittedFields,
): { readonly input: Record<string, unknown> } | { readonly faults: readonly FieldFault[] } {
  const written = collectPieces(input, sent);
  const faults = new Map<string, FieldFault>();
  const add = (fault: FieldFault) => {
    if (!faults.has(fault.field)) faults.set(fault.field, fault);
  };
  const values: Record<string, unknown> = {};
  for (const name of written.keys()) {
    if (!Object.hasOwn(input.properties, name)) add({ field: name, code: 'unknown' });
  }
  for (const name of Object.keys(input.properties)) {
    const field = describeField(input, name);
    const own = written.get(name) ?? [];
    if (!field) continue;
    const isList = field.widget === 'lines' || field.widget === 'ids' || field.widget === 'pieces';
    const isEmpty = own.every((value) => value.trim() === '');
    if (own.length > 1 && !isList) add({ field: name, code: 'twice' });
    else if (own.some((value) => FORBIDDEN_CHARACTERS.test(value) || !value.isWellFormed())) {
      add({ field: name, code: 'character' });
    } else if (isEmpty && field.type === 'boolean') values[name] = false;
    else if (isEmpty && (field.isOptional || (isList && own.length > 0))) {
      if (isList && own.length > 0) values[name] = [];
    } else if (isEmpty && !(field.widget === 'multiline' && own.length > 0)) {
      add({ field: name, code: 'required' });
    } else {
      const value = convertFieldValues(field, own);
      if (value === undefined) add({ field: name, code: getExpectedFormatCode(field) });
      else values[name] = value;
    }
  }
  if (faults.size === 0) {
    for (const { keyword, instancePath } of getValidator(input).Errors(values)) {
      const [, name = ''] = instancePath.split('/');
      const field = describeField(input, name);
      add({
        field: name,
        code: faultCodeByKeyword[keyword] ?? (field ? getExpectedFormatCode(field) : 'format'),
        values: {
          maximum: formatLimit(field, field?.maximum ?? field?.maxLength),
          minimum: formatLimit(field, field?.minimum),
        },
      });
    }
  }
  return faults.size > 0 ? { faults: [...faults.values()] } : { input: values };
}
