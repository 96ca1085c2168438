/**
 * Returns an own property of a record by an untrusted key. Inherited ones such as 'constructor' are ignored.
 */
export function getOwnProperty<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
