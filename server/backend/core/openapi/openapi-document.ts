import Type from 'typebox';
import type { CallContract, CallPermission } from '../../../../shared/contract/call-contract.ts';
import { callContracts } from '../../../../shared/contract/calls.ts';
import { getCookieName } from '../../../../shared/contract/cookies.ts';
import { listProblemCodes } from '../../../../shared/contract/list-problem-codes.ts';
import type { CallPath } from '../../../../shared/contract/paths/call-path.ts';
import { type CallName, callPaths } from '../../../../shared/contract/paths.ts';
import {
  getProblemMembersSchema,
  Problem,
  type ProblemCode,
  problemKinds,
} from '../../../../shared/contract/problem.ts';
import { pictureFormats, pictureWidths } from '../../content/pictures/service.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../http/read-input.ts';

/** JSON Schema in the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  /** Alternative security schemes by name; empty if the call needs no authorisation. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** True if a repeat of the call changes nothing further. */
  readonly 'x-idempotent': boolean;
  readonly parameters: readonly (OpenApiParameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, OpenApiParameter>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

/** Removes TypeBox's own members, so that only JSON Schema remains. */
function toJsonSchema(schema: Type.TSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

/**
 * Returns the schema of the refusals of one status: a problem document with one of the codes, and the members
 * of that code.
 */
export function createProblemResponse(codes: readonly ProblemCode[]): JsonSchema {
  const plain = codes.filter((code) => getProblemMembersSchema(code) === undefined);
  const kinds = [
    ...(plain.length > 0 ? [{ properties: { code: { enum: plain } } }] : []),
    ...codes.flatMap((code) => {
      const members = getProblemMembersSchema(code);
      if (members === undefined) return [];
      const { properties, required = [] } = toJsonSchema(members) as unknown as Type.TObject;
      return [{ properties: { code: { enum: [code] }, ...properties }, required: ['code', ...required] }];
    }),
  ];
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Problem' }, kinds.length === 1 ? kinds[0] : { oneOf: kinds }],
  };
  return {
    description: codes.map((code) => `${code}: ${problemKinds[code].title}`).join('; '),
    content: { 'application/problem+json': { schema } },
  };
}

function createResponses(path: CallPath, contract: CallContract): Record<string, JsonSchema> {
  const { answer } = contract;
  const success = answer
    ? { 200: { description: 'OK', content: { 'application/json': { schema: toJsonSchema(answer) } } } }
    : { 204: { description: 'Done; no content' } };
  const byStatus = Map.groupBy(listProblemCodes(path, contract), (code) => problemKinds[code].status);
  return {
    ...success,
    ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, createProblemResponse(codes)])),
  };
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: getCookieName('session', true),
    description: 'A signed-in customer; without https the cookie has no prefix',
  },
  freshSession: {
    type: 'apiKey',
    in: 'cookie',
    name: getCookieName('session', true),
    description: 'A signed-in customer who has entered the password recently',
  },
  cart: {
    type: 'apiKey',
    in: 'cookie',
    name: getCookieName('cart', true),
    description:
      'The unguessable id of a cart of the site: in the path where it has one, else in this cookie',
  },
  staff: { type: 'http', scheme: 'bearer', description: 'An employee of the shop' },
} as const satisfies Record<Exclude<CallPermission, 'open'>, JsonSchema>;

const sharedParameters = {
  SiteId: {
    name: 'siteid',
    in: 'header',
    required: true,
    description: 'Site of the answer',
    schema: { type: 'integer', minimum: 1 },
  },
  LanguageId: {
    name: 'languageid',
    in: 'header',
    required: true,
    description: 'Language of the answer: its id or its code',
    schema: {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', examples: ['es', 'esp'] },
      ],
    },
  },
  DateTime: {
    name: 'datetime',
    in: 'header',
    required: false,
    description:
      'Instant for which the answer is computed, ISO 8601 with offset: the present. More than a minute from the clock of the server, or missing, it is that clock. Another moment is shown by the cookie of a preview only',
    schema: { type: 'string', format: 'date-time' },
  },
} as const satisfies Record<string, OpenApiParameter>;

function createParameters(place: 'path' | 'query', schema: Type.TObject | undefined): OpenApiParameter[] {
  if (!schema) return [];
  const required: readonly string[] = schema.required ?? [];
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: toJsonSchema(property),
  }));
}

function createIdempotencyKeyParameter(key: NonNullable<CallContract['key']>): OpenApiParameter {
  return {
    name: IDEMPOTENCY_KEY_HEADER,
    in: 'header',
    required: key === 'required',
    description: 'Of several calls with one key only the first counts; the others get its answer',
    schema: { type: 'string', minLength: 16, maxLength: 100 },
  };
}

function createOperation(name: CallName, path: CallPath, contract: CallContract): OpenApiOperation {
  return {
    operationId: name,
    summary: contract.summary,
    tags: [path.path.split('/')[2] ?? ''],
    security: contract.needs === 'open' ? [] : [{ [contract.needs]: [] }],
    'x-idempotent': contract.isIdempotent,
    parameters: [
      ...(path.scoped
        ? [{ $ref: '#/components/parameters/SiteId' }, { $ref: '#/components/parameters/LanguageId' }]
        : []),
      { $ref: '#/components/parameters/DateTime' },
      ...(contract.key ? [createIdempotencyKeyParameter(contract.key)] : []),
      ...createParameters('path', contract.params),
      ...createParameters(
        'query',
        path.queryInBody && contract.query ? Type.Partial(contract.query) : contract.query,
      ),
    ],
    ...(contract.body && {
      requestBody: {
        required: true as const,
        content: { 'application/json': { schema: toJsonSchema(contract.body) } },
      },
    }),
    // Each value may be in the query or the body, so neither is required.
    ...(path.queryInBody &&
      contract.query && {
        requestBody: {
          required: false as const,
          content: { 'application/json': { schema: toJsonSchema(Type.Partial(contract.query)) } },
        },
      }),
    responses: createResponses(path, contract),
  };
}

const pictureOperation: OpenApiOperation = {
  operationId: 'fetchPicture',
  summary: 'A product picture; never changes, so it may be cached indefinitely',
  tags: ['images'],
  security: [],
  'x-idempotent': true,
  parameters: [
    { name: 'hash', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{16,64}$' } },
    { name: 'width', in: 'path', required: true, schema: { type: 'integer', enum: [...pictureWidths] } },
    { name: 'format', in: 'path', required: true, schema: { type: 'string', enum: [...pictureFormats] } },
  ],
  responses: {
    200: {
      description: 'The picture',
      content: Object.fromEntries(
        pictureFormats.map((format) => [`image/${format}`, { schema: { type: 'string', format: 'binary' } }]),
      ),
    },
    304: { description: 'Not modified' },
    404: createProblemResponse(['not_found']),
  },
};

/** Creates the OpenAPI document from the contract, which contains all calls of the API. */
export function createOpenApiDocument(): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const name of Object.keys(callPaths) as CallName[]) {
    const path: CallPath = callPaths[name];
    const methods = paths[path.path] ?? {};
    methods[path.method.toLowerCase()] = createOperation(name, path, callContracts[name]);
    paths[path.path] = methods;
  }
  paths['/images/{hash}/{width}.{format}'] = { get: pictureOperation };
  const tags = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags: own }) => own)),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Shop backend',
      version: '1.0.0',
      description:
        'API between the web server of the shop and its backend. Amounts are euro cents, weights are grams. ' +
        'Every answer that is not a success is a problem document (RFC 9457) with a stable code.',
    },
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: toJsonSchema(Problem) },
      parameters: sharedParameters,
      securitySchemes,
    },
  };
}
