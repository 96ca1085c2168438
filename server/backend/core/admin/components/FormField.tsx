import type { ReactNode } from 'react';
import type { AdminForm, FieldValue, RefusedForm } from '../admin-form.ts';
import { describeField, type FieldDescription } from '../fields.ts';
import type { AdminOperation } from '../operation.ts';
import { toShopTime } from '../shop-time.ts';
import { type AdminTranslate, formatDecimal } from '../texts.ts';

type FieldChoice = readonly [value: string | number, label: string, most?: number];

/** What each kind of control needs. */
interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** Message below the control. */
  readonly fault: ReactNode;
  /** Attributes of the element that is wrong: reference to the message, and focus. */
  readonly state: {
    readonly 'aria-invalid'?: true;
    readonly 'aria-describedby'?: string;
    readonly autoFocus?: boolean;
  };
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

/** Labelled control with the message of its error. */
const LabelledControl = ({
  id,
  label,
  fault,
  children,
}: Pick<ControlProps, 'id' | 'label' | 'fault'> & { readonly children: ReactNode }) => (
  <p>
    <label htmlFor={id}>{label}</label>
    {children}
    {fault}
  </p>
);

/** Group of controls with the message of their error. */
const ControlGroup = ({
  label,
  fault,
  state,
  children,
}: Pick<ControlProps, 'label' | 'fault' | 'state'> & { readonly children: ReactNode }) => (
  <fieldset tabIndex={-1} {...state}>
    <legend>{label}</legend>
    {children}
    {fault}
  </fieldset>
);

/** Boxes of which several can be ticked. */
const ChoiceBoxes = ({
  choices,
  entered,
  ...control
}: ControlProps & { readonly choices: readonly FieldChoice[]; readonly entered: readonly string[] }) => (
  <ControlGroup {...control}>
    {choices.map(([word, text]) => (
      <label key={word} className="box">
        <input
          type="checkbox"
          name={control.name}
          value={word}
          defaultChecked={entered.includes(String(word))}
        />{' '}
        {text}
      </label>
    ))}
  </ControlGroup>
);

/** A number for each order line. */
const PiecesOfLines = ({
  choices,
  refused,
  ...control
}: ControlProps & { readonly choices: readonly FieldChoice[]; readonly refused: RefusedForm | null }) => (
  <ControlGroup {...control}>
    {choices.map(([position, text, most]) => (
      <p key={position}>
        <label htmlFor={`${control.id}-${position}`}>{text}</label>
        <input
          type="number"
          id={`${control.id}-${position}`}
          name={`${control.name}.${position}`}
          defaultValue={refused?.written.get(`${control.name}.${position}`)?.[0] ?? ''}
          min="0"
          max={most ?? ''}
          inputMode="numeric"
          autoComplete="off"
        />
      </p>
    ))}
  </ControlGroup>
);

/** Choice of one value. */
function ChoiceList({
  choices,
  value,
  isOptional,
  isRequired,
  ...control
}: ControlProps & {
  readonly choices: readonly FieldChoice[];
  readonly value: string;
  readonly isOptional: boolean;
  readonly isRequired: boolean;
}) {
  const hasNone = choices.some(([word]) => word === '');
  return (
    <LabelledControl {...control}>
      <select
        id={control.id}
        name={control.name}
        required={isRequired}
        defaultValue={value}
        {...control.state}
      >
        {(isOptional || value === '') && !hasNone && <option value="" />}
        {choices.map(([word, text]) => (
          <option key={word} value={word}>
            {text}
          </option>
        ))}
      </select>
    </LabelledControl>
  );
}

/** Text of several lines. */
function TextArea({
  value,
  isRequired,
  ...control
}: ControlProps & { readonly value: string; readonly isRequired: boolean }) {
  // React keeps a line end at the start, which HTML parsers drop, only if it is written so.
  const text = value.replaceAll('\r\n', '\n');
  // Height for browsers that do not support `field-sizing`.
  const rows = Math.min(24, Math.max(3, Math.ceil(text.length / 70), text.split('\n').length));
  return (
    <LabelledControl {...control}>
      <textarea
        id={control.id}
        name={control.name}
        rows={rows}
        required={isRequired}
        defaultValue={text}
        {...control.state}
      />
    </LabelledControl>
  );
}

const inputTypeByWidget: Readonly<Partial<Record<NonNullable<FieldDescription['widget']>, string>>> = {
  instant: 'datetime-local',
  day: 'date',
  password: 'password',
};

/** Text of one line, number, amount, day or point in time. */
function TextInput({
  field: { widget, type, maxLength },
  value,
  isRequired,
  ...control
}: ControlProps & {
  readonly field: FieldDescription;
  readonly value: string;
  readonly isRequired: boolean;
}) {
  const isDecimal = widget === 'euro' || type === 'number';
  return (
    <LabelledControl {...control}>
      <input
        type={(widget && inputTypeByWidget[widget]) ?? 'text'}
        id={control.id}
        name={control.name}
        defaultValue={widget === 'password' ? '' : value}
        inputMode={isDecimal ? 'decimal' : type === 'integer' ? 'numeric' : undefined}
        maxLength={maxLength || undefined}
        required={isRequired}
        {...control.state}
        autoComplete="off"
      />
    </LabelledControl>
  );
}

/** Box that is ticked or not. */
const TickBox = ({
  id,
  name,
  label,
  fault,
  state,
  isTicked,
}: ControlProps & { readonly isTicked: boolean }) => (
  <p>
    <label className="box">
      <input type="checkbox" id={id} name={name} value="true" defaultChecked={isTicked} {...state} /> {label}
    </label>
    {fault}
  </p>
);

/** Control of a field, chosen by its schema. */
function Control({
  field,
  value: stored,
  choices,
  t,
  refused,
  ...control
}: ControlProps & {
  readonly field: FieldDescription;
  readonly value: FieldValue | undefined;
  readonly choices: readonly FieldChoice[] | undefined;
  readonly t: AdminTranslate;
  readonly refused: RefusedForm | null;
}) {
  const { widget, type, isOptional } = field;
  const entered = refused
    ? (refused.written.get(control.name) ?? [])
    : formatFieldValue(field, stored, t.locale);
  const [value = ''] = entered;
  const isRequired = !isOptional && type !== 'boolean' && type !== 'array';
  const options =
    choices ??
    (type === 'choice' ? field.words.map((word) => [word, t(`admin.choice.${word}`)] as const) : undefined);
  if (options) {
    if (widget === 'ids') return <ChoiceBoxes {...control} choices={options} entered={entered} />;
    if (widget === 'pieces') return <PiecesOfLines {...control} choices={options} refused={refused} />;
    return (
      <ChoiceList
        {...control}
        choices={options}
        value={value}
        isOptional={isOptional}
        isRequired={isRequired}
      />
    );
  }
  if (type === 'boolean') return <TickBox {...control} isTicked={['on', 'true'].includes(value)} />;
  if (widget === 'multiline' || widget === 'lines') {
    return <TextArea {...control} value={value} isRequired={isRequired} />;
  }
  return <TextInput {...control} field={field} value={value} isRequired={isRequired} />;
}

/** Field of the form of an operation, drawn from its schema. */
export function FormField({
  operation,
  form: { values = {}, choices = {} },
  name,
  t,
  id,
  refused,
  messageId,
  hasFocus,
}: {
  readonly operation: AdminOperation;
  readonly form: AdminForm;
  readonly name: string;
  readonly t: AdminTranslate;
  readonly id: string;
  readonly refused: RefusedForm | null;
  /** Id of the message above the fields if it is about this field; null otherwise. */
  readonly messageId: string | null;
  readonly hasFocus: boolean;
}) {
  const fault = refused?.faults.find(({ field }) => field === name);
  const described = messageId ?? (fault ? `${id}-fault` : null);
  const control: ControlProps = {
    id,
    name,
    label: t(`admin.field.${name}`),
    fault: fault && (
      <span className="fault" id={`${id}-fault`}>
        {t(`admin.fault.${fault.code}`, fault.values)}
      </span>
    ),
    state: {
      ...(described !== null && { 'aria-invalid': true, 'aria-describedby': described }),
      autoFocus: hasFocus,
    },
  };
  const file = operation.files[name];
  if (file) {
    return (
      <LabelledControl {...control}>
        <input type="file" id={id} name={name} multiple={file.maxCount > 1} {...control.state} />
      </LabelledControl>
    );
  }
  const field = describeField(operation.input, name);
  if (!field) throw new Error(`The operation ${operation.name} has no field ${name}`);
  return (
    <Control
      {...control}
      field={field}
      value={values[name]}
      choices={choices[name]}
      t={t}
      refused={refused}
    />
  );
}
