import { randomUUID } from 'node:crypto';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { getMailbox } from '../../../../shared/rules/email-address.ts';
import { isCorporate } from '../../../../shared/rules/site-type.ts';
import { cleanWithdrawal, listWithdrawalProblems } from '../../../../shared/rules/withdrawal.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound, createValidationFailed } from '../../core/http/problem-error.ts';
import { defineLimits, type Limit, type Limiter, tryCountAttempt } from '../../core/limits/limiter.ts';
import type { MailTexts } from '../../core/mail/mail-texts.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { putDocument } from '../../core/mail/stored-documents.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import { findRegionCode } from '../../sites/countries/queries.ts';
import { getRetentionYears } from '../../sites/legal-periods.ts';
import { getDocumentRetentionEnd, getTimeZone } from '../../sites/local-dates.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import { findOrderIdByNumberAndAddress } from '../orders/queries.ts';
import { findWithdrawalReceipt, insertWithdrawal } from './queries.ts';
import {
  composeWithdrawalReceiptMail,
  renderWithdrawalReceipt,
  type WithdrawalReceiptDetails,
} from './withdrawal-receipt.ts';

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
export const withdrawalRateLimits = defineLimits('withdrawals', {
  mailsPerAddress: { maxAttempts: 3, windowMs: 24 * HOUR_MS },
  mailsPerVisitor: { maxAttempts: 10, windowMs: HOUR_MS },
  perVisitor: { maxAttempts: 100, windowMs: HOUR_MS },
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

  const hasMailboxRoom = (limit: Limit, emailAddress: string) =>
    tryCountAttempt(() => limiter.take(limit, getMailbox(emailAddress)));

  return {
    async create(context, { body }) {
      const { site, language, visitorAddress } = context;
      if (isCorporate(site.site)) throw createNotFound();
      const declaration = cleanWithdrawal({ ...body, lines: body.lines ?? '' });
      const problems = listWithdrawalProblems(declaration);
      if (problems.length > 0) throw createValidationFailed(problems);
      await limiter.takeForAddress(withdrawalRateLimits.perVisitor, visitorAddress);
      const isMailed =
        (await tryCountAttempt(() =>
          limiter.takeForAddress(withdrawalRateLimits.mailsPerVisitor, visitorAddress),
        )) && (await hasMailboxRoom(withdrawalRateLimits.mailsPerAddress, declaration.emailAddress));

      const now = new Date(clock());
      const receivedAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
      const { siteId, countryId } = site.site;
      const { languageId } = language;
      const timeZone = getTimeZone(await findRegionCode(database, countryId));
      const receipt: WithdrawalReceiptDetails = {
        site,
        language,
        timeZone,
        t: texts.getTranslate(language.code, getBrandName(site.site.type)),
        withdrawalId: randomUUID(),
        declaration,
        receivedAt,
      };
      const { withdrawalId } = receipt;
      const bytes = await renderWithdrawalReceipt(receipt);
      const key = createToken();
      return context.once('withdraw', async (transaction) => {
        const { contract, emailAddress } = declaration;
        const orderId = await findOrderIdByNumberAndAddress(transaction, {
          siteId,
          orderNumber: contract,
          emailAddress,
        });
        const receiptDocumentId = await putDocument(transaction, {
          mediaType: 'application/pdf',
          fileName: `withdrawal-${withdrawalId}.pdf`,
          bytes,
          keepUntil: getDocumentRetentionEnd(receivedAt, timeZone, getRetentionYears(site)),
          now,
        });
        await insertWithdrawal(transaction, {
          withdrawalId,
          siteId,
          languageId,
          name: declaration.name,
          contract,
          emailAddress,
          lines: declaration.lines === '' ? null : declaration.lines,
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
          compose: () => composeWithdrawalReceiptMail(receipt, orderId !== null),
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

    fetchReceipt: (withdrawalId, key) =>
      findWithdrawalReceipt(database, { withdrawalId, tokenHash: hashToken(key) }),
  };
}
