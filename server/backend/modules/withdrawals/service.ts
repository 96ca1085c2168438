import { randomUUID } from 'node:crypto';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { getMailbox } from '../../../../shared/rules/email-address.ts';
import { isCorporate } from '../../../../shared/rules/site-type.ts';
import { cleanWithdrawal, listWithdrawalProblems } from '../../../../shared/rules/withdrawal.ts';
import type { Database } from '../../database/database.ts';
import type { ContextOf } from '../../http/call.ts';
import { createNotFound, createValidationFailed } from '../../http/problem-error.ts';
import { defineLimits, hasRoom, type Limit, type Limiter } from '../../limits/limiter.ts';
import { putDocument } from '../../mail/documents.ts';
import type { MailTexts } from '../../mail/mail-texts.ts';
import type { MailWriter } from '../../mail/mail-writer.ts';
import { getBrandName } from '../../scope/placeholders.ts';
import { getPaperKeptUntil, getTimeZone } from '../../scope/site-calendar.ts';
import { getRetentionYears } from '../../scope/site-law.ts';
import { createToken, hashToken } from '../../security/token.ts';
import { findRegionCode } from '../countries/queries.ts';
import { findMeantOrder, findReceipt, insertWithdrawal } from './queries.ts';
import { composeReceiptMail, type ReceiptFacts, renderReceipt } from './receipt.ts';

export interface WithdrawalService {
  create(
    context: ContextOf<'createWithdrawal'>,
    input: CallInput<'createWithdrawal'>,
  ): Promise<CallAnswer<'createWithdrawal'>>;
  /** Returns the receipt of a withdrawal if the key is valid. */
  fetchReceipt(
    withdrawalId: string,
    key: string,
  ): Promise<{ readonly fileName: string; readonly bytes: Buffer } | undefined>;
}

/** Beyond the first two limits no mail is sent, but the withdrawal is recorded. The last one stops bots. */
export const withdrawalFlood = defineLimits('withdrawals', {
  mailsPerAddress: { acts: 3, windowMs: 24 * HOUR_MS },
  mailsPerVisitor: { acts: 10, windowMs: HOUR_MS },
  perVisitor: { acts: 100, windowMs: HOUR_MS },
});

/** Creates the service of withdrawals from contracts. */
export function createWithdrawalService(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly limiter: Limiter;
  readonly mailWriter: MailWriter;
  readonly texts: MailTexts;
}): WithdrawalService {
  const { database, clock, limiter, mailWriter, texts } = deps;

  const takeOfMailbox = (limit: Limit, emailAddress: string) =>
    hasRoom(() => limiter.take(limit, getMailbox(emailAddress)));

  return {
    async create(context, { body }) {
      const { site, language, visitorAddress } = context;
      if (isCorporate(site.site)) throw createNotFound();
      const words = cleanWithdrawal({ ...body, lines: body.lines ?? '' });
      const problems = listWithdrawalProblems(words);
      if (problems.length > 0) throw createValidationFailed(problems);
      await limiter.takeOfVisitor(withdrawalFlood.perVisitor, visitorAddress);
      const isMailed =
        (await hasRoom(() => limiter.takeOfVisitor(withdrawalFlood.mailsPerVisitor, visitorAddress))) &&
        (await takeOfMailbox(withdrawalFlood.mailsPerAddress, words.emailAddress));

      const now = new Date(clock());
      const receivedAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
      const { siteId, countryId } = site.site;
      const { languageId } = language;
      const timeZone = getTimeZone(await findRegionCode(database, countryId));
      const facts: ReceiptFacts = {
        site,
        language,
        timeZone,
        t: texts.getTranslate(language.code, getBrandName(site)),
        withdrawalId: randomUUID(),
        words,
        receivedAt,
      };
      const { withdrawalId } = facts;
      const bytes = await renderReceipt(facts);
      const key = createToken();
      return context.once('withdraw', async (transaction) => {
        const { contract, emailAddress } = words;
        const orderId = await findMeantOrder(transaction, { siteId, contract, emailAddress });
        const receiptDocumentId = await putDocument(transaction, {
          mediaType: 'application/pdf',
          fileName: `withdrawal-${withdrawalId}.pdf`,
          bytes,
          keepUntil: getPaperKeptUntil(receivedAt, timeZone, getRetentionYears(site)),
          now,
        });
        await insertWithdrawal(transaction, {
          withdrawalId,
          siteId,
          languageId,
          name: words.name,
          contract,
          emailAddress,
          lines: words.lines === '' ? null : words.lines,
          receivedAt,
          orderId,
          receiptTokenHash: hashToken(key),
          receiptDocumentId,
        });
        await mailWriter.putMail(transaction, {
          kind: 'withdrawal-receipt',
          site,
          language,
          recipient: emailAddress,
          now,
          isWanted: isMailed,
          compose: () => composeReceiptMail(facts, orderId !== null),
          documents: [receiptDocumentId],
        });
        return {
          withdrawalId,
          receivedAt: receivedAt.toISOString(),
          timeZone,
          receiptPath: `/api/withdrawals/${withdrawalId}/receipt?${new URLSearchParams({ key })}`,
        };
      });
    },

    fetchReceipt: (withdrawalId, key) => findReceipt(database, { withdrawalId, tokenHash: hashToken(key) }),
  };
}
