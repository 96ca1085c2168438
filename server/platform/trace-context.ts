import { randomUUID } from 'node:crypto';

/**
 * Position of a request in a distributed trace (W3C Trace Context): one id for all requests caused by a
 * visitor's request, and one for this process. Logged and passed on; spans are not exported.
 */
export interface Trace {
  /** 32 hexadecimal digits, from the caller if it sent a valid id. */
  readonly traceId: string;
  /** 16 hexadecimal digits, the span of this process. */
  readonly spanId: string;
  /** Span of the caller; undefined if the trace starts here. */
  readonly parentId: string | undefined;
  /** Headers for every outgoing request that belongs to this request. */
  readonly headers: Readonly<Record<string, string>>;
}

const traceparentPattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const onlyZerosPattern = /^0+$/;
/** Printable ASCII. The specification requires to pass on up to 512 characters. */
const tracestatePattern = /^[\x20-\x7e]{1,512}$/;

function parseTraceparent(value: unknown): { traceId: string; parentId: string; flags: string } | undefined {
  if (typeof value !== 'string' || value.length > 256) return undefined;
  const [, version, traceId = '', parentId = '', flags = '', rest] = traceparentPattern.exec(value) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (onlyZerosPattern.test(traceId) || onlyZerosPattern.test(parentId)) return undefined;
  // Only the flags 'sampled' and 'random' are defined; others must not be passed on.
  return { traceId, parentId, flags: `0${(Number.parseInt(flags, 16) & 3).toString(16)}` };
}

/** Creates a trace id from a UUID, whose last 7 bytes are fully random, as samplers require. */
function createTraceId(): string {
  return randomUUID().replaceAll('-', '');
}

function createSpanId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(28);
}

/**
 * Continues the trace of the caller, or starts a new one if there is none or it is invalid.
 *
 * @param traceparent, tracestate received headers; the second counts only if the first is valid
 */
export function createTrace(traceparent: unknown, tracestate?: unknown): Trace {
  const given = parseTraceparent(traceparent);
  const traceId = given?.traceId ?? createTraceId();
  const spanId = createSpanId();
  const isStateKept = given && typeof tracestate === 'string' && tracestatePattern.test(tracestate);
  return {
    traceId,
    spanId,
    parentId: given?.parentId,
    headers: {
      traceparent: `00-${traceId}-${spanId}-${given?.flags ?? '02'}`,
      ...(isStateKept ? { tracestate } : {}),
    },
  };
}
