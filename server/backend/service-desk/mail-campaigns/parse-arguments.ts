import path from 'node:path';
import { parseArgs } from 'node:util';

/** A parsed command for campaigns. */
export type CampaignArguments =
  | { readonly kind: 'list' }
  | { readonly kind: 'show' | 'send' | 'pause' | 'resume' | 'cancel' | 'report'; readonly campaignId: number }
  | { readonly kind: 'save'; readonly source: string; readonly campaignId: number | null }
  | { readonly kind: 'test'; readonly campaignId: number; readonly emailAddress: string }
  | {
      readonly kind: 'subscribers';
      readonly siteKey: string | null;
      /** Absolute path of the file for the exported addresses; null if they are only counted. */
      readonly exportTo: string | null;
    };

const singleCampaignCommands = ['show', 'send', 'pause', 'resume', 'cancel', 'report'] as const;

function readCampaignId(word: string | undefined): number | null {
  const campaignId = Number(word);
  return word !== undefined && /^\d{1,9}$/.test(word) && campaignId > 0 ? campaignId : null;
}

/** Parses the arguments of the command; returns null if they are invalid. */
export function parseCampaignArguments(
  words: readonly string[],
  workingDirectory: string,
): CampaignArguments | null {
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
      const campaignId = id === undefined ? null : readCampaignId(id);
      if (first === undefined || second !== undefined || (id !== undefined && campaignId === null))
        return null;
      return { kind, source: path.resolve(workingDirectory, first), campaignId };
    }
    const campaignId = readCampaignId(first);
    if (campaignId === null) return null;
    if (kind === 'test') return second === undefined ? null : { kind, campaignId, emailAddress: second };
    const act = singleCampaignCommands.find((known) => known === kind);
    return act === undefined || second !== undefined ? null : { kind: act, campaignId };
  } catch {
    return null;
  }
}
