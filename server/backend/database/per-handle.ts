import type { Database } from './database.ts';

/**
 * Makes something once for each handle: a prepared statement, which belongs to its connection. The handle of a transaction is
 * another one each time, so what is made for it goes with it.
 */
export function perHandle<T extends object>(make: (handle: Database) => T): (handle: Database) => T {
  const made = new WeakMap<Database, T>();
  return (handle) => {
    const known = made.get(handle);
    if (known) return known;
    const created = make(handle);
    made.set(handle, created);
    return created;
  };
}
