import type { WithdrawalWords } from '../../../../shared/rules/withdrawal.ts';
import type { MailTranslate } from '../../mail/mail-texts.ts';
import { getBrandColour, listLegalLines, type MailContent } from '../../mail/render-mail.ts';
import { drawPdf } from '../../pdf/draw-pdf.ts';
import { getBrandName } from '../../scope/placeholders.ts';
import type { LanguageRecord, SiteRecord } from '../../scope/site-record.ts';

/** The declaration, and when it was received. */
export interface ReceiptFacts {
  readonly site: SiteRecord;
  readonly language: LanguageRecord;
  readonly timeZone: string;
  readonly t: MailTranslate;
  readonly withdrawalId: string;
  readonly words: WithdrawalWords;
  /** Precise to the second. */
  readonly receivedAt: Date;
}

/** Formats date and time to the second, with the name of the time zone. */
const writeTime = ({ language, timeZone, receivedAt }: ReceiptFacts): string =>
  new Intl.DateTimeFormat(language.culture, { dateStyle: 'long', timeStyle: 'long', timeZone })
    .format(receivedAt)
    .replace(/\s/gu, ' ');

function listFacts(facts: ReceiptFacts): { readonly label: string; readonly value: string }[] {
  const { t, words, withdrawalId } = facts;
  return [
    { label: t('withdrawalReceipt.receivedAt'), value: writeTime(facts) },
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
export function renderReceipt(facts: ReceiptFacts): Promise<Buffer> {
  const { site, language, t, receivedAt } = facts;
  return drawPdf({
    title: t('withdrawalReceipt.subject'),
    culture: language.culture,
    brand: getBrandName(site),
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
        rows: listFacts(facts).map(({ label, value }) => ({ cells: [label, value] })),
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
 * @param isOfOrder whether contract and address match an order. Otherwise the address may have been entered
 * by someone else, so the mail quotes nothing of the entered text; the attached receipt does.
 */
export function composeReceiptMail(facts: ReceiptFacts, isOfOrder: boolean): MailContent {
  const { t, withdrawalId } = facts;
  const ownFacts = [
    { label: t('withdrawalReceipt.receivedAt'), value: writeTime(facts) },
    { label: t('withdrawalReceipt.number'), value: withdrawalId },
  ];
  return {
    subject: t('withdrawalReceipt.subject'),
    preview: t('withdrawalReceipt.preview', { time: writeTime(facts) }),
    heading: t('withdrawalReceipt.heading'),
    blocks: [
      { type: 'paragraph', text: t(isOfOrder ? 'withdrawalReceipt.text' : 'withdrawalReceipt.textAttached') },
      { type: 'facts', rows: isOfOrder ? listFacts(facts) : ownFacts },
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
