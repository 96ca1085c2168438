import { type Markup, markup, noMarkup } from '../../../platform/markup.ts';
import { createToken } from '../security/token.ts';
import { describeField, type FieldDescription, type FieldFault } from './fields.ts';
import type { AdminOperation } from './operation.ts';
import { toShopTime } from './shop-time.ts';
import { type AdminTranslate, formatDecimal } from './texts.ts';

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
  readonly note?: Markup;
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
  readonly details?: readonly Markup[];
}

function formatFieldValue(
  field: FieldDescription,
  value: FieldValue | undefined,
  locale: string,
): readonly string[] {
  if (value === undefined || value === null) return [];
  if (value instanceof Date) return [toShopTime(value)];
  if (field.widget === 'euro') return [formatDecimal(Number(value) / 100, locale, 2)];
  if (field.widget === 'instant') return [toShopTime(new Date(String(value)))];
  if (Array.isArray(value)) {
    return field.widget === 'lines' ? [value.join('\n')] : value.map(String);
  }
  const isDecimal = typeof value === 'number' && !Number.isInteger(value);
  return [isDecimal ? formatDecimal(value, locale) : String(value)];
}

/**
 * Returns the refusal if it belongs to the form of this operation with these hidden fields. A page may have
 * several forms of an operation, and the source of one may no longer exist.
 */
export function findRefusalOfForm(
  operation: AdminOperation,
  { hidden = {} }: AdminForm,
  refused: RefusedForm | null,
): RefusedForm | null {
  if (refused?.operation !== operation.name) return null;
  const isSame = Object.entries(hidden).every(
    ([name, value]) => name.startsWith('expected') || refused.written.get(name)?.[0] === String(value),
  );
  return isSame ? refused : null;
}

const when = (condition: boolean, part: Markup): Markup => (condition ? part : noMarkup);

/**
 * Renders the message that explains why the operation was refused. It receives the focus when the page opens.
 *
 * @param fieldMessageId id of the message of a field that receives the focus instead
 */
export function createRefusal(
  message: string,
  details: readonly Markup[] = [],
  fieldMessageId: string | null = null,
): Markup {
  const list = markup`<ul>${details.map((detail) => markup`<li>${detail}</li>`)}</ul>`;
  const place = fieldMessageId === null ? markup` autofocus` : markup` id="${fieldMessageId}"`;
  return markup`<div class="fault" role="alert" tabindex="-1"${place}><p>${message}</p>${details.length > 0 ? list : noMarkup}</div>`;
}

/** Renders the form of an operation. It needs no script and is posted to `/admin/do/<operation>`. */
export function createForm(
  operation: AdminOperation,
  form: AdminForm,
  page: {
    readonly t: AdminTranslate;
    /** Token bound to the staff member. */
    readonly formToken: string;
    /** Path of this page with its query, which shows the result. */
    readonly path: string;
    /** Values entered into this form (`findRefusalOfForm`). */
    readonly refused: RefusedForm | null;
    /** Distinguishes the forms of a page. */
    readonly index: number;
  },
): Markup {
  const { t, formToken, path, refused, index } = page;
  const { hidden = {}, renewed = {}, values = {}, choices = {}, isFolded = false } = form;
  const names =
    form.fields ??
    [...Object.keys(operation.input.properties), ...Object.keys(operation.files)].filter(
      // Values for conflict detection come from an open page, never from a person; a new record has none.
      (name) => !Object.hasOwn(hidden, name) && !Object.hasOwn(renewed, name) && !name.startsWith('expected'),
    );
  const about = refused?.field !== undefined && names.includes(refused.field) ? refused.field : null;
  const messageId = `f${index}-refusal`;
  let hasFocus = false;
  const shown = names.map((name) => {
    const id = `f${index}-${name}`;
    const fault = refused?.faults.find(({ field }) => field === name);
    const isFirstFault = (fault !== undefined || name === about) && !hasFocus;
    hasFocus ||= isFirstFault;
    const focus = when(isFirstFault, markup` autofocus`);
    const described =
      name === about
        ? markup` aria-invalid="true" aria-describedby="${messageId}"`
        : when(fault !== undefined, markup` aria-invalid="true" aria-describedby="${id}-fault"`);
    const said = fault
      ? markup`<span class="fault" id="${id}-fault">${t(`admin.fault.${fault.code}`, fault.values)}</span>`
      : noMarkup;
    const label = t(`admin.field.${name}`);
    const file = operation.files[name];
    if (file) {
      return markup`<p><label for="${id}">${label}</label><input type="file" id="${id}" name="${name}"${when(file.maxCount > 1, markup` multiple`)}${described}${focus}>${said}</p>`;
    }
    const field = describeField(operation.input, name);
    if (!field) throw new Error(`The operation ${operation.name} has no field ${name}`);
    const entered = refused
      ? (refused.written.get(name) ?? [])
      : formatFieldValue(field, values[name], t.locale);
    const [value = ''] = entered;
    const required = when(
      !field.isOptional && field.type !== 'boolean' && field.type !== 'array',
      markup` required`,
    );
    const options: readonly (readonly [string | number, string, number?])[] | undefined =
      choices[name] ??
      (field.type === 'choice'
        ? field.words.map((word) => [word, t(`admin.choice.${word}`)] as const)
        : undefined);
    if (options && field.widget === 'ids') {
      const boxes = options.map(([word, text]) => {
        const isChosen = entered.includes(String(word));
        return markup`<label class="box"><input type="checkbox" name="${name}" value="${word}"${when(isChosen, markup` checked`)}> ${text}</label>`;
      });
      return markup`<fieldset tabindex="-1"${described}${focus}><legend>${label}</legend>${boxes}${said}</fieldset>`;
    }
    if (options && field.widget === 'pieces') {
      const numbers = options.map(([position, text, most]) => {
        const [pieces = ''] = refused?.written.get(`${name}.${position}`) ?? [];
        return markup`<p><label for="${id}-${position}">${text}</label><input type="number" id="${id}-${position}" name="${name}.${position}" value="${pieces}" min="0" max="${most ?? ''}" inputmode="numeric" autocomplete="off"></p>`;
      });
      return markup`<fieldset tabindex="-1"${described}${focus}><legend>${label}</legend>${numbers}${said}</fieldset>`;
    }
    if (options) {
      const isNoneNamed = options.some(([word]) => word === '');
      const none = when(
        (field.isOptional || value === '') && !isNoneNamed,
        markup`<option value=""></option>`,
      );
      const list = options.map(([word, text]) =>
        String(word) === value
          ? markup`<option value="${word}" selected>${text}</option>`
          : markup`<option value="${word}">${text}</option>`,
      );
      return markup`<p><label for="${id}">${label}</label><select id="${id}" name="${name}"${required}${described}${focus}>${none}${list}</select>${said}</p>`;
    }
    if (field.type === 'boolean') {
      const isTicked = ['on', 'true'].includes(value);
      return markup`<p><label class="box"><input type="checkbox" id="${id}" name="${name}" value="true"${when(isTicked, markup` checked`)}${described}${focus}> ${label}</label>${said}</p>`;
    }
    if (field.widget === 'multiline' || field.widget === 'lines') {
      // Height for browsers that do not support `field-sizing`.
      const rows = Math.min(24, Math.max(3, Math.ceil(value.length / 70), value.split('\n').length));
      // HTML parsers drop the first line end in a textarea.
      return markup`<p><label for="${id}">${label}</label><textarea id="${id}" name="${name}" rows="${rows}"${required}${described}${focus}>\n${value}</textarea>${said}</p>`;
    }
    const type =
      field.widget === 'instant'
        ? 'datetime-local'
        : field.widget === 'day'
          ? 'date'
          : field.widget === 'password'
            ? 'password'
            : 'text';
    const mode =
      field.widget === 'euro' || field.type === 'number'
        ? markup` inputmode="decimal"`
        : when(field.type === 'integer', markup` inputmode="numeric"`);
    const length = field.maxLength ? markup` maxlength="${field.maxLength}"` : noMarkup;
    return markup`<p><label for="${id}">${label}</label><input type="${type}" id="${id}" name="${name}" value="${field.widget === 'password' ? '' : value}"${mode}${length}${required}${described}${focus} autocomplete="off">${said}</p>`;
  });
  const kept = [...Object.entries(hidden), ...Object.entries(renewed)].map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  );
  const label = t(form.submit ?? `admin.do.${operation.name}`);
  const consent = when(
    operation.needsConsent,
    markup`<p><label class="box"><input type="checkbox" name="_consent" value="true" required> ${t(operation.consentText)}</label></p>`,
  );
  const message = refused?.message
    ? createRefusal(refused.message, refused.details, about === null ? null : messageId)
    : noMarkup;
  const encoding =
    Object.keys(operation.files).length > 0 ? markup` enctype="multipart/form-data"` : noMarkup;
  const whole = markup`<form method="post" action="/admin/do/${operation.name}"${encoding} novalidate class="operation"><input type="hidden" name="_token" value="${formToken}"><input type="hidden" name="_page" value="${path}"><input type="hidden" name="_once" value="${createToken()}">${kept}${message}${shown}${form.note ?? noMarkup}${consent}<p><button>${label}</button></p></form>`;
  if (!isFolded) return whole;
  return markup`<details${when(refused !== null, markup` open`)}><summary>${label}</summary>${whole}</details>`;
}
