import { createKeptBytes } from '../../platform/kept-bytes.ts';

const escapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON of what many requests share, by object: answers of the backend are frozen and the same until they are fetched anew. */
const sharedJson = new WeakMap<object, string>();
const sharedBytes = new WeakMap<object, Buffer>();

/**
 * JSON that is inert inside a `<script>` element, whatever text is in it. The value holds plain JSON only. A frozen object
 * is taken to be frozen all through, and is made into text once.
 */
export function stringifySafely(value: unknown): string {
  if (!isShared(value)) return stringify(value);
  let json = sharedJson.get(value);
  if (json === undefined) {
    json = stringify(value);
    sharedJson.set(value, json);
  }
  return json;
}

/**
 * The same for an object that holds shared ones, in pieces: the bytes of what is shared are made once, too.
 *
 * @param depth how many levels down shared objects may stand
 */
export function* stringifyPieces(
  value: Readonly<Record<string, unknown>>,
  depth: number,
): Generator<string | Buffer> {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (isShared(member)) yield getSharedBytes(member);
    else if (depth > 1 && isRecord(member)) yield* stringifyPieces(member, depth - 1);
    else yield stringify(member);
  }
  yield separator === '{' ? '{}' : '}';
}

function getSharedBytes(value: object): Buffer {
  let bytes = sharedBytes.get(value);
  if (!bytes) {
    bytes = createKeptBytes(stringify(value));
    sharedBytes.set(value, bytes);
  }
  return bytes;
}

function isShared(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.isFrozen(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stringify(value: unknown): string {
  const json = JSON.stringify(value);
  return /[<>&\u2028\u2029]/.test(json)
    ? json.replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? character)
    : json;
}
