import type { Database } from '../../database/database.ts';
import { listPlans } from './queries.ts';
import { applyChange, getChange } from './text-values.ts';

/** Texts as they will be: for a preview of a moment that has not come yet. */
export interface PlannedTexts {
  /**
   * What will have been published of a list of records by a moment, by key; each is what of the record will be different then.
   *
   * @returns nothing for a moment that is not ahead, without asking the database
   */
  fetchChanges(
    now: Date,
    list: { readonly file: string; readonly list: string },
  ): Promise<ReadonlyMap<string, unknown>>;
}

/** The present, as far as calls may be off: they bring their own clock's word for it. */
const AHEAD_MS = 61_000;

const nothing: ReadonlyMap<string, unknown> = new Map();

/** Makes it; nothing is read before the first question. */
export function createPlannedTexts({
  database,
  clock,
}: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): PlannedTexts {
  return {
    async fetchChanges(now, list) {
      if (now.getTime() < clock() + AHEAD_MS) return nothing;
      const changes = new Map<string, unknown>();
      for (const { key, before, after } of await listPlans(database, list, now)) {
        changes.set(key, applyChange(changes.get(key), getChange(before, after)));
      }
      return changes;
    },
  };
}
