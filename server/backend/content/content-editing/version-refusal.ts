import type { AdminRefusal, RefusalDetail } from '../../core/admin/operation.ts';

/** Serialises the reason why a version could not be published. It is translated when displayed. */
export const serialiseRefusal = ({ code, values, details }: AdminRefusal): string =>
  JSON.stringify([{ code, values }, ...details]);

const isRefusalDetail = (part: unknown): part is RefusalDetail =>
  typeof part === 'object' && part !== null && 'code' in part && typeof part.code === 'string';

function parseRefusalParts(fault: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(fault);
    return Array.isArray(parts) ? parts : [fault];
  } catch {
    // Earlier releases stored it as a sentence.
    return [fault];
  }
}

/** Returns the parts of a stored reason: refusals, and sentences of earlier releases. */
export const parseStoredRefusal = (fault: string): readonly (RefusalDetail | string)[] =>
  parseRefusalParts(fault).map((part) => (isRefusalDetail(part) ? part : String(part)));
