import { eq, type SQL } from 'drizzle-orm';
import {
  type LinkTokens,
  parseTargetIdOfKey,
  type VersionedTarget,
} from '../../core/security/link-tokens.ts';
import { roughageSample } from './tables.ts';

/** The columns from which the key of a report is derived. */
type KeyedSample = Pick<typeof roughageSample.$inferSelect, 'sampleId' | 'keyVersion'>;

const toReportTarget = ({ sampleId, keyVersion }: KeyedSample): VersionedTarget => ({
  purpose: 'report',
  id: sampleId,
  version: keyVersion,
});

/** Derives the key of a report. The key gives access to it. */
export const deriveReportKey = (links: LinkTokens, sample: KeyedSample): string =>
  links.deriveKey(toReportTarget(sample));

/**
 * Selects the sample whose id a key contains. Check the row that is found with `isReportKeyOf`.
 *
 * @returns undefined if the key has the wrong length
 */
export function createReportKeyCondition(key: string): SQL | undefined {
  const sampleId = parseTargetIdOfKey(key);
  return sampleId === undefined ? undefined : eq(roughageSample.sampleId, sampleId);
}

/** Returns true if a key opens the report of a sample. */
export const isReportKeyOf = (links: LinkTokens, sample: KeyedSample, key: string): boolean =>
  links.isKeyOf(toReportTarget(sample), key);
