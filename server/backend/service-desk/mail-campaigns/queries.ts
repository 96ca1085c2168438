import { createHash } from 'node:crypto';
import { asc, desc, eq, lt } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { countCampaignVisits, selectCartsOfCampaign } from '../../commerce/carts/queries.ts';
import { selectOrderedCartsOfCampaign, sumOrdersOfCampaign } from '../../commerce/orders/queries.ts';
import type { Database } from '../../core/database/database.ts';
import { campaign, campaignRecipient, campaignSite, campaignText } from './tables.ts';

export type { CampaignStatus } from './tables.ts';

export type CampaignRecord = typeof campaign.$inferSelect;
export type CampaignTextRecord = Omit<typeof campaignText.$inferSelect, 'campaignId'>;

/** A campaign with its sites and texts. */
export interface CampaignWithTexts extends CampaignRecord {
  readonly siteIds: readonly number[];
  readonly texts: readonly CampaignTextRecord[];
}

/** Returns the hash under which a recipient is recorded. Campaigns store no addresses. */
export const hashEmailAddress = (emailAddress: string): string =>
  createHash('sha256').update(emailAddress).digest('hex');

/** Lists campaigns, newest first. */
export const listCampaigns = (handle: Database, limit: number): Promise<CampaignRecord[]> =>
  handle.select().from(campaign).orderBy(desc(campaign.campaignId)).limit(limit);

async function loadSitesAndTexts(
  handle: Database,
  record: CampaignRecord | undefined,
): Promise<CampaignWithTexts | undefined> {
  if (!record) return undefined;
  const { campaignId } = record;
  const sites = await handle
    .select({ siteId: campaignSite.siteId })
    .from(campaignSite)
    .where(eq(campaignSite.campaignId, campaignId))
    .orderBy(campaignSite.siteId);
  const { languageId, subject, markdown } = campaignText;
  const texts = await handle
    .select({ languageId, subject, markdown })
    .from(campaignText)
    .where(eq(campaignText.campaignId, campaignId))
    .orderBy(languageId);
  return { ...record, siteIds: sites.map(({ siteId }) => siteId), texts };
}

/** Returns a campaign. */
export async function findCampaign(
  handle: Database,
  campaignId: number,
): Promise<CampaignWithTexts | undefined> {
  const [record] = await handle.select().from(campaign).where(eq(campaign.campaignId, campaignId));
  return loadSitesAndTexts(handle, record);
}

/** Returns a campaign and locks it until the transaction ends. */
export async function lockCampaign(
  transaction: Database,
  campaignId: number,
): Promise<CampaignWithTexts | undefined> {
  const [record] = await transaction
    .select()
    .from(campaign)
    .where(eq(campaign.campaignId, campaignId))
    .for('update');
  return loadSitesAndTexts(transaction, record);
}

/**
 * Returns the campaign in status `sending` that was started first, and locks it until the transaction ends.
 */
export async function lockSendingCampaign(transaction: Database): Promise<CampaignWithTexts | undefined> {
  const [record] = await transaction
    .select()
    .from(campaign)
    .where(eq(campaign.status, 'sending'))
    .orderBy(asc(campaign.startedAt), asc(campaign.campaignId))
    .limit(1)
    .for('update');
  return loadSitesAndTexts(transaction, record);
}

/** Returns whether any campaign is being sent. Runs without a transaction, because usually none is. */
export const hasSendingCampaign = async (handle: Database): Promise<boolean> =>
  (await handle.$count(campaign, eq(campaign.status, 'sending'))) > 0;

/** @returns the id of the campaign */
export async function insertCampaign(
  transaction: Database,
  values: Pick<CampaignRecord, 'name' | 'kind'>,
  now: Date,
): Promise<number> {
  const [row] = await transaction
    .insert(campaign)
    .values({ ...values, status: 'draft', createdAt: now, changedAt: now })
    .returning({ campaignId: campaign.campaignId });
  if (!row) throw new Error('The insert returned no campaign id');
  return row.campaignId;
}

export async function updateCampaign(
  transaction: Database,
  campaignId: number,
  changes: Partial<Omit<CampaignRecord, 'campaignId'>>,
): Promise<void> {
  await transaction.update(campaign).set(changes).where(eq(campaign.campaignId, campaignId));
}

/** Replaces the sites and texts of a campaign. */
export async function replaceCampaignContent(
  transaction: Database,
  campaignId: number,
  { siteIds, texts }: Pick<CampaignWithTexts, 'siteIds' | 'texts'>,
): Promise<void> {
  await transaction.delete(campaignSite).where(eq(campaignSite.campaignId, campaignId));
  await transaction.delete(campaignText).where(eq(campaignText.campaignId, campaignId));
  await transaction.insert(campaignSite).values(siteIds.map((siteId) => ({ campaignId, siteId })));
  await transaction.insert(campaignText).values(texts.map((text) => ({ campaignId, ...text })));
}

/**
 * Records a recipient.
 *
 * @returns false if the mailbox was already recorded
 */
export async function insertCampaignRecipient(
  transaction: Database,
  campaignId: number,
  emailAddress: string,
  now: Date,
): Promise<boolean> {
  const rows = await transaction
    .insert(campaignRecipient)
    .values({ campaignId, addressHash: hashEmailAddress(emailAddress), createdAt: now })
    .onConflictDoNothing()
    .returning({ campaignId: campaignRecipient.campaignId });
  return rows.length > 0;
}

/** Deletes the records of a recipient who asks for erasure. */
export async function deleteCampaignRecipient(transaction: Database, emailAddress: string): Promise<void> {
  await transaction
    .delete(campaignRecipient)
    .where(eq(campaignRecipient.addressHash, hashEmailAddress(emailAddress)));
}

/** Deletes the recipients recorded before a time. */
export async function deleteOldCampaignRecipients(handle: Database, before: Date): Promise<void> {
  await handle.delete(campaignRecipient).where(lt(campaignRecipient.createdAt, before));
}

/** Results of a campaign. */
export interface CampaignFigures {
  /** Visits that started with one of its links. */
  readonly visits: number;
  readonly carts: number;
  /** Orders that were placed and not cancelled. */
  readonly orders: number;
  /** Revenue of the paid orders, in euro cents incl. VAT. */
  readonly revenue: number;
}

/** Reads the visits and orders from a campaign's links, as recorded by the conversion call. */
export async function readCampaignFigures(
  handle: Database,
  mailCampaignId: string,
): Promise<CampaignFigures> {
  const known = union(
    selectCartsOfCampaign(handle, mailCampaignId),
    selectOrderedCartsOfCampaign(handle, mailCampaignId),
  ).as('known');
  const [visits, carts, orders] = await Promise.all([
    countCampaignVisits(handle, mailCampaignId),
    handle.$count(known),
    sumOrdersOfCampaign(handle, mailCampaignId),
  ]);
  return { visits, carts, ...orders };
}
