import { resolveLocale } from '../../../../shared/i18n/locales.ts';
import type { Database } from '../../core/database/database.ts';
import type { PlannedChanges, PlannedTexts } from '../../sites/planned-texts.ts';
import { locateEntry } from './entry-types.ts';
import { listPlannedVersions } from './queries.ts';
import { applyTextDifference, getTextDifference, readAt } from './text-values.ts';

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
    async fetchChanges(now, kind, languageCode) {
      const language = resolveLocale(languageCode);
      if (language === null || now.getTime() < clock() + CLOCK_TOLERANCE_MS) return noPlannedChanges;
      const changes = new Map<string, unknown>();
      for (const { key, before, after } of await listPlannedVersions(database, { kind, language }, now)) {
        const { path } = locateEntry({ kind, key, language });
        const change = getTextDifference(readAt(before, path), readAt(after, path));
        changes.set(key, applyTextDifference(changes.get(key), change));
      }
      return toPlannedChanges(changes);
    },
  };
}
