import { type Markup, markup } from '../../../platform/markup.ts';
import type { KeeperRefusal, RefusalDetail } from '../../keeper/operation.ts';
import { showDetail } from '../../keeper/refusal-details.ts';
import type { KeeperTranslate } from '../../keeper/texts.ts';

/** Why a version could not be published, as its row keeps it: told in the language of whoever reads it. */
export const writeFault = ({ code, values, details }: KeeperRefusal): string =>
  JSON.stringify([{ code, values }, ...details]);

const isTold = (part: unknown): part is RefusalDetail =>
  typeof part === 'object' && part !== null && 'code' in part && typeof part.code === 'string';

function readParts(fault: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(fault);
    return Array.isArray(parts) ? parts : [fault];
  } catch {
    // As releases before this one kept it: a sentence.
    return [fault];
  }
}

/** The sentences of a fault. */
export const showFault = (t: KeeperTranslate, fault: string): Markup[] =>
  readParts(fault).map((part) => (isTold(part) ? showDetail(t, part) : markup`${String(part)}`));
