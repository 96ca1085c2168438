/** What a record has by itself under a key that somebody else chose: 'constructor' is one, too. */
export function findOwn<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
