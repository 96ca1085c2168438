import { describe, expect, it } from '@jest/globals';
import { createTrace } from './trace-context.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

describe('createTrace', () => {
  it("continues the caller's trace with a new span", () => {
    const trace = createTrace(`00-${traceId}-${parentId}-01`, 'vendor=1,other=2');
    expect(trace).toMatchObject({ traceId, parentId });
    expect(trace.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(trace.spanId).not.toBe(parentId);
    expect(trace.headers).toEqual({
      traceparent: `00-${traceId}-${trace.spanId}-01`,
      tracestate: 'vendor=1,other=2',
    });
  });

  it('reads the known parts of later versions', () => {
    expect(createTrace(`cc-${traceId}-${parentId}-01-what-comes`).headers.traceparent).toMatch(
      new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`),
    );
  });

  it.each([
    ['nothing', undefined],
    ['an empty value', ''],
    ['capital letters', `00-${traceId.toUpperCase()}-${parentId}-01`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${parentId}-01`],
    ['a parent id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['the forbidden version ff', `ff-${traceId}-${parentId}-01`],
    ['more fields than version 00 has', `00-${traceId}-${parentId}-01-more`],
    ['a line break', `00-${traceId}-${parentId}-01\nx: y`],
    ['two traceparent headers', [`00-${traceId}-${parentId}-01`]],
  ])('starts a new trace for %s', (_what, traceparent) => {
    const trace = createTrace(traceparent, 'vendor=1');
    expect(trace.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(trace.traceId).not.toBe(traceId);
    expect(trace.parentId).toBeUndefined();
    // The state belongs to the ignored trace.
    expect(trace.headers).toEqual({ traceparent: `00-${trace.traceId}-${trace.spanId}-02` });
  });

  it.each(['vendor=1\r\nx: y', `v=${'x'.repeat(600)}`])('ignores the state %j', (tracestate) => {
    expect(createTrace(`00-${traceId}-${parentId}-01`, tracestate).headers).not.toHaveProperty('tracestate');
  });
});
