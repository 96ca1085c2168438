import { isEmailAddress, normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import { type Actor, noteAct } from '../../audit/audit.ts';
import type { Database } from '../../database/database.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { deleteUnsentMails } from '../../mail/queries.ts';
import { findLastSubscriberId, type LetterKind, letterKinds } from '../newsletter/queries.ts';
import {
  findTextFault,
  type LetterProblem,
  type LetterScope,
  type LetterTextFault,
  listProblems,
} from './check-letter.ts';
import { getCampaignId, getMailKind } from './compose-letter.ts';
import {
  type CampaignFigures,
  countDelivered,
  type Delivered,
  findLetter,
  insertLetter,
  type LetterStatus,
  lockLetter,
  readFigures,
  replaceContent,
  updateLetter,
  type WholeLetter,
} from './queries.ts';

export type { LetterProblem, LetterScope } from './check-letter.ts';

/** Name of the job that writes the test of a campaign. */
export const LETTER_TEST_JOB = 'letter-test';

/**
 * Ten mails per second: most mail servers accept that from one sender, and 36,000 mails are sent in an hour.
 */
export const DEFAULT_LETTERS_PER_MINUTE = 600;

const NAME_LENGTH = 100;

/** Why an operation failed. Nothing was changed. */
export type LetterFault =
  | { readonly code: 'letter_unknown' }
  /** The status of the campaign does not allow the operation. */
  | { readonly code: 'state'; readonly status: LetterStatus }
  | { readonly code: 'name' | 'kind' | 'no_site' | 'no_text' | 'address' }
  | { readonly code: 'site_unknown'; readonly siteKey: string }
  | { readonly code: 'language_unknown' | 'language_twice'; readonly languageCode: string }
  | { readonly code: 'text'; readonly languageCode: string; readonly fault: LetterTextFault }
  | { readonly code: 'not_ready'; readonly problems: readonly LetterProblem[] };

export type LetterResult =
  | { readonly outcome: 'done'; readonly letterId: number }
  | { readonly outcome: 'refused'; readonly fault: LetterFault };

/** The staff member who acts on a campaign, and the time. */
export interface LetterAct {
  readonly actor: Actor;
  readonly now: Date;
}

/** The content of a campaign as entered. */
export interface LetterDraft {
  /** Id of the draft that it replaces; null for a new one. */
  readonly letterId: number | null;
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

const refuse = (fault: LetterFault): LetterResult => ({ outcome: 'refused', fault });
const unknown = refuse({ code: 'letter_unknown' });

const note = (transaction: Database, { actor, now }: LetterAct, act: string, letterId: number) =>
  noteAct(transaction, { actor, act, noun: 'letter', nounId: letterId, now });

type ReadDraft = Pick<WholeLetter, 'name' | 'kind' | 'siteIds' | 'texts'>;

function readDraft({ sites, languages }: LetterScope, draft: LetterDraft): ReadDraft | LetterFault {
  const name = draft.name.trim();
  if (name === '' || name.length > NAME_LENGTH || /\p{Cc}/u.test(name)) return { code: 'name' };
  const kind = letterKinds.find((known): known is LetterKind => known === draft.kind);
  if (!kind) return { code: 'kind' };
  const siteIds = new Set<number>();
  for (const siteKey of draft.siteKeys) {
    const found = sites.find(({ site }) => site.key === siteKey);
    if (!found) return { code: 'site_unknown', siteKey };
    siteIds.add(found.site.siteId);
  }
  if (siteIds.size === 0) return { code: 'no_site' };
  const texts = new Map<number, ReadDraft['texts'][number]>();
  for (const { languageCode, subject, markdown } of draft.texts) {
    const language = languages.find(({ code }) => code === languageCode);
    if (!language) return { code: 'language_unknown', languageCode };
    const { languageId } = language;
    if (texts.has(languageId)) return { code: 'language_twice', languageCode };
    const fault = findTextFault({ subject, markdown });
    if (fault !== null) return { code: 'text', languageCode, fault };
    texts.set(languageId, { languageId, subject: subject.trim(), markdown });
  }
  if (texts.size === 0) return { code: 'no_text' };
  return { name, kind, siteIds: [...siteIds], texts: [...texts.values()] };
}

/** Stores a new campaign or replaces a draft. A started campaign cannot be changed. */
export async function saveLetter(
  transaction: Database,
  act: LetterAct,
  scope: LetterScope,
  draft: LetterDraft,
): Promise<LetterResult> {
  const read = readDraft(scope, draft);
  if ('code' in read) return refuse(read);
  const { name, kind } = read;
  let { letterId } = draft;
  if (letterId === null) letterId = await insertLetter(transaction, { name, kind }, act.now);
  else {
    const former = await lockLetter(transaction, letterId);
    if (!former) return unknown;
    if (former.status !== 'draft') return refuse({ code: 'state', status: former.status });
    await updateLetter(transaction, letterId, { name, kind, changedAt: act.now });
  }
  await replaceContent(transaction, letterId, read);
  await note(transaction, act, 'save', letterId);
  return { outcome: 'done', letterId };
}

/** Sends a test of a campaign to an internal address, once in each of its languages. */
export async function testLetter(
  transaction: Database,
  act: LetterAct,
  { letterId, emailAddress: typed }: { readonly letterId: number; readonly emailAddress: string },
): Promise<LetterResult> {
  const emailAddress = normaliseEmailAddress(typed);
  if (!isEmailAddress(emailAddress)) return refuse({ code: 'address' });
  const found = await lockLetter(transaction, letterId);
  if (!found) return unknown;
  await updateLetter(transaction, letterId, { testAddress: emailAddress });
  await enqueue(transaction, LETTER_TEST_JOB, { letterId }, { runAt: act.now, now: act.now });
  await note(transaction, act, 'test', letterId);
  return { outcome: 'done', letterId };
}

/** Starts sending a campaign to all current subscribers of its kind, at the configured rate. */
export async function sendLetter(
  transaction: Database,
  act: LetterAct,
  scope: LetterScope,
  letterId: number,
): Promise<LetterResult> {
  const found = await lockLetter(transaction, letterId);
  if (!found) return unknown;
  if (found.status !== 'draft') return refuse({ code: 'state', status: found.status });
  const problems = await listProblems(transaction, scope, found);
  if (problems.length > 0) return refuse({ code: 'not_ready', problems });
  await updateLetter(transaction, letterId, {
    status: 'sending',
    startedAt: act.now,
    nextAt: act.now,
    endSubscriberId: await findLastSubscriberId(transaction),
  });
  await note(transaction, act, 'send', letterId);
  transaction.wake('letters');
  return { outcome: 'done', letterId };
}

async function changeStatus(
  transaction: Database,
  act: LetterAct,
  letterId: number,
  change: { readonly from: readonly LetterStatus[]; readonly to: LetterStatus; readonly name: string },
): Promise<LetterResult> {
  const found = await lockLetter(transaction, letterId);
  if (!found) return unknown;
  if (!change.from.includes(found.status)) return refuse({ code: 'state', status: found.status });
  await updateLetter(transaction, letterId, {
    status: change.to,
    ...(change.to === 'sending' && { nextAt: act.now }),
    ...(change.to === 'cancelled' && { endedAt: act.now }),
  });
  if (change.to === 'cancelled') await deleteUnsentMails(transaction, { kinds: getMailKind(found) });
  await note(transaction, act, change.name, letterId);
  if (change.to === 'sending') transaction.wake('letters');
  return { outcome: 'done', letterId };
}

/** Pauses a campaign until it is resumed. Mails in the outbox are still sent. */
export const pauseLetter = (transaction: Database, act: LetterAct, letterId: number): Promise<LetterResult> =>
  changeStatus(transaction, act, letterId, { from: ['sending'], to: 'paused', name: 'pause' });

/** Resumes a paused campaign. */
export const resumeLetter = (
  transaction: Database,
  act: LetterAct,
  letterId: number,
): Promise<LetterResult> =>
  changeStatus(transaction, act, letterId, { from: ['paused'], to: 'sending', name: 'resume' });

/** Cancels a campaign permanently. Unsent mails are removed from the outbox. */
export const cancelLetter = (
  transaction: Database,
  act: LetterAct,
  letterId: number,
): Promise<LetterResult> =>
  changeStatus(transaction, act, letterId, {
    from: ['draft', 'sending', 'paused'],
    to: 'cancelled',
    name: 'cancel',
  });

/** A campaign with its progress and results. */
export interface LetterReport extends Delivered, CampaignFigures {
  readonly letter: WholeLetter;
  readonly campaignId: string;
}

/** Reports on a campaign; undefined if it does not exist. Sent mails are counted while they are stored. */
export async function reportLetter(handle: Database, letterId: number): Promise<LetterReport | undefined> {
  const found = await findLetter(handle, letterId);
  if (!found) return undefined;
  const campaignId = getCampaignId(letterId);
  const delivered = await countDelivered(handle, getMailKind(found));
  return { letter: found, campaignId, ...delivered, ...(await readFigures(handle, campaignId)) };
}

/** Lists the problems that prevent sending a campaign; undefined if it does not exist. */
export async function checkLetter(
  handle: Database,
  scope: LetterScope,
  letterId: number,
): Promise<readonly LetterProblem[] | undefined> {
  const found = await findLetter(handle, letterId);
  return found && listProblems(handle, scope, found);
}
