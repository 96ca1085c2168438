import type { CheckoutDraft } from '../../shared/contract/carts.ts';

/** Fields whose text is stored; never a password, and nothing that is no text of the visitor. */
const draftTypes = new Set(['text', 'email', 'tel', 'select-one', 'radio']);
/** Limits of the contract. */
const MOST_FIELDS = 20;
const LONGEST_VALUE = 200;

/** What is typed into the form of a checkout step (`form[data-draft]`) on this page; null if there is no such form. */
export function readCheckoutDraft(): CheckoutDraft | null {
  const form = document.querySelector<HTMLFormElement>('form[data-draft]');
  const step = form?.dataset.draft;
  if (!form || (step !== 'billing' && step !== 'delivery')) return null;
  const fields = [...form.elements].flatMap((field): [string, string][] => {
    const isTyped = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (!isTyped || !/^[a-zA-Z]{1,30}$/.test(field.name) || !draftTypes.has(field.type)) return [];
    if (field instanceof HTMLInputElement && field.type === 'radio' && !field.checked) return [];
    return [[field.name, field.value.slice(0, LONGEST_VALUE)]];
  });
  return { step, fields: Object.fromEntries(fields.slice(0, MOST_FIELDS)) };
}
