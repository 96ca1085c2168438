import { isObject } from '../../../../shared/rules/json-object.ts';
import { renderDocument } from '../http/render-document.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation, OpenApiParameter } from './openapi-document.ts';

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Describes the bounds of a value. */
function describeBounds(schema: JsonSchema): string {
  const parts: string[] = [];
  if (schema.minimum !== undefined) parts.push(`≥ ${schema.minimum}`);
  if (schema.maximum !== undefined) parts.push(`≤ ${schema.maximum}`);
  if (schema.exclusiveMinimum !== undefined) parts.push(`> ${schema.exclusiveMinimum}`);
  if (schema.maxLength !== undefined) parts.push(`at most ${schema.maxLength} characters`);
  if (schema.maxItems !== undefined) parts.push(`at most ${schema.maxItems}`);
  if (schema.pattern !== undefined) parts.push(String(schema.pattern));
  if (schema.format !== undefined) parts.push(String(schema.format));
  return parts.join(', ');
}

/** Returns a short name of a type. The fields of an object are listed below it. */
function describeType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = toList(schema.enum);
  if (choices.length > 0) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  const union = toList(schema.anyOf).filter(isObject);
  if (union.length > 0) return [...new Set(union.map(describeType))].join(' | ');
  if (toList(schema.allOf).length > 0) return 'object';
  if (schema.type === 'array') {
    return isObject(schema.items) ? `array of ${describeType(schema.items)}` : 'array';
  }
  return typeof schema.type === 'string' ? schema.type : 'anything';
}

/** Lists the objects in a schema whose fields are documented: itself, its items, its alternatives. */
function listObjectSchemas(schema: JsonSchema): JsonSchema[] {
  if (isObject(schema.properties)) return [schema];
  const parts = [...toList(schema.anyOf), ...toList(schema.allOf), schema.items];
  return parts.filter(isObject).flatMap(listObjectSchemas);
}

/** Fields of the objects in a schema, with those of their objects below. */
const FieldLists = ({ schema }: { readonly schema: JsonSchema }) => (
  <>
    {listObjectSchemas(schema).map((object, position) => {
      const required = toList(object.required);
      const properties = isObject(object.properties) ? object.properties : {};
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and alternatives have no name
        <ul key={position} className="fields">
          {Object.entries(properties).map(
            ([name, property]) =>
              isObject(property) && (
                <Field key={name} name={name} isRequired={required.includes(name)} property={property} />
              ),
          )}
        </ul>
      );
    })}
  </>
);

function Field({
  name,
  isRequired,
  property,
}: {
  readonly name: string;
  readonly isRequired: boolean;
  readonly property: JsonSchema;
}) {
  const bounds = describeBounds(property);
  const note = typeof property.description === 'string' ? property.description : '';
  return (
    <li>
      <code className="name">{name}</code>
      {!isRequired && (
        <>
          {' '}
          <em>optional</em>
        </>
      )}{' '}
      <span className="type">{describeType(property)}</span>
      {bounds !== '' && (
        <>
          {' '}
          <span className="bounds">{bounds}</span>
        </>
      )}
      {note !== '' && <p>{note}</p>}
      <FieldLists schema={property} />
    </li>
  );
}

const Schema = ({ schema }: { readonly schema: JsonSchema }) => (
  <>
    <p className="type">{describeType(schema)}</p>
    <FieldLists schema={schema} />
  </>
);

function resolveParameter(
  document: OpenApiDocument,
  parameter: OpenApiOperation['parameters'][number],
): OpenApiParameter | undefined {
  if (!('$ref' in parameter)) return parameter;
  return document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
}

function Parameters({
  document,
  operation,
}: {
  readonly document: OpenApiDocument;
  readonly operation: OpenApiOperation;
}) {
  const parameters = operation.parameters.flatMap((reference) => resolveParameter(document, reference) ?? []);
  if (parameters.length === 0) return null;
  return (
    <>
      <h4>Parameters</h4>
      {/* biome-ignore lint/a11y/useSemanticElements: a table that scrolls is a region, not a section of the page */}
      <div
        className="scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
        tabIndex={0}
        role="region"
        aria-label="Parameters"
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">In</th>
              <th scope="col">Required</th>
              <th scope="col">Type</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {parameters.map((parameter) => (
              <tr key={`${parameter.in} ${parameter.name}`}>
                <th scope="row">
                  <code>{parameter.name}</code>
                </th>
                <td>{parameter.in}</td>
                <td>{parameter.required ? 'yes' : 'no'}</td>
                <td>
                  {[describeType(parameter.schema), describeBounds(parameter.schema)]
                    .filter(Boolean)
                    .join(', ')}
                </td>
                <td>{String(parameter.description ?? '')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function getJsonSchema(part: JsonSchema | undefined): JsonSchema | undefined {
  const content = part?.content;
  if (!isObject(content)) return undefined;
  const json = content['application/json'];
  return isObject(json) && isObject(json.schema) ? json.schema : undefined;
}

function Operation({
  document,
  path,
  method,
  operation,
}: {
  readonly document: OpenApiDocument;
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}) {
  const body = getJsonSchema(operation.requestBody as JsonSchema | undefined);
  const answer = getJsonSchema(operation.responses['200']);
  const [proof] = operation.security.flatMap((schemes) => Object.keys(schemes));
  return (
    <article id={operation.operationId}>
      <h3>
        <span className={`method ${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
      </h3>
      <p>{operation.summary}</p>
      <p className="type">
        {proof === undefined ? 'Anybody' : `Needs: ${proof}`};{' '}
        {operation['x-idempotent'] ? 'idempotent' : 'not idempotent'}
      </p>
      <Parameters document={document} operation={operation} />
      {body && (
        <details>
          <summary>Body</summary>
          <Schema schema={body} />
        </details>
      )}
      {answer && (
        <details>
          <summary>Answer</summary>
          <Schema schema={answer} />
        </details>
      )}
      <details>
        <summary>Statuses</summary>
        <ul>
          {Object.entries(operation.responses).map(([status, response]) => (
            <li key={status}>
              <code>{status}</code> {String(response.description)}
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}

/** Style sheet of the page, in a separate file because the content security policy forbids inline styles. */
export const docsStyles = `
:root { color-scheme: light; --ink: #26331f; --soft: #5d6652; --line: #d9d3bd; --paper: #fbf8ee; --card: #fffdf6; --meadow: #2f5a3a; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header, main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.35rem; text-transform: capitalize; }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 .25rem; font-size: .95rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; margin: 1rem 0 0; list-style: none; }
nav a { display: inline-block; padding: .35rem .8rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
a { color: var(--meadow); } a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 3px solid var(--meadow); outline-offset: 2px; }
article { margin: 0 0 1rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
article > p { margin: .5rem 0; }
.method { display: inline-block; min-width: 3.5rem; padding: .1rem .5rem; border-radius: .35rem; color: #fff; background: var(--meadow); font-size: .8rem; text-align: center; }
.method.post { background: #8a4a28; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td:nth-child(n + 4) { min-width: 10rem; overflow-wrap: anywhere; } td:nth-child(5) { min-width: 18rem; }
details { margin-top: .5rem; } summary { cursor: pointer; font-weight: 600; }
.fields { margin: .25rem 0 .25rem .25rem; padding-left: 1rem; border-left: 2px solid var(--line); list-style: none; }
.fields li { margin: .25rem 0; } .fields p { margin: 0; color: var(--soft); font-size: .92rem; }
.type, .bounds { color: var(--soft); font-size: .92rem; overflow-wrap: anywhere; }
`;

/** Renders the document as one page without scripts. */
export function renderDocsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const byTag = [...Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')];
  const { info, openapi, components } = document;
  const problem = components.schemas.Problem;
  return renderDocument(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{info.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <header>
          <h1>{info.title}</h1>
          <p>{info.description}</p>
          <p>
            <a href="/api/openapi.json">OpenAPI {openapi} document</a>
          </p>
          <nav aria-label="Resources">
            <ul>
              {byTag.map(([tag]) => (
                <li key={tag}>
                  <a href={`#tag-${tag}`}>{tag}</a>
                </li>
              ))}
              <li>
                <a href="#problems">problems</a>
              </li>
            </ul>
          </nav>
        </header>
        <main>
          {byTag.map(([tag, operationsOfTag]) => (
            <section key={tag} aria-labelledby={`tag-${tag}`}>
              <h2 id={`tag-${tag}`}>{tag}</h2>
              {operationsOfTag.map(({ path, method, operation }) => (
                <Operation
                  key={`${method} ${path}`}
                  document={document}
                  path={path}
                  method={method}
                  operation={operation}
                />
              ))}
            </section>
          ))}
          <section aria-labelledby="problems">
            <h2 id="problems">problems</h2>
            <article>{problem && <Schema schema={problem} />}</article>
          </section>
        </main>
      </body>
    </html>,
  );
}
