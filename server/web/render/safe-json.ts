import { isObject } from '../../../shared/rules/json-object.ts';
import { createScriptJson } from '../../platform/markup.ts';
import { toUnpooledBuffer } from '../../platform/unpooled-buffer.ts';

/** JSON of shared objects: answers of the backend are frozen and identical until they are fetched again. */
const sharedJson = new WeakMap<object, string>();
const sharedBytes = new WeakMap<object, Buffer>();

/**
 * Stringifies JSON that is inert inside a `<script>` element, whatever text it contains. The value must be
 * plain JSON. A frozen object is assumed to be deeply frozen and is stringified once.
 */
export function stringifySafely(value: unknown): string {
  if (!isShared(value)) return stringifyForScript(value);
  let json = sharedJson.get(value);
  if (json === undefined) {
    json = stringifyForScript(value);
    sharedJson.set(value, json);
  }
  return json;
}

/**
 * Yields the same JSON in chunks for an object that contains shared ones; the bytes of shared objects are
 * cached, too. A member that already is a buffer must be JSON of `stringifySafely`.
 *
 * @param depth number of levels at which shared objects and buffers may occur
 */
export function* stringifyPieces(
  value: Readonly<Record<string, unknown>>,
  depth: number,
): Generator<string | Buffer> {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${stringifyForScript(name)}:`;
    separator = ',';
    if (Buffer.isBuffer(member)) yield member;
    else if (isShared(member)) yield getSharedBytes(member);
    else if (depth > 1 && isObject(member)) yield* stringifyPieces(member, depth - 1);
    else yield stringifyForScript(member);
  }
  yield separator === '{' ? '{}' : '}';
}

function getSharedBytes(value: object): Buffer {
  let bytes = sharedBytes.get(value);
  if (!bytes) {
    bytes = toUnpooledBuffer(stringifyForScript(value));
    sharedBytes.set(value, bytes);
  }
  return bytes;
}

function isShared(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.isFrozen(value);
}

function stringifyForScript(value: unknown): string {
  return createScriptJson(value).toString();
}
