import { afterEach, describe, expect, it } from '@jest/globals';
import { writeListForm } from './list-form.ts';

afterEach(() => document.body.replaceChildren());

function createSelect(name: string, values: readonly string[]): HTMLSelectElement {
  const select = document.createElement('select');
  select.name = name;
  select.append(...values.map((value) => new Option(value, value)));
  return select;
}

describe('writeListForm', () => {
  it('sets sort order and page size if the URL contains none', () => {
    const form = document.createElement('form');
    const sort = createSelect('sort', ['popularity', 'price', '-price']);
    const size = createSelect('ps', ['24', '48']);
    form.append(sort, size);
    document.body.append(form);
    sort.value = '-price';
    size.value = '48';

    writeListForm(
      form,
      { page: 1, pageSize: 24, sort: 'popularity', descending: false, filters: [] },
      'popularity',
    );

    expect([sort.value, size.value]).toEqual(['popularity', '24']);
  });

  it('empties the fields of removed filters', () => {
    const form = document.createElement('form');
    const pony = Object.assign(document.createElement('input'), {
      type: 'checkbox',
      name: 'horse-type',
      value: 'pony',
      checked: true,
    });
    const price = Object.assign(document.createElement('input'), { name: 'price-max', value: '30' });
    form.append(pony, price);
    document.body.append(form);

    writeListForm(
      form,
      { page: 1, pageSize: 24, sort: 'popularity', descending: false, filters: [] },
      'popularity',
    );

    expect([pony.checked, price.value]).toEqual([false, '']);
  });
});
