import { isEmailAddress, normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import { type ChangeContext, recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import { countMailsByDelivery, type DeliveryCounts, deleteUnsentMails } from '../../core/mail/queries.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import {
  findLastSubscriberId,
  type SubscriptionKind,
  subscriptionKinds,
} from '../../customers/newsletter/queries.ts';
import {
  type CampaignProblem,
  type CampaignTextFault,
  findCampaignTextFault,
  listProblems,
  type SitesAndLanguages,
} from './check-campaign.ts';
import { getCampaignMailKind, getMailCampaignId } from './compose-campaign.ts';
import {
  type CampaignFigures,
  type CampaignStatus,
  type CampaignWithTexts,
  findCampaign,
  insertCampaign,
  lockCampaign,
  readCampaignFigures,
  replaceCampaignContent,
  updateCampaign,
} from './queries.ts';

export type { CampaignProblem, SitesAndLanguages } from './check-campaign.ts';

/** Name of the job that writes the test of a campaign. */
export const CAMPAIGN_TEST_JOB = 'letter-test';

/**
 * Ten mails per second: most mail servers accept that from one sender, and 36,000 mails are sent in an hour.
 */
export const DEFAULT_CAMPAIGN_MAILS_PER_MINUTE = 600;

const MAX_CAMPAIGN_NAME_LENGTH = 100;

/** Why an operation failed. Nothing was changed. */
export type CampaignFault =
  | { readonly code: 'campaign_unknown' }
  /** The status of the campaign does not allow the operation. */
  | { readonly code: 'state'; readonly status: CampaignStatus }
  | { readonly code: 'name' | 'kind' | 'no_site' | 'no_text' | 'address' }
  | { readonly code: 'site_unknown'; readonly siteKey: string }
  | { readonly code: 'language_unknown' | 'language_twice'; readonly languageCode: string }
  | { readonly code: 'text'; readonly languageCode: string; readonly fault: CampaignTextFault }
  | { readonly code: 'not_ready'; readonly problems: readonly CampaignProblem[] };

export type CampaignResult =
  | { readonly outcome: 'done'; readonly campaignId: number }
  | { readonly outcome: 'refused'; readonly fault: CampaignFault };

/** The content of a campaign as entered. */
export interface CampaignDraft {
  /** Id of the draft that it replaces; null for a new one. */
  readonly campaignId: number | null;
  readonly name: string;
  readonly kind: string;
  readonly siteKeys: readonly string[];
  readonly texts: readonly {
    /** Language code such as 'nl' or 'en'. */
    readonly languageCode: string;
    readonly subject: string;
    readonly markdown: string;
  }[];
}

const createRefusedCampaignResult = (fault: CampaignFault): CampaignResult => ({ outcome: 'refused', fault });
const unknownCampaignResult = createRefusedCampaignResult({ code: 'campaign_unknown' });

const recordCampaignAct = (
  transaction: Database,
  { actor, now }: ChangeContext,
  act: string,
  campaignId: number,
) => recordAuditEntry(transaction, { actor, act, resource: 'campaign', resourceId: campaignId, now });

type CheckedDraft = Pick<CampaignWithTexts, 'name' | 'kind' | 'siteIds' | 'texts'>;

function validateDraft(
  { sites, languages }: SitesAndLanguages,
  draft: CampaignDraft,
): CheckedDraft | CampaignFault {
  const name = draft.name.trim();
  if (name === '' || name.length > MAX_CAMPAIGN_NAME_LENGTH || /\p{Cc}/u.test(name)) return { code: 'name' };
  const kind = subscriptionKinds.find((known): known is SubscriptionKind => known === draft.kind);
  if (!kind) return { code: 'kind' };
  const siteIds = new Set<number>();
  for (const siteKey of draft.siteKeys) {
    const found = sites.find(({ site }) => site.key === siteKey);
    if (!found) return { code: 'site_unknown', siteKey };
    siteIds.add(found.site.siteId);
  }
  if (siteIds.size === 0) return { code: 'no_site' };
  const texts = new Map<number, CheckedDraft['texts'][number]>();
  for (const { languageCode, subject, markdown } of draft.texts) {
    const language = languages.find(({ code }) => code === languageCode);
    if (!language) return { code: 'language_unknown', languageCode };
    const { languageId } = language;
    if (texts.has(languageId)) return { code: 'language_twice', languageCode };
    const fault = findCampaignTextFault({ subject, markdown });
    if (fault !== null) return { code: 'text', languageCode, fault };
    texts.set(languageId, { languageId, subject: subject.trim(), markdown });
  }
  if (texts.size === 0) return { code: 'no_text' };
  return { name, kind, siteIds: [...siteIds], texts: [...texts.values()] };
}

/** Stores a new campaign or replaces a draft. A started campaign cannot be changed. */
export async function saveCampaign(
  transaction: Database,
  act: ChangeContext,
  scope: SitesAndLanguages,
  draft: CampaignDraft,
): Promise<CampaignResult> {
  const read = validateDraft(scope, draft);
  if ('code' in read) return createRefusedCampaignResult(read);
  const { name, kind } = read;
  let { campaignId } = draft;
  if (campaignId === null) campaignId = await insertCampaign(transaction, { name, kind }, act.now);
  else {
    const former = await lockCampaign(transaction, campaignId);
    if (!former) return unknownCampaignResult;
    if (former.status !== 'draft')
      return createRefusedCampaignResult({ code: 'state', status: former.status });
    await updateCampaign(transaction, campaignId, { name, kind, changedAt: act.now });
  }
  await replaceCampaignContent(transaction, campaignId, read);
  await recordCampaignAct(transaction, act, 'save', campaignId);
  return { outcome: 'done', campaignId };
}

/** Sends a test of a campaign to an internal address, once in each of its languages. */
export async function sendTestCampaign(
  transaction: Database,
  act: ChangeContext,
  { campaignId, emailAddress: typed }: { readonly campaignId: number; readonly emailAddress: string },
): Promise<CampaignResult> {
  const emailAddress = normaliseEmailAddress(typed);
  if (!isEmailAddress(emailAddress)) return createRefusedCampaignResult({ code: 'address' });
  const found = await lockCampaign(transaction, campaignId);
  if (!found) return unknownCampaignResult;
  await updateCampaign(transaction, campaignId, { testAddress: emailAddress });
  await enqueue(transaction, [{ name: CAMPAIGN_TEST_JOB, payload: { campaignId }, now: act.now }]);
  await recordCampaignAct(transaction, act, 'test', campaignId);
  return { outcome: 'done', campaignId };
}

/** Starts sending a campaign to all current subscribers of its kind, at the configured rate. */
export async function sendCampaign(
  transaction: Database,
  act: ChangeContext,
  scope: SitesAndLanguages,
  campaignId: number,
): Promise<CampaignResult> {
  const found = await lockCampaign(transaction, campaignId);
  if (!found) return unknownCampaignResult;
  if (found.status !== 'draft') return createRefusedCampaignResult({ code: 'state', status: found.status });
  const problems = await listProblems(transaction, scope, found);
  if (problems.length > 0) return createRefusedCampaignResult({ code: 'not_ready', problems });
  await updateCampaign(transaction, campaignId, {
    status: 'sending',
    startedAt: act.now,
    nextAt: act.now,
    endSubscriberId: await findLastSubscriberId(transaction),
  });
  await recordCampaignAct(transaction, act, 'send', campaignId);
  transaction.wake('campaigns');
  return { outcome: 'done', campaignId };
}

async function changeCampaignStatus(
  transaction: Database,
  act: ChangeContext,
  campaignId: number,
  change: { readonly from: readonly CampaignStatus[]; readonly to: CampaignStatus; readonly name: string },
): Promise<CampaignResult> {
  const found = await lockCampaign(transaction, campaignId);
  if (!found) return unknownCampaignResult;
  if (!change.from.includes(found.status))
    return createRefusedCampaignResult({ code: 'state', status: found.status });
  await updateCampaign(transaction, campaignId, {
    status: change.to,
    ...(change.to === 'sending' && { nextAt: act.now }),
    ...(change.to === 'cancelled' && { endedAt: act.now }),
  });
  if (change.to === 'cancelled') await deleteUnsentMails(transaction, { kinds: getCampaignMailKind(found) });
  await recordCampaignAct(transaction, act, change.name, campaignId);
  if (change.to === 'sending') transaction.wake('campaigns');
  return { outcome: 'done', campaignId };
}

/** Pauses a campaign until it is resumed. Mails in the outbox are still sent. */
export const pauseCampaign = (
  transaction: Database,
  act: ChangeContext,
  campaignId: number,
): Promise<CampaignResult> =>
  changeCampaignStatus(transaction, act, campaignId, { from: ['sending'], to: 'paused', name: 'pause' });

/** Resumes a paused campaign. */
export const resumeCampaign = (
  transaction: Database,
  act: ChangeContext,
  campaignId: number,
): Promise<CampaignResult> =>
  changeCampaignStatus(transaction, act, campaignId, { from: ['paused'], to: 'sending', name: 'resume' });

/** Cancels a campaign permanently. Unsent mails are removed from the outbox. */
export const cancelCampaign = (
  transaction: Database,
  act: ChangeContext,
  campaignId: number,
): Promise<CampaignResult> =>
  changeCampaignStatus(transaction, act, campaignId, {
    from: ['draft', 'sending', 'paused'],
    to: 'cancelled',
    name: 'cancel',
  });

/** A campaign with its progress and results. */
export interface CampaignReport extends DeliveryCounts, CampaignFigures {
  readonly campaign: CampaignWithTexts;
  readonly mailCampaignId: string;
}

/** Reports on a campaign; undefined if it does not exist. Sent mails are counted while they are stored. */
export async function findCampaignReport(
  handle: Database,
  campaignId: number,
): Promise<CampaignReport | undefined> {
  const found = await findCampaign(handle, campaignId);
  if (!found) return undefined;
  const mailCampaignId = getMailCampaignId(campaignId);
  const delivered = await countMailsByDelivery(handle, getCampaignMailKind(found));
  return {
    campaign: found,
    mailCampaignId,
    ...delivered,
    ...(await readCampaignFigures(handle, mailCampaignId)),
  };
}

/** Lists the problems that prevent sending a campaign; undefined if it does not exist. */
export async function findCampaignProblems(
  handle: Database,
  scope: SitesAndLanguages,
  campaignId: number,
): Promise<readonly CampaignProblem[] | undefined> {
  const found = await findCampaign(handle, campaignId);
  return found && listProblems(handle, scope, found);
}
