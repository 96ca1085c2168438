/** What is wrong with a form: a field of it, or the whole where `field` is null. Codes are those of the API's problem documents. */
export interface FormProblem {
  readonly field: string | null;
  readonly code: string;
}

/** What became of a form that was sent, for the page that shows it again. */
export interface ActionResult {
  /** Name of the form, as its hidden field `form` tells it. */
  readonly form: string;
  /** Which of several forms of that name on a page: its hidden field `of`; '' where there is one only. */
  readonly of: string;
  readonly status: 'done' | 'refused';
  /** What was typed, by field; empty once it is done. */
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly FormProblem[];
  /** What it was about, where that is worth going back to. */
  readonly subject?: FormSubject;
}

/** A page of this shop that a form was about: the product of a review. */
export interface FormSubject {
  readonly title: string;
  readonly url: string;
}

/** What a private page is told of a form that was sent without script and has succeeded: shown once, and gone with the next load. */
export interface SentNotice {
  /** Name of the form. */
  readonly form: string;
  /** Path of the page that the form was on; null where there is nothing to go back to. */
  readonly back: string | null;
  readonly subject?: FormSubject;
}
