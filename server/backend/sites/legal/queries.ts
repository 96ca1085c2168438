import { and, eq, like } from 'drizzle-orm';
import type { GuaranteeNotice, LegalTexts, SafetyInformation } from '../../../../shared/contract/legal.ts';
import type { Database } from '../../core/database/database.ts';
import { legalNotice, legalProfile, legalProfileTranslation } from './tables.ts';

const selectLegalProfile = (handle: Database, siteId: number, languageId: number) =>
  handle
    .select({
      orderButton: legalProfileTranslation.orderButton,
      withdrawalDays: legalProfile.withdrawalDays,
      withdrawalButton: legalProfileTranslation.withdrawalButton,
      withdrawalConfirmation: legalProfileTranslation.withdrawalConfirmation,
      notice: {
        fileName: legalNotice.fileName,
        sha256: legalNotice.sha256,
        width: legalNotice.width,
        height: legalNotice.height,
      },
      manufacturer: legalProfile.manufacturer,
      safety: legalProfileTranslation.safety,
    })
    .from(legalProfile)
    .innerJoin(legalProfileTranslation, eq(legalProfileTranslation.siteId, legalProfile.siteId))
    .leftJoin(legalNotice, eq(legalNotice.fileName, legalProfileTranslation.guaranteeNotice))
    .where(and(eq(legalProfile.siteId, siteId), eq(legalProfileTranslation.languageId, languageId)));

/** Returns the legal texts of a site in a language; undefined if there are none. */
export async function findLegalTexts(
  handle: Database,
  siteId: number,
  languageId: number,
): Promise<LegalTexts | undefined> {
  const [row] = await selectLegalProfile(handle, siteId, languageId);
  if (!row) return undefined;
  const { manufacturer, safety, notice, ...texts } = row;
  return { ...texts, guaranteeNotice: notice && toGuaranteeNotice(notice) };
}

function toGuaranteeNotice({
  fileName,
  sha256,
  width,
  height,
}: Omit<typeof legalNotice.$inferSelect, 'content'>): GuaranteeNotice {
  return {
    path: `/api/legal/notices/${sha256}${fileName.slice(fileName.lastIndexOf('.'))}`,
    picture: width === null || height === null ? null : { width, height },
  };
}

/**
 * Returns the content of an official notice by its SHA-256 and file extension; undefined if there is none.
 */
export async function findNoticeBytes(
  handle: Database,
  sha256: string,
  ending: string,
): Promise<Buffer | undefined> {
  const [row] = await handle
    .select({ content: legalNotice.content })
    .from(legalNotice)
    .where(and(eq(legalNotice.sha256, sha256), like(legalNotice.fileName, `%.${ending}`)))
    .limit(1);
  return row && Buffer.from(row.content, 'base64');
}

/** Returns the safety information for goods that are not feed; null if the site names no manufacturer. */
export async function findSafetyInformation(
  handle: Database,
  siteId: number,
  languageId: number,
): Promise<SafetyInformation | null> {
  const [row] = await selectLegalProfile(handle, siteId, languageId);
  if (!row?.manufacturer) return null;
  const { name, address, emailAddress } = row.manufacturer;
  return { manufacturer: { name, ...address, emailAddress }, text: row.safety };
}

export type LegalProfileRow = typeof legalProfile.$inferSelect;

/** Lists the legal details of all sites. */
export async function listLegalProfiles(handle: Database): Promise<LegalProfileRow[]> {
  return handle.select().from(legalProfile);
}
