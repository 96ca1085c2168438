import { createKeptBytes } from '../../platform/kept-bytes.ts';
import { createScriptJson } from '../../platform/markup.ts';

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
 * The same for an object that holds shared ones, in pieces: the bytes of what is shared are made once, too. A member that is
 * bytes already is JSON of `stringifySafely`.
 *
 * @param depth how many levels down shared objects and bytes may stand
 */
export function* stringifyPieces(
  value: Readonly<Record<string, unknown>>,
  depth: number,
): Generator<string | Buffer> {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${stringify(name)}:`;
    separator = ',';
    if (Buffer.isBuffer(member)) yield member;
    else if (isShared(member)) yield getSharedBytes(member);
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
  return createScriptJson(value).toString();
}
