import { getBrandName } from '../../../../../shared/rules/brand-name.ts';
import { getBrandColour } from '../../../core/mail/brand-colours.ts';
import { listLegalLines } from '../../../core/mail/mail-frame.ts';
import { drawPdfInWorker } from '../../../core/pdf/draw-pdf-in-worker.ts';
import type { PdfBlock, PdfContent } from '../../../core/pdf/render-pdf.ts';
import { type CreditPart, getCreditAmount, type VatShare } from '../credit-parts.ts';
import {
  findStatusTime,
  type LocalizedOrder,
  listCustomerLines,
  listDeliveryLines,
  listLineNames,
  listOrderSums,
  listPayments,
  writeDate,
} from './localized-order.ts';

/** The content of an invoice, or of a credit note with its credited parts. */
export interface InvoiceContent {
  readonly localized: LocalizedOrder;
  readonly number: string;
  readonly issuedAt: Date;
  readonly credit?: {
    readonly parts: readonly CreditPart[];
    /** VAT shares of the parts. */
    readonly shares: readonly VatShare[];
    readonly invoiceNumber: string;
    readonly invoicedAt: Date;
    /** Refunded amounts by means of payment. */
    readonly payments: readonly { readonly label: string; readonly amount: number }[];
  };
}

const start = 'start' as const;
const end = 'end' as const;

function createDetailsTable(summary: string, rows: readonly (readonly [string, string])[]): PdfBlock {
  return {
    type: 'table',
    summary,
    columns: [
      { label: '', align: start, share: 1 },
      { label: '', align: start, share: 2 },
    ],
    rows: rows.filter(([, value]) => value !== '').map(([label, value]) => ({ cells: [label, value] })),
  };
}

/** Returns the block of goods, each with its discounts below it. */
function createGoodsTable(localized: LocalizedOrder): PdfBlock {
  const { t, formats, lines } = localized;
  return {
    type: 'table',
    summary: t('order.lines'),
    columns: [
      { label: t('order.product'), align: start, share: 10 },
      { label: t('order.quantity'), align: end, share: 2.6 },
      { label: t('order.price'), align: end, share: 4 },
      { label: t('order.vatRate'), align: end, share: 3.4 },
      { label: t('order.amount'), align: end, share: 4 },
    ],
    rows: lines.flatMap((line) => [
      {
        cells: [
          listLineNames(localized, line).join('\n'),
          formats.number(line.quantity),
          formats.euro(line.originalAmount / line.quantity),
          formats.percentage(line.vatRatePercentage),
          formats.euro(line.originalAmount),
        ],
      },
      ...line.productDiscounts.map(({ description, amount }) => ({
        cells: [description, '', '', '', formats.euro(-amount)],
        isPart: true,
      })),
    ]),
  };
}

/** Returns the block of credited parts: goods by name, delivery, payment costs, goodwill. */
function createCreditTable(localized: LocalizedOrder, parts: readonly CreditPart[]): PdfBlock {
  const { t, formats, lines } = localized;
  const nameOf = ({ kind, position }: CreditPart): string => {
    if (kind === 'delivery') return t('order.delivery');
    if (kind === 'payment') return t('order.paymentCosts');
    const line = lines.find((candidate) => candidate.position === position);
    return line ? listLineNames(localized, line).join('\n') : t('creditNote.goodwill');
  };
  return {
    type: 'table',
    summary: t('order.lines'),
    columns: [
      { label: t('order.product'), align: start, share: 10 },
      { label: t('order.quantity'), align: end, share: 2.6 },
      { label: t('order.vatRate'), align: end, share: 3.4 },
      { label: t('order.amount'), align: end, share: 4 },
    ],
    rows: parts.map((part) => ({
      cells: [
        nameOf(part),
        part.quantity === null ? '' : formats.number(part.quantity),
        formats.percentage(part.vatRatePercentage),
        formats.euro(-part.amount),
      ],
    })),
  };
}

function createVatTable({ t, formats }: LocalizedOrder, shares: readonly VatShare[], sign: 1 | -1): PdfBlock {
  const toCells = (label: string, exclVat: number, vat: number) => [
    label,
    ...[exclVat, vat, exclVat + vat].map((cents) => formats.euro(sign * cents)),
  ];
  const sumUp = (read: (share: VatShare) => number) => shares.reduce((sum, share) => sum + read(share), 0);
  return {
    type: 'table',
    summary: t('order.vatRates'),
    columns: [
      { label: t('order.vatRate'), align: start, share: 1 },
      { label: t('order.exclVat'), align: end, share: 1 },
      { label: t('order.vat'), align: end, share: 1 },
      { label: t('order.inclVat'), align: end, share: 1 },
    ],
    rows: [
      ...shares.map(({ vatRatePercentage, amountExclVat, vatAmount }) => ({
        cells: toCells(formats.percentage(vatRatePercentage), amountExclVat, vatAmount),
      })),
      {
        cells: toCells(
          t('order.sum'),
          sumUp(({ amountExclVat }) => amountExclVat),
          sumUp(({ vatAmount }) => vatAmount),
        ),
        isStrong: true,
      },
    ],
  };
}

function createAmountsTable(
  { formats }: LocalizedOrder,
  summary: string,
  rows: readonly { readonly label: string; readonly amount: number; readonly isStrong?: boolean }[],
): PdfBlock {
  return {
    type: 'table',
    summary,
    columns: [
      { label: '', align: start, share: 3 },
      { label: '', align: end, share: 1 },
    ],
    rows: rows.map(({ label, amount, isStrong = false }) => ({
      cells: [label, formats.euro(amount)],
      isStrong,
    })),
  };
}

/**
 * Returns the date of supply that the invoice states: the date of dispatch. Before dispatch, it is the date of
 * the invoice for goods without a delivery time, and otherwise the expected delivery time in days.
 */
function formatSupplyDate(localized: LocalizedOrder, issuedAt: Date): string {
  const { order, t } = localized;
  const sentAt = findStatusTime(localized, 'sent');
  if (sentAt !== null) return writeDate(localized, sentAt);
  const { deliveryTimeDays } = order.delivery;
  if (order.delivery.kind === 'none' || deliveryTimeDays === null) return writeDate(localized, issuedAt);
  return t('order.deliveryDays', { days: deliveryTimeDays });
}

/** Returns the lines of the seller: from the legal profile of the site, or else from its imprint. */
function listSellerLines({ site, t, formats }: LocalizedOrder): string[] {
  const { legalEntity } = site.setting;
  const invoice = site.legalProfile?.invoice;
  const { street, zipcode, city, regionCode } = invoice?.address ?? legalEntity;
  return [
    invoice?.legalName ?? legalEntity.name,
    street,
    `${zipcode} ${city}`,
    formats.country(regionCode),
    t('footer.vat', { number: invoice?.vatNumber ?? legalEntity.vatNumber }),
    ...(invoice
      ? [
          `${invoice.register} ${invoice.registerNumber}`,
          invoice.emailAddress,
          `IBAN ${invoice.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}`,
          `BIC ${invoice.bic}`,
        ]
      : []),
  ];
}

/**
 * Returns the block of customer, delivery address and seller. They are side by side, because stacked they
 * would take half a page.
 */
function createPartiesBlock(localized: LocalizedOrder): PdfBlock {
  const { t } = localized;
  const parties = [
    [t('order.customer'), listCustomerLines(localized)],
    [t('order.delivery'), listDeliveryLines(localized)],
    [t('order.seller'), listSellerLines(localized)],
  ] as const;
  return {
    type: 'table',
    summary: parties.map(([label]) => label).join(', '),
    hasColumnHeadersOnly: true,
    columns: parties.map(([label]) => ({ label, align: start, share: 1 })),
    rows: [{ cells: parties.map(([, lines]) => lines.join('\n')) }],
  };
}

function listInvoiceBlocks({ localized: words, number, issuedAt, credit }: InvoiceContent): PdfBlock[] {
  const { order, t, formats } = words;
  const orderRows: readonly (readonly [string, string])[] = [
    [t('order.number'), order.orderNumber],
    [t('order.date'), writeDate(words, order.createdAt)],
  ];
  const customerVat = [t('order.customerVatNumber'), order.billing.vatNumber ?? ''] as const;
  if (credit) {
    const { parts, shares, invoiceNumber, invoicedAt, payments } = credit;
    const amount = getCreditAmount(parts);
    return [
      { type: 'heading', level: 1, text: t('creditNote.title', { number }) },
      {
        type: 'paragraph',
        text: t('creditNote.text', {
          amount: formats.euro(amount),
          number: invoiceNumber,
          date: writeDate(words, invoicedAt),
        }),
      },
      createDetailsTable(t('document.details'), [
        [t('creditNote.number'), number],
        [t('creditNote.date'), writeDate(words, issuedAt)],
        [t('invoice.number'), invoiceNumber],
        ...orderRows,
        customerVat,
      ]),
      createPartiesBlock(words),
      { type: 'heading', level: 2, text: t('order.lines') },
      createCreditTable(words, parts),
      { type: 'heading', level: 2, text: t('order.vatRates') },
      createVatTable(words, shares, -1),
      { type: 'heading', level: 2, text: t('order.repayment') },
      createAmountsTable(words, t('order.repayment'), [
        ...payments,
        { label: t('order.total'), amount: -amount, isStrong: true },
      ]),
    ];
  }
  const payments = listPayments(words);
  const sums = listOrderSums(words);
  return [
    { type: 'heading', level: 1, text: t('invoice.title', { number }) },
    createDetailsTable(t('document.details'), [
      [t('invoice.number'), number],
      [t('invoice.date'), writeDate(words, issuedAt)],
      ...orderRows,
      [t('order.deliveryDate'), formatSupplyDate(words, issuedAt)],
      customerVat,
    ]),
    createPartiesBlock(words),
    { type: 'heading', level: 2, text: t('order.lines') },
    createGoodsTable(words),
    { type: 'heading', level: 2, text: t('order.totals') },
    createAmountsTable(words, t('order.totals'), [
      ...sums,
      { label: t('order.total'), amount: order.totalAmount, isStrong: true },
    ]),
    { type: 'heading', level: 2, text: t('order.vatRates') },
    createVatTable(words, order.vatAmounts, 1),
    { type: 'heading', level: 2, text: t('order.payment') },
    payments.length === 0
      ? { type: 'paragraph', text: t('order.nothingToPay') }
      : createAmountsTable(words, t('order.payment'), payments),
  ];
}

/** Renders an invoice or a credit note. The output is deterministic. */
export function renderInvoice(invoiceContent: InvoiceContent): Promise<Buffer> {
  const { localized: words, number, issuedAt, credit } = invoiceContent;
  const { site, language, t } = words;
  const content: PdfContent = {
    title: credit ? t('creditNote.title', { number }) : t('invoice.title', { number }),
    culture: language.culture,
    brand: getBrandName(site.site.type),
    brandColour: getBrandColour(site),
    createdAt: issuedAt,
    blocks: listInvoiceBlocks(invoiceContent),
    imprint: listLegalLines({ site, language, t }),
    pageLabel: t('document.page', { page: '{page}', pages: '{pages}' }),
  };
  return drawPdfInWorker(content);
}
