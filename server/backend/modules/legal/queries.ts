import { and, eq } from 'drizzle-orm';
import type { LegalTexts, SafetyInformation } from '../../../../shared/contract/legal.ts';
import type { Database } from '../../database/database.ts';
import { legalProfile, legalProfileTranslation } from './tables.ts';

const selectTexts = (handle: Database, siteId: number, languageId: number) =>
  handle
    .select({
      orderButton: legalProfileTranslation.orderButton,
      withdrawalDays: legalProfile.withdrawalDays,
      withdrawalButton: legalProfileTranslation.withdrawalButton,
      withdrawalConfirmation: legalProfileTranslation.withdrawalConfirmation,
      guaranteeNotice: legalProfileTranslation.guaranteeNotice,
      manufacturer: legalProfile.manufacturer,
      safety: legalProfileTranslation.safety,
    })
    .from(legalProfile)
    .innerJoin(legalProfileTranslation, eq(legalProfileTranslation.siteId, legalProfile.siteId))
    .where(and(eq(legalProfile.siteId, siteId), eq(legalProfileTranslation.languageId, languageId)));

/** Words that the law wants on a site in a language; undefined where the shop states none. */
export async function findLegalTexts(
  handle: Database,
  siteId: number,
  languageId: number,
): Promise<LegalTexts | undefined> {
  const [row] = await selectTexts(handle, siteId, languageId);
  if (!row) return undefined;
  const { manufacturer, safety, ...texts } = row;
  return texts;
}

/** What is said with goods that are no feed; null where the shop names no manufacturer. */
export async function findSafetyInformation(
  handle: Database,
  siteId: number,
  languageId: number,
): Promise<SafetyInformation | null> {
  const [row] = await selectTexts(handle, siteId, languageId);
  if (!row?.manufacturer) return null;
  const { name, address, emailAddress } = row.manufacturer;
  return { manufacturer: { name, ...address, emailAddress }, text: row.safety };
}

/** Days of withdrawal, years of retention and what invoices say of the seller; undefined where the shop states none. */
export async function findLegalProfile(
  handle: Database,
  siteId: number,
): Promise<typeof legalProfile.$inferSelect | undefined> {
  const [row] = await handle.select().from(legalProfile).where(eq(legalProfile.siteId, siteId));
  return row;
}
