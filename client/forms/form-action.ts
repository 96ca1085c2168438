import { ApiError } from '../../shared/api/api-error.ts';
import type { Api, CallOptions } from '../../shared/api/client.ts';
import type { SendForm } from '../../shared/api/send-form.ts';
import type { ScopeState } from '../store/app-store.ts';
import type { Changed } from '../store/changed.ts';
import type { VisitorCart } from '../store/visitor-cart.ts';
import type {
  ActionResult,
  FormDifference,
  FormLine,
  FormPlaces,
  FormProblem,
  FormReceipt,
  FormSubject,
} from './action-result.ts';

/** What was typed into a form, and the files that were chosen. */
export interface FormFields {
  /** The value of a field, trimmed: the first of its name; '' where there is none. */
  get(name: string): string;
  /** The same as it was typed, with every space: of a password nothing is trimmed. */
  getUntrimmed(name: string): string;
  /** The files of a field, empty ones left out. */
  getFiles(name: string): readonly File[];
}

/** A form as it was sent. */
export interface SentForm extends FormFields {
  readonly values: ReadonlyMap<string, string>;
}

/** What an action may use; the same on the server and in the browser. */
export interface ActionContext {
  /** Calls in the visitor's own name. */
  readonly api: Api;
  readonly cart: VisitorCart;
  readonly fields: FormFields;
  readonly scope: Pick<ScopeState, 'site' | 'settings' | 'language'>;
  /** It runs in a browser, where something can be worked out before a call. */
  readonly hasScript?: true;
  readonly options: CallOptions;
  /** Sends a form with files to the API; missing where no form has any. */
  readonly sendForm?: SendForm;
  /** Told how much of the files has left, from 0 to 1; in a browser only. */
  readonly onProgress?: (share: number) => void;
}

/** What a form came to. */
export type ActionOutcome =
  | {
      readonly status: 'done';
      readonly subject?: FormSubject | undefined;
      /** Path of a private page of this shop that follows; where it is missing, the page stays and says so. */
      readonly path?: string;
      /** What follows instead, as a document of its own: the page of a payment provider, or one whose address is a secret. */
      readonly documentUrl?: string;
      /** Path of a private page that says so where the form was sent without script; where it is missing, `/form/sent/`. */
      readonly noticePath?: string;
      readonly line?: FormLine;
      readonly differences?: readonly FormDifference[];
      readonly receipt?: FormReceipt;
      /** What is no longer as pages know it. */
      readonly changed?: readonly Changed[];
    }
  | {
      readonly status: 'shown';
      readonly places?: FormPlaces;
      /** Fields that the form comes again with, beside what was typed. */
      readonly values?: Readonly<Record<string, string>>;
      readonly changed?: readonly Changed[];
    }
  | {
      readonly status: 'refused';
      readonly problems: readonly FormProblem[];
      /** What was done of it all the same. */
      readonly changed?: readonly Changed[];
    };

/**
 * Does what a form asks for. The same function runs on the server for a form that was sent without script, and in the browser.
 *
 * @throws ApiError: a refusal of the API (4xx) becomes the form's problems, the rest is told as a failure of the whole form
 */
export type FormAction = (context: ActionContext) => Promise<ActionOutcome>;

/** What follows from a form that was sent. */
export interface ActionRun {
  readonly result: ActionResult;
  readonly path: string | null;
  /** Absolute, or a path of this shop. */
  readonly documentUrl: string | null;
  readonly noticePath: string | null;
  readonly changed: readonly Changed[];
}

/** Fields that say which form it is, and are no values of it. */
const ownFields = new Set(['form', 'of', 'formToken']);
/** What is typed there does not come back in a page that refuses it. */
const isSecretField = (name: string): boolean => /password|pin$/i.test(name);

/**
 * Most characters of a field that are read, more than three times what the longest field of the contract may hold: the parsers of an
 * action never read a longer text, and a field that was cut is still refused as too long.
 */
const MAX_FIELD_LENGTH = 20_000;

/** Reads the fields of a sent form. A name that is repeated keeps its first value and all of its files. */
export function readSentForm(entries: Iterable<readonly [string, string | File]>): SentForm {
  const values = new Map<string, string>();
  const untrimmed = new Map<string, string>();
  const files = new Map<string, File[]>();
  for (const [name, value] of entries) {
    if (typeof value === 'string') {
      if (values.has(name)) continue;
      const text = value.slice(0, MAX_FIELD_LENGTH);
      values.set(name, text.trim());
      untrimmed.set(name, text);
    } else if (value.size > 0) {
      // A field for files that was left empty arrives as a file without name and bytes.
      files.set(name, [...(files.get(name) ?? []), value]);
    }
  }
  return {
    values,
    get: (name) => values.get(name) ?? '',
    getUntrimmed: (name) => untrimmed.get(name) ?? '',
    getFiles: (name) => files.get(name) ?? [],
  };
}

/** The amount that a refusal tells: that of its first line where it lists several. */
function getAmount({ body }: ApiError): number | undefined {
  const read = (value: unknown) =>
    typeof value === 'object' && value !== null
      ? [Reflect.get(value, 'amount'), Reflect.get(value, 'totalAmount')].find(
          (amount) => typeof amount === 'number',
        )
      : undefined;
  const lines = typeof body === 'object' && body !== null && 'lines' in body ? body.lines : null;
  return read(Array.isArray(lines) ? lines[0] : body);
}

/** What a refusal of the API (4xx) says of the form. */
export function listProblems(error: ApiError): FormProblem[] {
  const problems = error.problems.map(({ field, code }) => ({ field: field.replace(/^.*\./, ''), code }));
  if (problems.length > 0) return problems;
  const amount = getAmount(error);
  const { body } = error;
  const step = typeof body === 'object' && body !== null && 'step' in body ? body.step : undefined;
  const waitSeconds = error.status === 429 ? Number(error.headers['retry-after']) : Number.NaN;
  return [
    {
      field: null,
      code: error.code ?? 'failed',
      ...(amount !== undefined && { amount }),
      ...(typeof step === 'string' && { step }),
      ...(Number.isInteger(waitSeconds) && waitSeconds > 0 && { waitSeconds }),
    },
  ];
}

/** True where the API has said no, and not that it has failed. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.failure === 'status' && error.status >= 400 && error.status < 500;

/**
 * Runs the action of a form.
 *
 * @throws ApiError 'aborted' when the visitor has left, and whatever is no ApiError
 */
export async function runFormAction(
  action: FormAction,
  form: SentForm,
  context: Omit<ActionContext, 'fields'>,
): Promise<ActionRun> {
  const which = { form: form.get('form'), of: form.get('of') };
  const showAgain = (
    {
      values,
      ...result
    }: Pick<ActionResult, 'status' | 'problems' | 'places'> & Partial<Pick<ActionResult, 'values'>>,
    changed: readonly Changed[] = [],
  ): ActionRun => ({
    result: {
      ...which,
      ...result,
      values: {
        ...Object.fromEntries(
          [...form.values].filter(([name]) => !ownFields.has(name) && !isSecretField(name)),
        ),
        ...values,
      },
    },
    path: null,
    documentUrl: null,
    noticePath: null,
    changed,
  });
  const refuse = (problems: readonly FormProblem[], changed?: readonly Changed[]) =>
    showAgain({ status: 'refused', problems }, changed);
  try {
    const outcome = await action({ ...context, fields: form });
    if (outcome.status === 'refused') return refuse(outcome.problems, outcome.changed);
    if (outcome.status === 'shown') {
      const { changed, ...shown } = outcome;
      return showAgain({ ...shown, problems: [] }, changed);
    }
    const { subject, line, differences, receipt, changed = [] } = outcome;
    const { path = null, documentUrl = null, noticePath = null } = outcome;
    return {
      result: {
        ...which,
        status: 'done',
        values: {},
        problems: [],
        ...(subject && { subject }),
        ...(line && { line }),
        ...(differences && { differences }),
        ...(receipt && { receipt }),
      },
      path,
      documentUrl,
      noticePath,
      changed,
    };
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure === 'aborted') throw error;
    return refuse(isRefusal(error) ? listProblems(error) : [{ field: null, code: 'failed' }]);
  }
}
