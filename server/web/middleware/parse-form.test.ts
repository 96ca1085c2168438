import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { parseForm } from './parse-form.ts';

const withParts = 'multipart/form-data; boundary=b';
const field = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
const file = '--b\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\nx\r\n';
const nameless = '--b\r\n\r\n\r\n';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a form of more fields than any of ours', () => {
  it.each([
    ['fields', field],
    ['files', file],
    ['parts that are neither', nameless],
  ])('is read no further than its first %s', async (_what, part) => {
    // What follows is broken: whoever read it would say so.
    const bytes = Buffer.from(part.repeat(1101) + ' '.repeat(20_000));
    await expect(parseForm(bytes, withParts)).rejects.toMatchObject({ status: 413 });
  });

  it('is refused before anything is made of its fields', async () => {
    const read = jest.spyOn(URLSearchParams.prototype, Symbol.iterator);
    const bytes = Buffer.from('a&'.repeat(1100));
    await expect(parseForm(bytes, 'application/x-www-form-urlencoded')).rejects.toMatchObject({
      status: 413,
    });
    expect(read).not.toHaveBeenCalled();
  });

  it.each([
    [withParts, `${field.repeat(1100)}--b--\r\n`],
    ['application/x-www-form-urlencoded', Array(1100).fill('a=x').join('&')],
  ])('is no form of as many: %s', async (type, text) => {
    expect((await parseForm(Buffer.from(text), type)).get('a')).toBe('x');
  });
});
