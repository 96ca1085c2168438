import {
  createListQuery,
  formatListSort,
  type ListQuery,
  type ListSort,
} from '../../../shared/rules/list-query.ts';
import { forgiveListQuery } from '../../../shared/rules/parse-list-query.ts';

/** Id of the form that a list's filters, order and size belong to, wherever they stand. */
export const listFormId = 'list-form';

type Control = HTMLInputElement | HTMLSelectElement;

function listControls(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement && element.type !== 'hidden') ||
      element instanceof HTMLSelectElement,
  );
}

/** What the form asks for: its first page, read as forgivingly as the address that it leads to without script. */
export function readListForm(form: HTMLFormElement, defaultSort: ListSort['sort']): ListQuery | null {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') query.append(name, value);
  }
  return forgiveListQuery(query, defaultSort);
}

/** Makes the form say what a list shows: after Back, or once a filter was removed elsewhere. */
export function writeListForm(form: HTMLFormElement, list: ListQuery, defaultSort: ListSort['sort']): void {
  const query = new URLSearchParams(createListQuery(list, { defaultSort }));
  // A choice always says something, also what an address leaves out.
  const unsaid = new Map([
    ['sort', formatListSort(list)],
    ['ps', String(list.pageSize)],
  ]);
  for (const control of listControls(form)) {
    const values = query.getAll(control.name);
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked = values.includes(control.value);
    } else if (control.name !== '') {
      control.value = values[0] ?? unsaid.get(control.name) ?? '';
    }
  }
}

/**
 * Keeps a slider and the number fields that it sets in step.
 *
 * @param slider whose `data-sets` names its field; at its end the field is empty, since that narrows nothing
 */
export function followSlider(slider: HTMLInputElement): void {
  const field = slider.form?.elements.namedItem(slider.dataset.sets ?? '');
  if (!(field instanceof HTMLInputElement)) return;
  const isAtItsEnd = slider.value === (slider.dataset.sets === 'price-min' ? slider.min : slider.max);
  field.value = isAtItsEnd ? '' : slider.value;
}

/** Puts the sliders of a form where their fields say. */
export function placeSliders(form: HTMLFormElement): void {
  for (const slider of form.querySelectorAll<HTMLInputElement>('input[data-sets]')) {
    const field = form.elements.namedItem(slider.dataset.sets ?? '');
    if (!(field instanceof HTMLInputElement)) continue;
    slider.value = field.value || (slider.dataset.sets === 'price-min' ? slider.min : slider.max);
  }
  paintSliders(form);
}

/** Colours the part of each track that stays in the list. */
export function paintSliders(form: HTMLFormElement): void {
  for (const track of form.querySelectorAll<SVGRectElement>('rect[data-fill]')) {
    const [low, high] = [...(track.closest('div')?.querySelectorAll('input') ?? [])].map((slider) => {
      const [minimum, maximum] = [Number(slider.min), Number(slider.max)];
      return maximum > minimum ? (100 * (Number(slider.value) - minimum)) / (maximum - minimum) : 0;
    });
    const from = high === undefined ? 0 : Math.min(low ?? 0, high);
    const to = high === undefined ? (low ?? 100) : Math.max(low ?? 0, high);
    track.setAttribute('x', String(from));
    track.setAttribute('width', String(to - from));
  }
}
