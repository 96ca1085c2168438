import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { parseForm } from './parse-form.ts';

const multipartType = 'multipart/form-data; boundary=b';
const fieldPart = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
const filePart = '--b\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\nx\r\n';
const namelessPart = '--b\r\n\r\n\r\n';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('parseForm: too many fields', () => {
  it.each([
    ['fields', fieldPart],
    ['files', filePart],
    ['parts that are neither fields nor files', namelessPart],
  ])('stops reading after the maximum number of %s', async (_what, part) => {
    // The rest is malformed: reading it would cause another error.
    const bytes = Buffer.from(part.repeat(1101) + ' '.repeat(20_000));
    await expect(parseForm(bytes, multipartType)).rejects.toMatchObject({ status: 413 });
  });

  it('rejects the form before its fields are parsed', async () => {
    const read = jest.spyOn(URLSearchParams.prototype, Symbol.iterator);
    const bytes = Buffer.from('a&'.repeat(1100));
    await expect(parseForm(bytes, 'application/x-www-form-urlencoded')).rejects.toMatchObject({
      status: 413,
    });
    expect(read).not.toHaveBeenCalled();
  });

  it.each([
    [multipartType, `${fieldPart.repeat(1100)}--b--\r\n`],
    ['application/x-www-form-urlencoded', Array(1100).fill('a=x').join('&')],
  ])('accepts a form with the maximum number of fields: %s', async (type, text) => {
    expect((await parseForm(Buffer.from(text), type)).get('a')).toBe('x');
  });
});
