import type { Database } from './database.ts';

/**
 * Creates a value once per handle, such as a prepared statement, which belongs to a connection. The handle of
 * a transaction is new each time, so its value is released with it.
 */
export function memoizePerHandle<T extends object>(create: (handle: Database) => T): (handle: Database) => T {
  const valuesByHandle = new WeakMap<Database, T>();
  return (handle) => {
    const known = valuesByHandle.get(handle);
    if (known) return known;
    const created = create(handle);
    valuesByHandle.set(handle, created);
    return created;
  };
}
