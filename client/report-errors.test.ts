import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { reportErrors } from './report-errors.ts';

const send = jest.fn<typeof fetch>();
let stop: () => void;

beforeEach(() => {
  send.mockReset();
  send.mockResolvedValue(new Response());
  window.fetch = send;
  window.history.replaceState(null, '', '/muesli/?q=secret');
  stop = reportErrors(window);
});

afterEach(() => stop());

const raise = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error }));
const getBodies = () => send.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));

function reject(reason: unknown): void {
  // jsdom has no PromiseRejectionEvent.
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

describe('reportErrors', () => {
  it('reports an uncaught error to the web server without the query of the page', () => {
    raise(new TypeError('x is undefined'));
    expect(send).toHaveBeenCalledWith(
      '/errors',
      expect.objectContaining({ method: 'POST', keepalive: true }),
    );
    expect(getBodies()).toEqual([
      {
        type: 'TypeError',
        message: 'x is undefined',
        stack: expect.stringContaining('x is undefined'),
        path: '/muesli/',
        isRejection: false,
      },
    ]);
  });

  it('reports an unhandled rejection with any reason', () => {
    reject(new Error('no answer'));
    reject('a word');
    expect(getBodies()).toEqual([
      expect.objectContaining({ message: 'no answer', isRejection: true }),
      expect.objectContaining({ message: 'a word', stack: '', isRejection: true }),
    ]);
  });

  it('reports the same error once, and at most five errors', () => {
    const error = new Error('again');
    raise(error);
    raise(error);
    expect(send).toHaveBeenCalledTimes(1);
    for (let index = 0; index < 20; index += 1) raise(new Error(`number ${index}`));
    expect(send).toHaveBeenCalledTimes(5);
  });

  it('truncates reports to the lengths that the web server accepts', () => {
    raise(Object.assign(new Error('x'.repeat(9000)), { stack: 'y'.repeat(9000) }));
    const [body] = getBodies();
    expect([body.message.length, body.stack.length]).toEqual([500, 6000]);
  });

  it.each([
    ['an aborted request', new DOMException('gone', 'AbortError')],
    ['an error of a script of another site', new Error('Script error.')],
    [
      'an error of a browser extension',
      Object.assign(new Error('x'), { stack: 'at chrome-extension://abc/x.js:1:1' }),
    ],
  ])('ignores %s', (_what, error) => {
    raise(error);
    expect(send).not.toHaveBeenCalled();
  });

  it('throws nothing if the report cannot be sent', async () => {
    send.mockRejectedValue(new TypeError('offline'));
    raise(new Error('x'));
    await Promise.resolve();
    expect(send).toHaveBeenCalledTimes(1);
  });
});
