import { DAY_MS } from '../../../../shared/rules/durations.ts';

/** Retention period of personal data, and why it is not shorter. */
export interface RetentionRule {
  /** Scope of the rule: all rows, rows in a state, or one column. */
  readonly what: string;
  /** Column with the start date; null if the data is retained as long as the shop exists. */
  readonly since: string | null;
  /**
   * Days, or 'retentionYears' for the years required by the law of the shop's country (`legal.json`), from
   * the end of the year.
   */
  readonly days: number | 'retentionYears' | null;
  readonly why: string;
}

/**
 * Retention periods of a module by their name. The deletion jobs read their times here. `docs/privacy.md`
 * lists the rules of all modules; a test compares both.
 */
export type RetentionRules = Readonly<Record<string, RetentionRule>>;

/** Returns the moment before which data is deleted. */
export const getRetentionLimit = ({ days }: { readonly days: number }, now: Date): Date =>
  new Date(now.getTime() - days * DAY_MS);
