import { getMember, isObject } from '../../../shared/rules/json-object.ts';
import { fieldDescriptions } from './shop-file-field-descriptions.ts';
import { type ShopFileFormat, shopFileFormats } from './shop-file-formats.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is JsonSchema => isObject(value);

/** Returns the file name of the JSON Schema of a file: `catalogue.schema.json`. */
export const getSchemaName = (file: string): string =>
  `${file.replace('/*.json', '').replace(/\.json$/, '')}.schema.json`;

/** Finds the note of a field by its file and path. */
const findFieldNote = (file: string, path: readonly string[]): string | undefined =>
  fieldDescriptions[`${file} ${path.join('.')}`];

/**
 * Returns the schema with its notes and without additional members. Rows of lists and members by key add no
 * segment to the path.
 */
function closeSchema(file: string, schema: JsonSchema, path: readonly string[]): JsonSchema {
  const note = findFieldNote(file, path);
  const closeAll = (members: unknown, getPath: (name: string) => readonly string[]) =>
    Object.fromEntries(
      Object.entries(isObject(members) ? members : {}).map(([name, member]) => [
        name,
        isSchema(member) ? closeSchema(file, member, getPath(name)) : member,
      ]),
    );
  const { properties, patternProperties, items, anyOf } = schema;
  return {
    ...schema,
    ...(note !== undefined && { description: note }),
    ...(isObject(properties) && { properties: closeAll(properties, (name) => [...path, name]) }),
    ...(isObject(patternProperties) && { patternProperties: closeAll(patternProperties, () => path) }),
    ...(isSchema(items) && { items: closeSchema(file, items, path) }),
    ...(Array.isArray(anyOf) && {
      anyOf: anyOf.map((form: unknown) => (isSchema(form) ? closeSchema(file, form, path) : form)),
    }),
    ...((isObject(properties) || isObject(patternProperties)) && { additionalProperties: false }),
  };
}

const toJsonSchema = ({ file, purpose, schema }: ShopFileFormat): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: file,
  ...closeSchema(file, JSON.parse(JSON.stringify(schema)), []),
  description: purpose,
});

/**
 * Creates the JSON Schemas of all files, by schema file name. Editors use them for completion and validation.
 */
export const createJsonSchemas = (): ReadonlyMap<string, JsonSchema> =>
  new Map(shopFileFormats.map((format) => [getSchemaName(format.file), toJsonSchema(format)]));

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Describes the type of a field, such as `text, up to 80 characters`. */
function describeType(schema: JsonSchema): string {
  const { type, minLength, maxLength, minimum, maximum, exclusiveMinimum, pattern, items } = schema;
  if (Array.isArray(schema.anyOf)) {
    return [...new Set(schema.anyOf.filter(isSchema).map(describeType))].join(' or ');
  }
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (type === 'array') return isSchema(items) ? `list of ${describeType(items)}` : 'list';
  if (type === 'object') return isObject(schema.patternProperties) ? 'members by key' : 'object';
  const limits = [
    ...(minLength === undefined || minLength === 1 ? [] : [`from ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`up to ${maxLength} characters`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined || maximum === 2_147_483_647 ? [] : [`up to ${maximum}`]),
    ...(typeof pattern === 'string' && pattern.length <= 40 && !pattern.includes('](')
      ? [`as \`${pattern.replaceAll('|', '\\|')}\``]
      : []),
  ];
  const words: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'number',
    integer: 'whole number',
  };
  const name = words[String(type)] ?? (type === undefined ? 'anything' : String(type));
  return [name, ...limits].join(', ');
}

interface FieldRow {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly note: string;
}

/** Lists the fields of a schema in the order of the file, each with its path. */
function* listFields(
  file: string,
  schema: JsonSchema,
  path: readonly string[],
  name: string,
): Generator<FieldRow> {
  const forms = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isSchema) : [schema];
  for (const form of forms) {
    const required = new Set(asList(form.required));
    for (const [field, member] of Object.entries(isObject(form.properties) ? form.properties : {})) {
      if (!isSchema(member)) continue;
      const own = name === '' ? field : `${name}.${field}`;
      const note = findFieldNote(file, [...path, field]) ?? getMember(member, 'description');
      yield {
        name: own,
        type: describeType(member),
        isRequired: required.has(field),
        note: typeof note === 'string' ? note : '',
      };
      yield* listFields(file, member, [...path, field], own);
    }
    for (const member of Object.values(isObject(form.patternProperties) ? form.patternProperties : {})) {
      if (isSchema(member)) yield* listFields(file, member, path, name === '' ? '*' : `${name}.*`);
    }
    if (isSchema(form.items)) yield* listFields(file, form.items, path, `${name}[]`);
  }
}

/** Members that every file may have. The reference describes them once. */
const COMMON_MEMBERS: ReadonlySet<string> = new Set(['$schema', 'schemaVersion', 'note']);

/** Returns the reference of all files and fields, a part of `docs/data.md`. */
export function renderFieldReference(): string {
  return shopFileFormats
    .map(({ file, purpose, isRequired, schema }) => {
      const plain: unknown = JSON.parse(JSON.stringify(schema));
      const rows = isSchema(plain) ? [...listFields(file, plain, [], '')] : [];
      const lines = rows
        .filter(({ name }) => !COMMON_MEMBERS.has(name))
        .map(
          ({ name, type, isRequired: isNeeded, note }) =>
            `| \`${name}\` | ${type} | ${isNeeded ? 'yes' : ''} | ${note.replaceAll('|', '\\|')} |`,
        );
      return [
        `### ${file}`,
        '',
        `${purpose} ${isRequired ? 'Required.' : 'May be left out.'} Schema: \`schemas/${getSchemaName(file)}\`.`,
        '',
        '| field | type | required | meaning |',
        '|---|---|---|---|',
        ...lines,
      ].join('\n');
    })
    .join('\n\n');
}
