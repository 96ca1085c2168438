import type { CheckoutDraft } from '../../shared/contract/carts.ts';
import { DRAFT_FIELDS, MAX_DRAFT_VALUE_LENGTH } from '../../shared/rules/checkout/draft-fields.ts';

/** Whether the visitor has changed a field since the page was loaded. */
function isFieldChanged(field: HTMLInputElement | HTMLSelectElement): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
  }
  return field.type === 'radio' ? field.checked && !field.defaultChecked : field.value !== field.defaultValue;
}

/**
 * Reads the changed fields of the form of a checkout step (`form[data-draft]`) on this page.
 *
 * @returns null if there is no such form, or if nothing was changed
 */
export function readCheckoutDraft(): CheckoutDraft | null {
  const form = document.querySelector<HTMLFormElement>('form[data-draft]');
  const step = form?.dataset.draft;
  if (!form || (step !== 'billing' && step !== 'delivery')) return null;
  const fields: CheckoutDraft['fields'] = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    const name = DRAFT_FIELDS.find((known) => known === field.name);
    if (name !== undefined && isFieldChanged(field))
      fields[name] = field.value.slice(0, MAX_DRAFT_VALUE_LENGTH);
  }
  return Object.keys(fields).length === 0 ? null : { step, fields };
}
