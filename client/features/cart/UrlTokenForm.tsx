import { useEffect, useState } from 'react';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { CART_HANDOVER_PATH_SEPARATOR } from '../../../shared/rules/cart/cart-paths.ts';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import type { FormState } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';

const URL_FIELD_ID = 'fragment';

interface UrlTokenFormProps {
  name: string;
  form: FormState;
  field: string;
  texts: { readonly label: MessageKey; readonly lead: MessageKey; readonly button: MessageKey };
  /**
   * Whether the form is sent at once if the fragment contains a path. The path becomes the field `path`; the
   * value of the fragment is not displayed.
   */
  shouldSubmitAutomatically?: boolean;
  /** Error messages by code. */
  failures: Readonly<Record<string, MessageKey>>;
}

/**
 * Renders a form for a token in the URL fragment, which browsers do not send to servers. With script, the
 * field is filled in from the fragment; without script, the visitor types it. Nothing is sent before the
 * button is pressed.
 */
export function UrlTokenForm({
  name,
  form,
  field,
  texts,
  shouldSubmitAutomatically: goesOn = false,
  failures,
}: UrlTokenFormProps) {
  const { t } = useShop();
  const [isFilled, setIsFilled] = useState(false);
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    const input = document.getElementById(URL_FIELD_ID);
    if (hash === '' || !(input instanceof HTMLInputElement)) return;
    const [value = '', path] = hash.slice(1).split(CART_HANDOVER_PATH_SEPARATOR);
    input.value = value;
    if (value !== '') setIsFilled(true);
    // The fragment is read once and removed, so that a reload or a shared URL does not contain it.
    window.history.replaceState(window.history.state, '', pathname + search);
    const { form: element } = input;
    const target = element?.elements.namedItem('path');
    if (!goesOn || path === undefined || !(target instanceof HTMLInputElement)) return;
    target.value = new URLSearchParams(`path=${path}`).get('path') ?? '';
    element?.requestSubmit();
  }, [goesOn]);
  const [problem] = form.result?.problems ?? [];
  return (
    <form ref={form.ref} className="stack" method="post" onSubmit={form.onSubmit}>
      {problem && (
        <FormNotice tone="error">
          <p>{t(failures[problem.code] ?? 'error.tryLater')}</p>
        </FormNotice>
      )}
      <FormName name={name} />
      {goesOn && <input type="hidden" name="path" defaultValue="" />}
      <p>{t(texts.lead)}</p>
      <div hidden={goesOn && isFilled}>
        <Field id={URL_FIELD_ID} label={t(texts.label)}>
          {(control) => (
            <Input
              control={control}
              name={field}
              autoComplete="off"
              required
              maxLength={200}
              defaultValue={form.getValue(field)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" size="large" busy={form.isBusy}>
        {t(texts.button)}
      </Button>
    </form>
  );
}
