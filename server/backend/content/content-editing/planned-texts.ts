import type { Database } from '../../core/database/database.ts';
import { listPlannedVersions } from './queries.ts';
import { applyTextDifference, getTextDifference, readAt } from './text-values.ts';

/** The differences of a list of records at a given time. */
export interface PlannedChanges {
  readonly isEmpty: boolean;
  /** Returns the text at a path within a record if it will be different; otherwise undefined. */
  readText(key: string, ...place: readonly string[]): string | undefined;
  /** Returns the list of texts at a path if it will be different; otherwise undefined. */
  readLines(key: string, ...place: readonly string[]): readonly string[] | undefined;
}

/** Planned texts, for a preview of a future time. */
export interface PlannedTexts {
  /**
   * Returns the changes that will have been published by a time. For a time that is not in the future it
   * returns none, without a database query.
   */
  fetchChanges(now: Date, list: { readonly file: string; readonly list: string }): Promise<PlannedChanges>;
}

/** Tolerance in milliseconds for the clocks of callers: times within it count as the present. */
const CLOCK_TOLERANCE_MS = 61_000;

const noPlannedChanges: PlannedChanges = {
  isEmpty: true,
  readText: () => undefined,
  readLines: () => undefined,
};

const isString = (value: unknown): value is string => typeof value === 'string';

function toPlannedChanges(changes: ReadonlyMap<string, unknown>): PlannedChanges {
  return {
    isEmpty: changes.size === 0,
    readText(key, ...place) {
      const value = readAt(changes.get(key), place);
      return isString(value) ? value : undefined;
    },
    readLines(key, ...place) {
      const value = readAt(changes.get(key), place);
      return Array.isArray(value) ? value.filter(isString) : undefined;
    },
  };
}

/** Creates the planned texts. They are read on first use. */
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
      if (now.getTime() < clock() + CLOCK_TOLERANCE_MS) return noPlannedChanges;
      const changes = new Map<string, unknown>();
      for (const { key, before, after } of await listPlannedVersions(database, list, now)) {
        changes.set(key, applyTextDifference(changes.get(key), getTextDifference(before, after)));
      }
      return toPlannedChanges(changes);
    },
  };
}
