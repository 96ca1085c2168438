import type { MessageKey } from '../../../shared/i18n/translate.ts';

/** Labels of the levels of work and stages of life of a dose. */
const doseLevelNames: Readonly<Record<string, MessageKey>> = {
  none: 'dosage.level.none',
  light: 'dosage.level.light',
  average: 'dosage.level.average',
  heavy: 'dosage.level.heavy',
  'pregnant-m8-11': 'dosage.stage.pregnantMonths8To11',
  'lactating-m1-3': 'dosage.stage.lactatingMonths1To3',
  'lactating-m4-6': 'dosage.stage.lactatingMonths4To6',
  'foal-d1': 'dosage.stage.foalDay1',
  'foal-d2-3': 'dosage.stage.foalDays2To3',
  'foal-d4-7': 'dosage.stage.foalDays4To7',
  'foal-w1': 'dosage.stage.foalWeek1',
  'foal-w2-4': 'dosage.stage.foalWeeks2To4',
  'foal-m2-3': 'dosage.stage.foalMonths2To3',
  'foal-m2-4': 'dosage.stage.foalMonths2To4',
  'foal-m5-8': 'dosage.stage.foalMonths5To8',
  'young-m8-12': 'dosage.stage.youngMonths8To12',
  'young-y2': 'dosage.stage.youngYear2',
  'young-y3': 'dosage.stage.youngYear3',
};

/**
 * Returns the label of a level of work or stage of life; null if the shop has none. Such a level is not
 * shown.
 */
export function getDoseLevelName(level: string): MessageKey | null {
  return doseLevelNames[level] ?? null;
}
