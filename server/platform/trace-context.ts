import { randomUUID } from 'node:crypto';

/**
 * Where a request belongs in a distributed trace (W3C Trace Context): one id for all that a visitor's request sets off, and one
 * for our part of it. Written into the log and passed on; spans are not exported.
 */
export interface Trace {
  /** 32 hexadecimal digits, the caller's where it sent a valid one. */
  readonly traceId: string;
  /** 16 hexadecimal digits: our part. */
  readonly spanId: string;
  /** The caller's part; undefined where the trace begins here. */
  readonly parentId: string | undefined;
  /** Headers for every call that we make on behalf of the request. */
  readonly headers: Readonly<Record<string, string>>;
}

const traceparentPattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const zeros = /^0+$/;
/** Printable ASCII; vendors may rely on 512 characters being passed on, and on no more. */
const tracestatePattern = /^[\x20-\x7e]{1,512}$/;

function parseTraceparent(value: unknown): { traceId: string; parentId: string; flags: string } | undefined {
  if (typeof value !== 'string' || value.length > 256) return undefined;
  const [, version, traceId = '', parentId = '', flags = '', rest] = traceparentPattern.exec(value) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (zeros.test(traceId) || zeros.test(parentId)) return undefined;
  // Of the flags only 'sampled' and 'random' have a meaning; the rest is not ours to pass on.
  return { traceId, parentId, flags: `0${(Number.parseInt(flags, 16) & 3).toString(16)}` };
}

/** The last 7 bytes of a UUID are random throughout, which is what samplers go by. */
function createTraceId(): string {
  return randomUUID().replaceAll('-', '');
}

function createSpanId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(28);
}

/**
 * Our place in the trace that a caller names, or the start of a new one where it names none or nonsense.
 *
 * @param traceparent, tracestate headers as they came; the second counts only with a valid first
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
