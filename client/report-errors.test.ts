import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { reportErrors } from './report-errors.ts';

const fetchMock = jest.fn<typeof fetch>();
let stopReporting: () => void;

beforeEach(() => {
  fetchMock.mockReset();
  fetchMock.mockResolvedValue(new Response());
  window.fetch = fetchMock;
  window.history.replaceState(null, '', '/muesli/?q=secret');
  stopReporting = reportErrors(window);
});

afterEach(() => stopReporting());

const dispatchError = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error }));
const getReportBodies = () => fetchMock.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));

function dispatchRejection(reason: unknown): void {
  // jsdom has no PromiseRejectionEvent.
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

describe('reportErrors', () => {
  it('reports an uncaught error to the web server without the query of the page', () => {
    dispatchError(new TypeError('x is undefined'));
    expect(fetchMock).toHaveBeenCalledWith(
      '/errors',
      expect.objectContaining({ method: 'POST', keepalive: true }),
    );
    expect(getReportBodies()).toEqual([
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
    dispatchRejection(new Error('no answer'));
    dispatchRejection('a word');
    expect(getReportBodies()).toEqual([
      expect.objectContaining({ message: 'no answer', isRejection: true }),
      expect.objectContaining({ message: 'a word', stack: '', isRejection: true }),
    ]);
  });

  it('reports the same error once, and at most five errors', () => {
    const error = new Error('again');
    dispatchError(error);
    dispatchError(error);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    for (let index = 0; index < 20; index += 1) dispatchError(new Error(`number ${index}`));
    expect(fetchMock).toHaveBeenCalledTimes(5);
  });

  it('truncates reports to the lengths that the web server accepts', () => {
    dispatchError(Object.assign(new Error('x'.repeat(9000)), { stack: 'y'.repeat(9000) }));
    const [body] = getReportBodies();
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
    dispatchError(error);
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('throws nothing if the report cannot be sent', async () => {
    fetchMock.mockRejectedValue(new TypeError('offline'));
    dispatchError(new Error('x'));
    await Promise.resolve();
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
});
