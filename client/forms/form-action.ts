import { ApiError } from '../../shared/api/api-error.ts';
import type { Api, CallOptions } from '../../shared/api/client.ts';
import type { SendForm } from '../../shared/api/send-form.ts';
import type { ScopeState } from '../store/app-store.ts';
import type { ChangedData } from '../store/changed-data.ts';
import type { CartIdStore } from '../store/visitor-cart-id.ts';
import type {
  ActionResult,
  FormCartDifference,
  FormCartLine,
  FormPickupLocations,
  FormProblem,
  FormReceipt,
  FormSubject,
} from './action-result.ts';

/** Typed values and chosen files of a form. */
export interface FormFields {
  /** Returns the trimmed value of a field, the first of its name, or '' if there is none. */
  get(name: string): string;
  /** Returns the value as typed. Use it for passwords, which are never trimmed. */
  getUntrimmed(name: string): string;
  /** Returns the files of a field, without empty ones. */
  getFiles(name: string): readonly File[];
}

/** A form as it was sent. */
export interface SentForm extends FormFields {
  readonly values: ReadonlyMap<string, string>;
}

/** Context of an action; the same on the server and in the browser. */
export interface ActionContext {
  /** API client that acts for the visitor. */
  readonly api: Api;
  readonly cart: CartIdStore;
  readonly fields: FormFields;
  readonly scope: Pick<ScopeState, 'site' | 'settings' | 'language'>;
  /** Set in a browser, which can compute something before a call, such as a bot check. */
  readonly hasScript?: true;
  readonly options: CallOptions;
  /** Sends a form with files to the API; absent if no form has files. */
  readonly sendForm?: SendForm;
  /** Called with the uploaded share of the files, from 0 to 1; browser only. */
  readonly onProgress?: (share: number) => void;
}

/** Outcome of an action. */
export type ActionOutcome =
  | {
      readonly status: 'done';
      readonly subject?: FormSubject | undefined;
      /** Path of the private page to open next. If it is absent, the page stays and shows the result. */
      readonly path?: string;
      /** URL of a document to open instead: the page of a payment provider, or a page whose URL is secret. */
      readonly documentUrl?: string;
      /**
       * Path of the private page that shows the success if the form was sent without script. Defaults to
       * `/form/sent/`.
       */
      readonly noticePath?: string;
      readonly line?: FormCartLine;
      readonly differences?: readonly FormCartDifference[];
      readonly receipt?: FormReceipt;
      /** Data that has changed, so that pages reload it. */
      readonly changed?: readonly ChangedData[];
    }
  | {
      readonly status: 'shown';
      readonly places?: FormPickupLocations;
      /** Further values to render the form with. */
      readonly values?: Readonly<Record<string, string>>;
      readonly changed?: readonly ChangedData[];
    }
  | {
      readonly status: 'refused';
      readonly problems: readonly FormProblem[];
      /** Changes that were made although the form was refused. */
      readonly changed?: readonly ChangedData[];
    };

/**
 * Handles a form. The same function runs on the server for a form sent without script, and in the browser.
 *
 * @throws ApiError a refusal of the API (4xx) becomes problems of the form; any other error becomes a
 *   failure of the whole form
 */
export type FormAction = (context: ActionContext) => Promise<ActionOutcome>;

/** Result of a sent form and the next step. */
export interface ActionRun {
  readonly result: ActionResult;
  readonly path: string | null;
  /** Absolute URL, or a path of this shop. */
  readonly documentUrl: string | null;
  readonly noticePath: string | null;
  readonly changed: readonly ChangedData[];
}

/** Fields that identify the form and are not values. */
const nonValueFields = new Set(['form', 'of', 'formToken']);
/** Whether the field is secret. A refused form does not render its value again. */
const isSecretField = (name: string): boolean => /password|pin$/i.test(name);

/**
 * Maximum number of characters read from a field, which limits the work of the parsers. It is more than three
 * times the longest field of the contract, so a truncated field is still refused as too long.
 */
const MAX_FIELD_LENGTH = 20_000;

/** Reads the fields of a sent form. A repeated name keeps its first value and all of its files. */
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
      // An empty file field is sent as a file without name and content.
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

/** Returns the amount of a refusal. If it lists several lines, returns that of the first. */
function getRefusalAmount({ body }: ApiError): number | undefined {
  const read = (value: unknown) =>
    typeof value === 'object' && value !== null
      ? [Reflect.get(value, 'amount'), Reflect.get(value, 'totalAmount')].find(
          (amount) => typeof amount === 'number',
        )
      : undefined;
  const lines = typeof body === 'object' && body !== null && 'lines' in body ? body.lines : null;
  return read(Array.isArray(lines) ? lines[0] : body);
}

/** Converts a refusal of the API (4xx) to problems of the form. */
export function listProblems(error: ApiError): FormProblem[] {
  const problems = error.problems.map(({ field, code }) => ({ field: field.replace(/^.*\./, ''), code }));
  if (problems.length > 0) return problems;
  const amount = getRefusalAmount(error);
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

/** Whether the API refused the request, as opposed to failing. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.failure === 'status' && error.status >= 400 && error.status < 500;

/**
 * Runs the action of a form.
 *
 * @throws ApiError 'aborted' if the visitor has left the page; any error that is not an ApiError is
 *   rethrown
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
    changed: readonly ChangedData[] = [],
  ): ActionRun => ({
    result: {
      ...which,
      ...result,
      values: {
        ...Object.fromEntries(
          [...form.values].filter(([name]) => !nonValueFields.has(name) && !isSecretField(name)),
        ),
        ...values,
      },
    },
    path: null,
    documentUrl: null,
    noticePath: null,
    changed,
  });
  const refuse = (problems: readonly FormProblem[], changed?: readonly ChangedData[]) =>
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
