import {
  createListQuery,
  formatListSort,
  type ListQuery,
  type ListSort,
} from '../../../shared/rules/list-query.ts';
import { parseListQueryLeniently } from '../../../shared/rules/parse-list-query.ts';

/**
 * Id of the form of a list's filters, sort order and page size. The controls may be outside the form element.
 */
export const listFormId = 'list-form';

type FormControl = HTMLInputElement | HTMLSelectElement;

function listNamedControls(form: HTMLFormElement): FormControl[] {
  return [...form.elements].filter(
    (element): element is FormControl =>
      (element instanceof HTMLInputElement && element.type !== 'hidden') ||
      element instanceof HTMLSelectElement,
  );
}

/**
 * Reads the list query of the form, for its first page. Parses as leniently as the URL that the form opens
 * without script.
 */
export function readListForm(form: HTMLFormElement, defaultSort: ListSort['sort']): ListQuery | null {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') query.append(name, value);
  }
  return parseListQueryLeniently(query, defaultSort);
}

/**
 * Sets the form to the state of the visible list, for example after Back or after a filter chip was removed.
 */
export function writeListForm(form: HTMLFormElement, list: ListQuery, defaultSort: ListSort['sort']): void {
  const query = new URLSearchParams(createListQuery(list, { defaultSort }));
  // A select always has a value, including the defaults that a URL omits.
  const selectValues = new Map([
    ['sort', formatListSort(list)],
    ['ps', String(list.pageSize)],
  ]);
  for (const control of listNamedControls(form)) {
    const values = query.getAll(control.name);
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.checked = values.includes(control.value);
    } else if (control.name !== '') {
      control.value = values[0] ?? selectValues.get(control.name) ?? '';
    }
  }
}

/**
 * Updates the number field of a slider.
 *
 * @param slider its `data-sets` names the field. At the end of the track the field is empty, because that
 *   value filters nothing.
 */
export function copySliderToField(slider: HTMLInputElement): void {
  const field = slider.form?.elements.namedItem(slider.dataset.sets ?? '');
  if (!(field instanceof HTMLInputElement)) return;
  const isAtItsEnd = slider.value === (slider.dataset.sets === 'price-min' ? slider.min : slider.max);
  field.value = isAtItsEnd ? '' : slider.value;
}

/** Sets the sliders of a form to the values of their fields. */
export function copyFieldsToSliders(form: HTMLFormElement): void {
  for (const slider of form.querySelectorAll<HTMLInputElement>('input[data-sets]')) {
    const field = form.elements.namedItem(slider.dataset.sets ?? '');
    if (!(field instanceof HTMLInputElement)) continue;
    slider.value = field.value || (slider.dataset.sets === 'price-min' ? slider.min : slider.max);
  }
  paintSliderTracks(form);
}

/** Colours the selected part of each track. */
export function paintSliderTracks(form: HTMLFormElement): void {
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
