import type { Database } from '../../database/database.ts';
import { listPlans } from './queries.ts';
import { applyChange, getChange, readAt } from './text-values.ts';

/** What of a list of the shop's records will be different at a moment. */
export interface PlannedChanges {
  readonly isEmpty: boolean;
  /** The text at a place within a record, where it will be another one; undefined where it stays. */
  readText(key: string, ...place: readonly string[]): string | undefined;
  /** The same of a list of texts. */
  readLines(key: string, ...place: readonly string[]): readonly string[] | undefined;
}

/** Texts as they will be: for a preview of a moment that has not come yet. */
export interface PlannedTexts {
  /** What will have been published by a moment. For one that is not ahead nothing will, and the database is not asked. */
  fetchChanges(now: Date, list: { readonly file: string; readonly list: string }): Promise<PlannedChanges>;
}

/** The present, as far as calls may be off: they bring their own clock's word for it. */
const AHEAD_MS = 61_000;

const nothing: PlannedChanges = { isEmpty: true, readText: () => undefined, readLines: () => undefined };

const isLine = (value: unknown): value is string => typeof value === 'string';

function toChanges(changes: ReadonlyMap<string, unknown>): PlannedChanges {
  return {
    isEmpty: changes.size === 0,
    readText(key, ...place) {
      const value = readAt(changes.get(key), place);
      return isLine(value) ? value : undefined;
    },
    readLines(key, ...place) {
      const value = readAt(changes.get(key), place);
      return Array.isArray(value) ? value.filter(isLine) : undefined;
    },
  };
}

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
      return toChanges(changes);
    },
  };
}
