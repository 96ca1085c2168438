import { eq, or, type SQL } from 'drizzle-orm';
import { type LinkTokens, readIdOfKey, type VersionedTarget } from '../../security/link-tokens.ts';
import { hashToken } from '../../security/token.ts';
import { roughageSample } from './tables.ts';

/** The values from which the key of a report is derived, and the hash of a key made by an earlier release. */
type KeyedSample = Pick<typeof roughageSample.$inferSelect, 'sampleId' | 'keyVersion' | 'keyHash'>;

const toTarget = ({ sampleId, keyVersion }: KeyedSample): VersionedTarget => ({
  purpose: 'report',
  id: sampleId,
  version: keyVersion,
});

/** Derives the key of a report. The key gives access to it. */
export const deriveReportKey = (links: LinkTokens, sample: KeyedSample): string =>
  links.deriveKey(toTarget(sample));

/**
 * Returns a condition for the samples that a key may belong to. Check the row that is found with
 * `isReportKeyOf`.
 */
export function mayHaveReportKey(key: string): SQL | undefined {
  const hasHash = eq(roughageSample.keyHash, hashToken(key));
  const sampleId = readIdOfKey(key);
  return sampleId === undefined ? hasHash : or(hasHash, eq(roughageSample.sampleId, sampleId));
}

/** Returns whether a key belongs to the report of a sample. */
export const isReportKeyOf = (links: LinkTokens, sample: KeyedSample, key: string): boolean =>
  links.isKeyOf(toTarget(sample), key, sample.keyHash);
