import { type Markup, markup, noMarkup } from '../../platform/markup.ts';
import { createToken } from '../security/token.ts';
import { describeField, type FieldFault, type FieldSchema } from './fields.ts';
import type { KeeperOperation } from './operation.ts';
import { toShopTime } from './shop-time.ts';
import { formatDecimal, type KeeperTranslate } from './texts.ts';

/** A value as the database has it: cents, an instant, a list. */
export type FieldValue = string | number | boolean | Date | readonly (string | number)[] | null;

/** How a page wants the form of an operation. */
export interface KeeperForm {
  /**
   * Fields that are not shown, such as the id of what is changed. Those whose names begin with `expected` say what was there when the page
   * was opened: a refused form is shown again with what is there now.
   */
  readonly hidden?: Readonly<Record<string, string | number>>;
  /**
   * Fields that are not shown either, and say what the form was made from. They do not tell it from others of its operation: where that has
   * changed meanwhile, the form shows what was entered, and what it is made from now.
   */
  readonly renewed?: Readonly<Record<string, string | number>>;
  /** What the shown fields begin with. */
  readonly values?: Readonly<Record<string, FieldValue>>;
  /** Shown fields in their order; all that are not hidden where it is left out. */
  readonly fields?: readonly string[];
  /** Further choices of a field: ids with their names, or positions with names and the most pieces of each. */
  readonly choices?: Readonly<
    Record<string, readonly (readonly [value: string | number, label: string, most?: number])[]>
  >;
  /** Text key of the button; `keeper.do.<operation>` where it is left out. */
  readonly submit?: string;
  /** Closed until somebody opens it by its button: where a page has many forms. */
  readonly isFolded?: boolean;
  /** Below the fields, before the button. */
  readonly note?: Markup;
}

/** What was entered into a form that was refused. */
export interface RefusedForm {
  readonly operation: string;
  readonly written: ReadonlyMap<string, readonly string[]>;
  readonly faults: readonly FieldFault[];
  /** Said above the fields; null where it is said beside them. */
  readonly message: string | null;
  /** Field that the message is about, where it is one. */
  readonly field?: string | undefined;
  /** Said below the message, one by one. */
  readonly details?: readonly Markup[];
}

function write(field: FieldSchema, value: FieldValue | undefined, locale: string): readonly string[] {
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
 * What was refused, where it was the form of this operation with these hidden fields: a page may have several of one operation, and what one
 * was made from may be gone.
 */
export function findRefused(
  operation: KeeperOperation,
  { hidden = {} }: KeeperForm,
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
 * Says why nothing was done; a page opens there.
 *
 * @param fieldMessageId given where a field of the form takes the focus in its place, which is described by it
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

/** Makes the form of an operation: plain, without script, posted to `/keeper/do/<operation>`. */
export function createForm(
  operation: KeeperOperation,
  form: KeeperForm,
  page: {
    readonly t: KeeperTranslate;
    /** Bound to the session. */
    readonly formToken: string;
    /** Path of this page with its query, which shows what comes of it. */
    readonly path: string;
    /** What was entered into this very form (`findRefused`). */
    readonly refused: RefusedForm | null;
    /** Tells the forms of a page apart. */
    readonly index: number;
  },
): Markup {
  const { t, formToken, path, refused, index } = page;
  const { hidden = {}, renewed = {}, values = {}, choices = {}, isFolded = false } = form;
  const names =
    form.fields ??
    [...Object.keys(operation.input.properties), ...Object.keys(operation.files)].filter(
      // No person types what was there when a page was opened: the form of something new has no such value.
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
      ? markup`<span class="fault" id="${id}-fault">${t(`keeper.fault.${fault.code}`, fault.values)}</span>`
      : noMarkup;
    const label = t(`keeper.field.${name}`);
    const file = operation.files[name];
    if (file) {
      return markup`<p><label for="${id}">${label}</label><input type="file" id="${id}" name="${name}"${when(file.maxCount > 1, markup` multiple`)}${described}${focus}>${said}</p>`;
    }
    const field = describeField(operation.input, name);
    if (!field) throw new Error(`The operation ${operation.name} has no field ${name}`);
    const entered = refused ? (refused.written.get(name) ?? []) : write(field, values[name], t.locale);
    const [value = ''] = entered;
    const required = when(
      !field.isOptional && field.type !== 'boolean' && field.type !== 'array',
      markup` required`,
    );
    const options: readonly (readonly [string | number, string, number?])[] | undefined =
      choices[name] ??
      (field.type === 'choice'
        ? field.words.map((word) => [word, t(`keeper.choice.${word}`)] as const)
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
      // Where the sheet does not fit it to what stands in it: as browsers do that know `field-sizing`.
      const rows = Math.min(24, Math.max(3, Math.ceil(value.length / 70), value.split('\n').length));
      // The first line end of a field is left out by whoever reads the page.
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
  const label = t(form.submit ?? `keeper.do.${operation.name}`);
  const consent = when(
    operation.needsConsent,
    markup`<p><label class="box"><input type="checkbox" name="_consent" value="true" required> ${t('keeper.consent')}</label></p>`,
  );
  const message = refused?.message
    ? createRefusal(refused.message, refused.details, about === null ? null : messageId)
    : noMarkup;
  const encoding =
    Object.keys(operation.files).length > 0 ? markup` enctype="multipart/form-data"` : noMarkup;
  const whole = markup`<form method="post" action="/keeper/do/${operation.name}"${encoding} novalidate class="operation"><input type="hidden" name="_token" value="${formToken}"><input type="hidden" name="_page" value="${path}"><input type="hidden" name="_once" value="${createToken()}">${kept}${message}${shown}${form.note ?? noMarkup}${consent}<p><button>${label}</button></p></form>`;
  if (!isFolded) return whole;
  return markup`<details${when(refused !== null, markup` open`)}><summary>${label}</summary>${whole}</details>`;
}
