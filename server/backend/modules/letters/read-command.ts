import path from 'node:path';
import { parseArgs } from 'node:util';

/** A parsed command for campaigns. */
export type LetterOrder =
  | { readonly kind: 'list' }
  | { readonly kind: 'show' | 'send' | 'pause' | 'resume' | 'cancel' | 'report'; readonly letterId: number }
  | { readonly kind: 'save'; readonly source: string; readonly letterId: number | null }
  | { readonly kind: 'test'; readonly letterId: number; readonly emailAddress: string }
  | {
      readonly kind: 'subscribers';
      readonly siteKey: string | null;
      /** Absolute path of the file for the exported addresses; null if they are only counted. */
      readonly exportTo: string | null;
    };

const actsOnOne = ['show', 'send', 'pause', 'resume', 'cancel', 'report'] as const;

function readId(word: string | undefined): number | null {
  const letterId = Number(word);
  return word !== undefined && /^\d{1,9}$/.test(word) && letterId > 0 ? letterId : null;
}

/** Parses the arguments of the command; returns null if they are invalid. */
export function readLetterOrder(words: readonly string[], workingDirectory: string): LetterOrder | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { id: { type: 'string' }, site: { type: 'string' }, export: { type: 'string' } },
    });
    const [kind, first, second, ...rest] = positionals;
    const { id, site, export: file } = values;
    if (rest.length > 0 || (id !== undefined && kind !== 'save')) return null;
    if (kind !== 'subscribers' && (site !== undefined || file !== undefined)) return null;
    if (kind === 'list' || kind === 'subscribers') {
      if (first !== undefined) return null;
      if (kind === 'list') return { kind };
      const exportTo = file === undefined ? null : path.resolve(workingDirectory, file);
      return { kind, siteKey: site ?? null, exportTo };
    }
    if (kind === 'save') {
      const letterId = id === undefined ? null : readId(id);
      if (first === undefined || second !== undefined || (id !== undefined && letterId === null)) return null;
      return { kind, source: path.resolve(workingDirectory, first), letterId };
    }
    const letterId = readId(first);
    if (letterId === null) return null;
    if (kind === 'test') return second === undefined ? null : { kind, letterId, emailAddress: second };
    const act = actsOnOne.find((known) => known === kind);
    return act === undefined || second !== undefined ? null : { kind: act, letterId };
  } catch {
    return null;
  }
}
