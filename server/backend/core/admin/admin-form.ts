import type { ReactNode } from 'react';
import type { FieldFault } from './fields.ts';

/** Value as stored in the database: cents, a date, a list. */
export type FieldValue = string | number | boolean | Date | readonly (string | number)[] | null;

/** Options for the form of an operation. */
export interface AdminForm {
  /**
   * Hidden fields, such as the id of the changed row. Fields whose names start with `expected` contain the
   * values at the time the page was rendered; if the form is refused, they are updated to the present values.
   */
  readonly hidden?: Readonly<Record<string, string | number>>;
  /**
   * Hidden fields that describe the source of the form but do not identify it among the forms of its
   * operation. If the source has changed meanwhile, the form shows the entered values with the present
   * source.
   */
  readonly renewed?: Readonly<Record<string, string | number>>;
  /** Initial values of the visible fields. */
  readonly values?: Readonly<Record<string, FieldValue>>;
  /** Visible fields in order; by default all that are not hidden. */
  readonly fields?: readonly string[];
  /** Additional choices of a field: ids with names, or positions with names and maximum pieces. */
  readonly choices?: Readonly<
    Record<string, readonly (readonly [value: string | number, label: string, most?: number])[]>
  >;
  /** Text key of the button; by default `admin.do.<operation>`. */
  readonly submit?: string;
  /** True if the form is collapsed until its button is clicked, for pages with many forms. */
  readonly isFolded?: boolean;
  /** Note between the fields and the button. */
  readonly note?: ReactNode;
}

/** Entered values of a refused form. */
export interface RefusedForm {
  readonly operation: string;
  readonly written: ReadonlyMap<string, readonly string[]>;
  readonly faults: readonly FieldFault[];
  /** Message above the fields; null if the messages are next to the fields. */
  readonly message: string | null;
  /** Field that the message concerns, if it concerns one. */
  readonly field?: string | undefined;
  /** Details listed below the message. */
  readonly details?: readonly ReactNode[];
}
