import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import type { WithdrawalInput } from '../../../../shared/rules/withdrawal.ts';
import { getBrandColour } from '../../core/mail/brand-colours.ts';
import type { MailContent } from '../../core/mail/mail-content.ts';
import { listLegalLines } from '../../core/mail/mail-frame.ts';
import type { MailTranslate } from '../../core/mail/mail-texts.ts';
import { drawPdfInWorker } from '../../core/pdf/draw-pdf-in-worker.ts';
import type { LanguageRecord, SiteRecord } from '../../sites/site-record.ts';

/** The declaration, and when it was received. */
export interface WithdrawalReceiptDetails {
  readonly site: SiteRecord;
  readonly language: LanguageRecord;
  readonly timeZone: string;
  readonly t: MailTranslate;
  readonly withdrawalId: string;
  readonly declaration: WithdrawalInput;
  /** Precise to the second. */
  readonly receivedAt: Date;
}

/** Formats date and time to the second, with the name of the time zone. */
const formatReceiptTime = ({ language, timeZone, receivedAt }: WithdrawalReceiptDetails): string =>
  new Intl.DateTimeFormat(language.culture, { dateStyle: 'long', timeStyle: 'long', timeZone })
    .format(receivedAt)
    .replace(/\s/gu, ' ');

function listReceiptDetails(
  receipt: WithdrawalReceiptDetails,
): { readonly label: string; readonly value: string }[] {
  const { t, declaration: words, withdrawalId } = receipt;
  return [
    { label: t('withdrawalReceipt.receivedAt'), value: formatReceiptTime(receipt) },
    { label: t('withdrawalReceipt.name'), value: words.name },
    { label: t('withdrawalReceipt.contract'), value: words.contract },
    { label: t('withdrawalReceipt.email'), value: words.emailAddress },
    {
      label: t('withdrawalReceipt.lines'),
      value: words.lines || t('withdrawalReceipt.linesAll'),
    },
    { label: t('withdrawalReceipt.number'), value: withdrawalId },
  ];
}

/** Renders the receipt on a durable medium: content, date and time (Directive 2011/83/EU, article 11a). */
export function renderWithdrawalReceipt(receipt: WithdrawalReceiptDetails): Promise<Buffer> {
  const { site, language, t, receivedAt } = receipt;
  return drawPdfInWorker({
    title: t('withdrawalReceipt.subject'),
    culture: language.culture,
    brand: getBrandName(site.site.type),
    brandColour: getBrandColour(site),
    createdAt: receivedAt,
    blocks: [
      { type: 'heading', level: 1, text: t('withdrawalReceipt.subject') },
      { type: 'paragraph', text: t('withdrawalReceipt.statement') },
      {
        type: 'table',
        summary: t('document.details'),
        columns: [
          { label: '', align: 'start', share: 1 },
          { label: '', align: 'start', share: 2 },
        ],
        rows: listReceiptDetails(receipt).map(({ label, value }) => ({ cells: [label, value] })),
      },
      { type: 'paragraph', text: t('withdrawalReceipt.meaning') },
    ],
    imprint: listLegalLines({ site, language, t }),
    pageLabel: t('document.page', { page: '{page}', pages: '{pages}' }),
  });
}

/**
 * Composes the mail that confirms a withdrawal to the customer.
 *
 * @param matchesOrder whether contract and address match an order. Otherwise the address may have been entered
 * by someone else, so the mail quotes nothing of the entered text; the attached receipt does.
 */
export function composeWithdrawalReceiptMail(
  receipt: WithdrawalReceiptDetails,
  matchesOrder: boolean,
): MailContent {
  const { t, withdrawalId } = receipt;
  const publicDetails = [
    { label: t('withdrawalReceipt.receivedAt'), value: formatReceiptTime(receipt) },
    { label: t('withdrawalReceipt.number'), value: withdrawalId },
  ];
  return {
    subject: t('withdrawalReceipt.subject'),
    preview: t('withdrawalReceipt.preview', { time: formatReceiptTime(receipt) }),
    heading: t('withdrawalReceipt.heading'),
    blocks: [
      {
        type: 'paragraph',
        text: t(matchesOrder ? 'withdrawalReceipt.text' : 'withdrawalReceipt.textAttached'),
      },
      { type: 'facts', rows: matchesOrder ? listReceiptDetails(receipt) : publicDetails },
      { type: 'paragraph', text: t('withdrawalReceipt.meaning') },
    ],
  };
}

/** Composes the mail with the answer to a withdrawal. @param text text written by the staff member */
export const composeAnswerMail = (
  t: MailTranslate,
  { contract, text }: { readonly contract: string; readonly text: string },
): MailContent => ({
  subject: t('withdrawalAnswer.subject', { contract }),
  preview: t('withdrawalAnswer.preview'),
  heading: t('withdrawalAnswer.heading'),
  blocks: text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ type: 'paragraph', text: line }) as const),
});
