import type Type from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import type { CallContract } from '../../../../shared/contract/call-contract.ts';
import {
  createParameterMissing,
  createParametersMissing,
  createValidationFailed,
  type FieldError,
  type MissingParameter,
} from './problem-error.ts';

/** Unparsed parts of a request that a call may read. */
export interface RawInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Value of the header `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined;
  /** Value of the header `x-bot-check-token`. */
  readonly botCheckToken?: string | undefined;
}

// A union reports errors for each of its alternatives. With the library's default of eight, errors of later
// fields would be lost.
Settings.Set({ maxErrors: 64 });

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Maximum length of the answer to a bot check, in characters. */
const MAX_BOT_CHECK_TOKEN = 500;

/** Keys are long enough to make collisions between callers improbable. */
const IDEMPOTENCY_KEY_PATTERN = /^[\w-]{16,100}$/;

/** Returns true if a header contains a valid idempotency key. */
export const isIdempotencyKey = (value: string): boolean => IDEMPOTENCY_KEY_PATTERN.test(value);

/** Maximum nesting of a body, far deeper than any in the contract. Limits the cost of hostile bodies. */
const MAX_BODY_DEPTH = 16;

type SchemaError = ReturnType<Validator['Errors']>[number];

/**
 * Finds values that no schema allows: NUL characters, which PostgreSQL cannot store, and too deep nesting.
 * Iterative, because the sender determines the depth.
 */
function findHostileValue(root: unknown): FieldError | undefined {
  const pending: { value: unknown; field: string; depth: number }[] = [{ value: root, field: '', depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, field, depth } = next;
    if (typeof value === 'string' && value.includes('\0')) return { field, code: 'invalid_character' };
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_BODY_DEPTH) return { field, code: 'too_deep' };
    for (const [name, child] of Object.entries(value)) {
      if (name.includes('\0')) return { field, code: 'invalid_character' };
      pending.push({ value: child, field: field ? `${field}.${name}` : name, depth: depth + 1 });
    }
  }
  return undefined;
}

const numberPatterns: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d{1,15}$/,
  number: /^-?\d{1,9}(\.\d{1,15})?$/,
};

function convertValue(type: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  return numberPatterns[type]?.test(value) ? Number(value) : value;
}

/**
 * Converts numbers and booleans in path and query, which arrive as text. Other text stays unchanged and fails
 * the schema.
 */
function convertTextValues(schema: Type.TObject, values: Readonly<Record<string, unknown>>) {
  const converted: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = values[name];
    if (value === undefined) continue;
    converted[name] = convertValue('type' in property ? String(property.type) : '', value);
  }
  return converted;
}

const toFieldPath = (instancePath: string): string =>
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
 * Returns, for a union with a discriminator (`discriminator`, `facetKey`), only the errors of the intended
 * alternative. Errors of the others would mislead the caller.
 */
function keepIntendedAlternatives(errors: readonly SchemaError[]): readonly SchemaError[] {
  /** By union and alternative: the discriminators that do not match the value. */
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
    const isNoneMatching = others.length === alternatives.size;
    const wrongNames = [...new Set(others.flatMap(([, names]) => [...names]))];
    const wrongForAll = wrongNames.filter((name) => others.every(([, names]) => names.has(name)));
    const reportedNames = isNoneMatching ? (wrongForAll.length > 0 ? wrongForAll : wrongNames) : [];
    kept = kept.filter(({ keyword, schemaPath }) => {
      if (keyword === 'anyOf' && schemaPath === union) return false;
      const other = others.find(([path]) => schemaPath === path || schemaPath.startsWith(`${path}/`))?.[0];
      return other === undefined || reportedNames.includes(schemaPath.slice(other.length));
    });
  }
  return kept;
}

/**
 * Describes the error of one field. Of a union's alternatives, the intended one has errors other than a wrong
 * type. A failed choice of constants is reported as such.
 */
function describeFault(field: string, errors: readonly SchemaError[]): FieldError {
  const own = errors.filter(({ keyword }) => keyword !== 'anyOf');
  const specificError = own.findLast(({ keyword }) => keyword !== 'type' && keyword !== 'const');
  const isChoice = own.some(({ keyword }) => keyword === 'const');
  const reportedError =
    specificError ?? own.find(({ keyword }) => keyword === (isChoice ? 'const' : 'type')) ?? own[0];
  if (!reportedError) return { field, code: 'type' };
  return {
    field,
    code: reportedError.keyword === 'const' ? 'enum' : reportedError.keyword,
    detail: reportedError.message,
  };
}

function throwInputErrors(allErrors: readonly SchemaError[], value: unknown): never {
  const errors = keepIntendedAlternatives(allErrors);
  const missing = new Map<string, MissingParameter>();
  for (const error of errors) {
    const parent = toFieldPath(error.instancePath);
    if (error.keyword === 'required') {
      const { requiredProperties } = error.params;
      // The required members of a union are unknown until its discriminator is.
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
  const byField = Map.groupBy(errors, ({ instancePath }) => toFieldPath(instancePath));
  throw createValidationFailed([...byField].map(([field, ofField]) => describeFault(field, ofField)));
}

/** Joins parameters that are allowed in query and body. The query takes precedence. */
function mergeQueryAndBody({ query, body }: RawInput): RawInput['query'] {
  if (body === undefined) return query;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw createValidationFailed([{ field: 'body', code: 'type' }]);
  }
  return { ...body, ...query };
}

/**
 * Creates the reader of a call's input. Called once per call, because compiling a schema costs more than a
 * request.
 */
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
   * @returns `{ params, query, body, idempotencyKey, botCheckToken }` with the types of the schemas, only
   *   those that the call has
   * @throws ProblemError 400: `parameter_missing` or `validation_failed`
   */
  return (rawInput) => {
    const raw = queryInBody ? { ...rawInput, query: mergeQueryAndBody(rawInput) } : rawInput;
    const input: Record<string, unknown> = {};
    for (const { name, schema, validator } of parts) {
      const values = convertTextValues(schema, raw[name]);
      const hostile = findHostileValue(values);
      if (hostile) throw createValidationFailed([hostile]);
      if (!validator.Check(values)) throwInputErrors(validator.Errors(values), values);
      input[name] = values;
    }
    if (bodyValidator) {
      if (raw.body === undefined) throw createParameterMissing('body');
      const hostile = findHostileValue(raw.body);
      if (hostile) throw createValidationFailed([hostile]);
      if (!bodyValidator.Check(raw.body)) throwInputErrors(bodyValidator.Errors(raw.body), raw.body);
      input.body = raw.body;
    }
    if (key !== undefined) {
      const { idempotencyKey } = raw;
      if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY_PATTERN.test(idempotencyKey)) {
        throw createValidationFailed([{ field: IDEMPOTENCY_KEY_HEADER, code: 'format' }]);
      }
      if (key === 'required' && idempotencyKey === undefined)
        throw createParameterMissing(IDEMPOTENCY_KEY_HEADER);
      if (idempotencyKey !== undefined) input.idempotencyKey = idempotencyKey;
    }
    if (botCheck && raw.botCheckToken !== undefined) {
      // A token that is too long is invalid and refused as such.
      input.botCheckToken = raw.botCheckToken.slice(0, MAX_BOT_CHECK_TOKEN);
    }
    return input;
  };
}
