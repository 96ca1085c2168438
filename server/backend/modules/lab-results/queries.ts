import { eq, inArray } from 'drizzle-orm';
import type { LabReference } from '../../../../shared/rules/lab-results.ts';
import type { Database } from '../../database/database.ts';
import { labReference, labResult, roughageSample } from './tables.ts';

/** What results are held against; undefined where the shop has no tests. */
export async function findLabReference(database: Database): Promise<LabReference | undefined> {
  const [row] = await database.select({ reference: labReference.reference }).from(labReference);
  return row?.reference;
}

/** Deletes the samples of an account with their results. */
export async function deleteSamplesOfAccount(transaction: Database, accountId: string): Promise<void> {
  const own = transaction
    .select({ sampleId: roughageSample.sampleId })
    .from(roughageSample)
    .where(eq(roughageSample.accountId, accountId));
  await transaction.delete(labResult).where(inArray(labResult.sampleId, own));
  await transaction.delete(roughageSample).where(eq(roughageSample.accountId, accountId));
}
