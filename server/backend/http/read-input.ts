import type Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import type { CallContract } from '../../../shared/contract/call-contract.ts';
import {
  createParameterMissing,
  createParametersMissing,
  createValidationFailed,
  type FieldError,
  type MissingParameter,
} from './problem-error.ts';

/** The parts of a request that a call may read, as they came. */
export interface RawInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Of the header `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined;
  /** Of the header `x-bot-check-token`. */
  readonly botCheckToken?: string | undefined;
}

// A union reports each of its alternatives: with the library's eight, a wrong choice would hide the fields after it.
Settings.Set({ maxErrors: 64 });

export const KEY_HEADER = 'idempotency-key';

/** Characters that an answer to a bot check has at most. */
const MAX_BOT_CHECK_TOKEN = 500;

/** Long enough that no two callers happen upon the same. */
const KEY = /^[\w-]{16,100}$/;

/** Whether a header holds a key as callers make them. */
export const isKey = (value: string): boolean => KEY.test(value);

/** Far deeper than any body of the contract; keeps a hostile one from costing time. */
const MAX_DEPTH = 16;

type SchemaError = ReturnType<Validator['Errors']>[number];

/**
 * Finds what no schema of ours allows: NUL characters, which PostgreSQL cannot hold, and bodies nested too deep.
 * Walks without recursion, since the depth is the sender's choice.
 */
function findHostileValue(root: unknown): FieldError | undefined {
  const pending: { value: unknown; field: string; depth: number }[] = [{ value: root, field: '', depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, field, depth } = next;
    if (typeof value === 'string' && value.includes('\0')) return { field, code: 'invalid_character' };
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) return { field, code: 'too_deep' };
    for (const [name, child] of Object.entries(value)) {
      if (name.includes('\0')) return { field, code: 'invalid_character' };
      pending.push({ value: child, field: field ? `${field}.${name}` : name, depth: depth + 1 });
    }
  }
  return undefined;
}

const plainNumbers: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d{1,15}$/,
  number: /^-?\d{1,9}(\.\d{1,15})?$/,
};

function convertValue(type: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  return plainNumbers[type]?.test(value) ? Number(value) : value;
}

/** Numbers, and yes or no, arrive as text in path and query. Anything that is not plainly one stays text and fails the schema. */
function convertText(schema: Type.TObject, values: Readonly<Record<string, unknown>>) {
  const converted: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = values[name];
    if (value === undefined) continue;
    converted[name] = convertValue('type' in property ? String(property.type) : '', value);
  }
  return converted;
}

const toField = (instancePath: string): string =>
  instancePath
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

function getValueAt(root: unknown, instancePath: string): unknown {
  let value: unknown = root;
  for (const part of instancePath.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.entries(value).find(([name]) => name === part)?.[1];
  }
  return value;
}

/**
 * Of a union whose alternatives name themselves (`discriminator`, `facetKey`), leaves only what is wrong with the one that was meant:
 * what the others lack would be an answer to another question.
 */
function keepMeantAlternatives(errors: readonly SchemaError[]): readonly SchemaError[] {
  /** By union and alternative: the names that the value does not bear. */
  const unions = new Map<string, Map<string, Set<string>>>();
  for (const { keyword, schemaPath } of errors) {
    for (const { index, 0: step } of schemaPath.matchAll(/\/anyOf\/\d+(?=\/|$)/g)) {
      const union = schemaPath.slice(0, index);
      const alternatives = unions.get(union) ?? new Map<string, Set<string>>();
      const wrongNames = alternatives.get(union + step) ?? new Set();
      const rest = schemaPath.slice(index + step.length);
      if (keyword === 'const' && /^\/properties\/[^/]+$/.test(rest)) wrongNames.add(rest);
      unions.set(union, alternatives.set(union + step, wrongNames));
    }
  }
  let kept = errors;
  for (const [union, alternatives] of unions) {
    const others = [...alternatives].filter(([, names]) => names.size > 0);
    if (others.length === 0) continue;
    const isNobody = others.length === alternatives.size;
    const wrongNames = [...new Set(others.flatMap(([, names]) => [...names]))];
    const wrongForAll = wrongNames.filter((name) => others.every(([, names]) => names.has(name)));
    const told = isNobody ? (wrongForAll.length > 0 ? wrongForAll : wrongNames) : [];
    kept = kept.filter(({ keyword, schemaPath }) => {
      if (keyword === 'anyOf' && schemaPath === union) return false;
      const other = others.find(([path]) => schemaPath === path || schemaPath.startsWith(`${path}/`))?.[0];
      return other === undefined || told.includes(schemaPath.slice(other.length));
    });
  }
  return kept;
}

/**
 * What is wrong with one field. A union reports each of its alternatives: the one that says more than that the value is of another
 * kind is the one that was meant, and a choice of words is told as such.
 */
function describeFault(field: string, errors: readonly SchemaError[]): FieldError {
  const own = errors.filter(({ keyword }) => keyword !== 'anyOf');
  const meant = own.findLast(({ keyword }) => keyword !== 'type' && keyword !== 'const');
  const isChoice = own.some(({ keyword }) => keyword === 'const');
  const told = meant ?? own.find(({ keyword }) => keyword === (isChoice ? 'const' : 'type')) ?? own[0];
  if (!told) return { field, code: 'type' };
  return { field, code: told.keyword === 'const' ? 'enum' : told.keyword, detail: told.message };
}

function raiseFor(allErrors: readonly SchemaError[], value: unknown): never {
  const errors = keepMeantAlternatives(allErrors);
  const missing = new Map<string, MissingParameter>();
  for (const error of errors) {
    const parent = toField(error.instancePath);
    if (error.keyword === 'required') {
      const { requiredProperties } = error.params;
      // What an alternative of a union needs is not known before it says which one it is.
      const isUnnamed = requiredProperties.includes('discriminator');
      for (const property of isUnnamed ? ['discriminator'] : requiredProperties) {
        const name = parent ? `${parent}.${property}` : property;
        missing.set(name, { name, isNull: false });
      }
    } else if (error.instancePath !== '' && getValueAt(value, error.instancePath) === null) {
      missing.set(parent, { name: parent, isNull: true });
    }
  }
  if (missing.size > 0) throw createParametersMissing([...missing.values()]);
  const byField = Map.groupBy(errors, ({ instancePath }) => toField(instancePath));
  throw createValidationFailed([...byField].map(([field, ofField]) => describeFault(field, ofField)));
}

/** The values of a query that may come in the body as well; what is in both is the query's. */
function joinQuery({ query, body }: RawInput): RawInput['query'] {
  if (body === undefined) return query;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw createValidationFailed([{ field: 'body', code: 'type' }]);
  }
  return { ...body, ...query };
}

/** Reads the parts of one call; made once per call, since compiling a schema costs more than a request. */
export function createInputReader(
  schemas: CallContract,
  { queryInBody = false }: { readonly queryInBody?: boolean | undefined } = {},
): (raw: RawInput) => Record<string, unknown> {
  const { params, query, body, key, botCheck } = schemas;
  const parts = [
    ...(params ? [{ name: 'params' as const, schema: params, validator: Compile(params) }] : []),
    ...(query ? [{ name: 'query' as const, schema: query, validator: Compile(query) }] : []),
  ];
  const bodyValidator = body ? Compile(body) : undefined;

  /**
   * @returns `{ params, query, body, idempotencyKey, botCheckToken }`, only those that the call has, of the types that its schemas say
   * @throws ProblemError 400: `parameter_missing` or `validation_failed`
   */
  return (asked) => {
    const raw = queryInBody ? { ...asked, query: joinQuery(asked) } : asked;
    const input: Record<string, unknown> = {};
    for (const { name, schema, validator } of parts) {
      const values = convertText(schema, raw[name]);
      const hostile = findHostileValue(values);
      if (hostile) throw createValidationFailed([hostile]);
      if (!validator.Check(values)) raiseFor(validator.Errors(values), values);
      input[name] = values;
    }
    if (bodyValidator) {
      if (raw.body === undefined) throw createParameterMissing('body');
      const hostile = findHostileValue(raw.body);
      if (hostile) throw createValidationFailed([hostile]);
      if (!bodyValidator.Check(raw.body)) raiseFor(bodyValidator.Errors(raw.body), raw.body);
      input.body = raw.body;
    }
    if (key !== undefined) {
      const { idempotencyKey } = raw;
      if (idempotencyKey !== undefined && !KEY.test(idempotencyKey)) {
        throw createValidationFailed([{ field: KEY_HEADER, code: 'format' }]);
      }
      if (key === 'required' && idempotencyKey === undefined) throw createParameterMissing(KEY_HEADER);
      if (idempotencyKey !== undefined) input.idempotencyKey = idempotencyKey;
    }
    if (botCheck && raw.botCheckToken !== undefined) {
      // What is too long for one is none, and is refused as such.
      input.botCheckToken = raw.botCheckToken.slice(0, MAX_BOT_CHECK_TOKEN);
    }
    return input;
  };
}
