import type { Inline } from '../../../../shared/contract/content.ts';
import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import { type Markup, markup } from '../../../platform/markup.ts';
import { brandMarkUrl } from './brand-mark.ts';
import type { MailLanguage, MailSite } from './mail-site.ts';
import type { MailTranslate } from './mail-texts.ts';

/** Lines of an order with totals. Every row has as many cells as there are columns. */
export interface MailTable {
  readonly type: 'table';
  readonly columns: readonly { readonly label: string; readonly align: 'start' | 'end' }[];
  readonly rows: readonly (readonly string[])[];
  readonly footer?: readonly (readonly string[])[];
}

/** Block of a mail. Texts are plain and escaped when rendered to HTML. */
export type MailBlock =
  | { readonly type: 'paragraph'; readonly text: string }
  /** Less important text: conditions, or what to do if the mail was not expected. */
  | { readonly type: 'small'; readonly text: string }
  /** Main action, with its URL as text below the button. */
  | { readonly type: 'button'; readonly label: string; readonly url: string }
  /** Secondary action. */
  | { readonly type: 'link'; readonly label: string; readonly url: string }
  | MailTable
  /** Formatted text with links. Links may lead to the web, a mail address or a telephone number. */
  | { readonly type: 'words'; readonly content: readonly Inline[] }
  | { readonly type: 'heading'; readonly text: string }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly type: 'facts';
      readonly rows: readonly { readonly label: string; readonly value: string }[];
    };

/** Content of a mail, in the language and for the brand of its site. */
export interface MailContent {
  readonly subject: string;
  /** Preview text that mail clients show next to the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
}

export interface RenderedMail {
  /** Subject on one line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailFrame {
  readonly site: MailSite;
  readonly language: MailLanguage;
  /** Scheme and host of the site in this language, without a trailing slash. */
  readonly origin: string;
  readonly t: MailTranslate;
  readonly mailCampaignId?: string | undefined;
  readonly unsubscribeUrl?: string | undefined;
}

interface Colours {
  readonly page: string;
  readonly card: string;
  readonly band: string;
  readonly line: string;
  readonly deep: string;
  readonly onDeep: string;
  readonly brand: string;
  readonly action: string;
  readonly onAction: string;
  readonly ink: string;
  readonly inkSoft: string;
}

const mainColours: Colours = {
  page: '#f7f1e3',
  card: '#fffefa',
  band: '#efe5cd',
  line: '#e0d2b0',
  deep: '#1c3a25',
  onDeep: '#fdf8ea',
  brand: '#24512f',
  action: '#f0bf4a',
  onAction: '#1d1503',
  ink: '#18261b',
  inkSoft: '#434c3f',
};

/** Brand colours of the design by site type. Mail clients do not support custom properties. */
const coloursByType: Readonly<Record<0 | 1 | 2, Colours>> = {
  0: mainColours,
  1: {
    ...mainColours,
    page: '#f8efe3',
    card: '#fffdf9',
    band: '#f1e2cf',
    line: '#e6d3ba',
    deep: '#4b2210',
    onDeep: '#fff6ea',
    brand: '#6b3118',
    action: '#f3c75c',
    ink: '#2a170d',
    inkSoft: '#54402f',
  },
  2: {
    ...mainColours,
    page: '#eef1ee',
    band: '#e0e6e4',
    line: '#cfd8d6',
    deep: '#1b2f45',
    brand: '#28435f',
    ink: '#16222e',
    inkSoft: '#3f4a54',
  },
};

function requireWebAddress(url: string): string {
  const { protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error('A mail links to web addresses only');
  return url;
}

/** Validates the target of a link in a campaign: the web, a mail address or a telephone number. */
function requireLinkTarget(href: string): string {
  return /^(?:tel|mailto):/.test(href) ? href : requireWebAddress(href);
}

/** Returns the URL of the shop in the footer of a mail. */
const getHomeUrl = ({ origin, mailCampaignId }: Pick<MailFrame, 'origin' | 'mailCampaignId'>): string =>
  mailCampaignId === undefined ? `${origin}/` : `${origin}/?mailCampaignId=${mailCampaignId}`;

/** Returns the brand's colour on a white background. */
export const getBrandColour = (site: MailSite): string => coloursByType[site.site.type].brand;

/** Returns the mandatory company details of the sender, for mails and documents. */
export function listLegalLines({ site, language, t }: Pick<MailFrame, 'site' | 'language' | 't'>): string[] {
  const { name, street, zipcode, city, regionCode, registerNumber, vatNumber } = site.setting.legalEntity;
  const country = new Intl.DisplayNames([language.culture], { type: 'region' }).of(regionCode) ?? regionCode;
  return [
    [name, street, `${zipcode} ${city}`, country].join(', '),
    [
      t('footer.register', { number: registerNumber }),
      t('footer.vat', { number: vatNumber }),
      site.site.customerServiceEmailAddress,
    ].join(' · '),
  ];
}

const graphemeSegmenter = new Intl.Segmenter();
const countGraphemes = (text: string): number => [...graphemeSegmenter.segment(text)].length;
const COLUMN_GAP = '  ';

/** @throws RangeError for a row without a cell for each column */
function requireCells({ columns, rows, footer = [] }: MailTable): void {
  if ([...rows, ...footer].some((row) => row.length !== columns.length)) {
    throw new RangeError('A table row does not have a cell for each column');
  }
}

/** Renders a table in plain text, with columns aligned in a monospaced font. */
function toTextTable(table: MailTable): string {
  requireCells(table);
  const { columns, rows, footer = [] } = table;
  const head = columns.map(({ label }) => label);
  const widths = columns.map((_column, at) =>
    Math.max(...[head, ...rows, ...footer].map((row) => countGraphemes(row[at] ?? ''))),
  );
  const toLine = (row: readonly string[]): string =>
    row
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - countGraphemes(cell));
        return columns[at]?.align === 'end' ? space + cell : cell + space;
      })
      .join(COLUMN_GAP)
      .trimEnd();
  const rule = '-'.repeat(widths.reduce((sum, width) => sum + width + COLUMN_GAP.length, -COLUMN_GAP.length));
  return [
    toLine(head),
    rule,
    ...rows.map(toLine),
    ...(footer.length > 0 ? [rule, ...footer.map(toLine)] : []),
  ].join('\n');
}

function toTextWords(content: readonly Inline[]): string {
  return content
    .map(({ text, href }) => {
      if (href === undefined) return text;
      const address = requireLinkTarget(href);
      // Telephone numbers and mail addresses are already visible in the text.
      return address.startsWith('http') ? `${text} (${address})` : text;
    })
    .join('');
}

function toTextBlock(block: MailBlock): string {
  if (block.type === 'words') return toTextWords(block.content);
  if (block.type === 'list') {
    return block.items
      .map((item, at) => `${block.ordered ? `${at + 1}.` : '-'} ${toTextWords(item)}`)
      .join('\n');
  }
  if (block.type === 'table') return toTextTable(block);
  if (block.type === 'button' || block.type === 'link')
    return `${block.label}:\n${requireWebAddress(block.url)}`;
  if (block.type === 'facts') return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
  return block.text;
}

function renderText(content: MailContent, frame: MailFrame): string {
  const { site, t, unsubscribeUrl } = frame;
  const footer = [
    '-- ',
    t('footer.questions', { phone: site.site.customerServicePhone }),
    `${getBrandName(site.site.type)}, ${getHomeUrl(frame)}`,
    ...listLegalLines(frame),
    ...(unsubscribeUrl === undefined
      ? []
      : [`${t('footer.unsubscribe')}: ${requireWebAddress(unsubscribeUrl)}`]),
  ];
  return `${[content.heading, ...content.blocks.map(toTextBlock)].join('\n\n')}\n\n${footer.join('\n')}\n`;
}

function renderTable(table: MailTable, colours: Colours): Markup {
  requireCells(table);
  const { columns, rows, footer = [] } = table;
  const style = (at: number, own: string) => {
    const isEnd = columns[at]?.align === 'end';
    return `padding:6px ${isEnd ? '0' : '12px'} 6px ${isEnd ? '12px' : '0'};vertical-align:top;text-align:${isEnd ? 'right' : 'left'};${own}`;
  };
  const line = `border-top:1px solid ${colours.line}`;
  const toRow = (row: readonly string[], own: string) =>
    markup`<tr>${row.map((cell, at) => markup`<td style="${style(at, own)}">${cell}</td>`)}</tr>`;
  return markup`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse"><thead><tr>${columns.map(
    ({ label }, at) =>
      markup`<th scope="col" style="${style(at, `color:${colours.inkSoft};font-weight:normal`)}">${label}</th>`,
  )}</tr></thead><tbody>${rows.map((row) => toRow(row, line))}</tbody>${
    footer.length > 0
      ? markup`<tfoot>${footer.map((row) => toRow(row, `${line};font-weight:bold`))}</tfoot>`
      : ''
  }</table>`;
}

function renderWords(content: readonly Inline[], colours: Colours): Markup[] {
  return content.map(({ text, href, strong = false }) => {
    const words = strong ? markup`<b>${text}</b>` : markup`${text}`;
    return href === undefined
      ? words
      : markup`<a href="${requireLinkTarget(href)}" style="color:${colours.brand}">${words}</a>`;
  });
}

function renderBlock(block: MailBlock, colours: Colours, t: MailTranslate): Markup {
  const small = `margin:0 0 16px;font-size:15px;line-height:23px;color:${colours.inkSoft}`;
  switch (block.type) {
    case 'paragraph':
      return markup`<p style="margin:0 0 16px">${block.text}</p>`;
    case 'small':
      return markup`<p style="${small}">${block.text}</p>`;
    case 'words':
      return markup`<p style="margin:0 0 16px">${renderWords(block.content, colours)}</p>`;
    case 'heading':
      return markup`<h2 style="font-size:21px;line-height:28px;margin:24px 0 8px;color:${colours.ink}">${block.text}</h2>`;
    case 'list': {
      const items = block.items.map(
        (item) => markup`<li style="margin:0 0 6px">${renderWords(item, colours)}</li>`,
      );
      const style = 'margin:0 0 16px;padding:0 0 0 24px';
      return block.ordered
        ? markup`<ol style="${style}">${items}</ol>`
        : markup`<ul style="${style}">${items}</ul>`;
    }
    case 'table':
      return renderTable(block, colours);
    case 'facts':
      return markup`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${block.rows.map(
        ({ label, value }) =>
          markup`<tr><td style="padding:4px 16px 4px 0;color:${colours.inkSoft};vertical-align:top">${label}</td><td style="padding:4px 0;vertical-align:top"><b>${value}</b></td></tr>`,
      )}</table>`;
    case 'link':
      return markup`<p style="margin:0 0 16px"><a href="${requireWebAddress(block.url)}" style="color:${colours.brand}">${block.label}</a></p>`;
    case 'button': {
      const url = requireWebAddress(block.url);
      return markup`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:22px 0"><tr><td style="background:${colours.action};border-radius:6px"><a href="${url}" style="display:inline-block;padding:15px 26px;font-weight:bold;font-size:18px;line-height:22px;color:${colours.onAction};text-decoration:none">${block.label}</a></td></tr></table><p style="${small}">${t('button.fallback')}<br><a href="${url}" style="color:${colours.brand};word-break:break-all">${url}</a></p>`;
    }
  }
}

function renderHtml(content: MailContent, frame: MailFrame): string {
  const { site, language, origin, t, unsubscribeUrl } = frame;
  const colours = coloursByType[site.site.type];
  const brand = getBrandName(site.site.type);
  const phone = site.site.customerServicePhone;
  const link = (url: string, label: string) =>
    markup`<a href="${url}" style="color:${colours.brand}">${label}</a>`;
  // The phone number becomes a link at its position in the translated sentence.
  const [beforePhone = '', ...afterPhone] = t('footer.questions', { phone }).split(phone);
  const questions = markup`${beforePhone}${link(`tel:${phone.replace(/[^+\d]/g, '')}`, phone)}${afterPhone.join(phone)}`;
  const footer = [
    questions,
    link(getHomeUrl(frame), new URL(origin).host),
    ...listLegalLines(frame).map((line) => markup`${line}`),
    ...(unsubscribeUrl === undefined
      ? []
      : [link(requireWebAddress(unsubscribeUrl), t('footer.unsubscribe'))]),
  ].map((line, index) => (index === 0 ? line : markup`<br>${line}`));
  const serif = "font-family:Rockwell,Georgia,'Noto Serif',serif;font-weight:bold";
  return markup`<!doctype html>
<html lang="${language.culture}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${content.subject}</title>
<style>@media(max-width:619px){.w{width:100%!important}.px{padding-left:20px!important;padding-right:20px!important}}</style></head>
<body style="margin:0;padding:0;background:${colours.page};color:${colours.ink};font-family:Arial,Helvetica,sans-serif;font-size:17px;line-height:26px">
<div style="display:none;max-height:0;overflow:hidden">${content.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.page}"><tr><td align="center" style="padding:24px 8px">
<table role="presentation" class="w" width="600" cellpadding="0" cellspacing="0" style="width:600px;background:${colours.card};border:1px solid ${colours.line}">
<tr><td style="background:${colours.deep};padding:18px 32px" class="px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="padding-right:12px"><img src="${brandMarkUrl}" width="36" height="43" alt="" style="display:block;border:0"></td><td style="${serif};font-size:26px;line-height:30px;color:${colours.onDeep}">${brand}</td></tr></table></td></tr>
<tr><td style="background:${colours.band};border-bottom:1px solid ${colours.line};font-size:0;line-height:0;padding:10px 10px 9px"><div style="border-top:3px dashed ${colours.brand};height:0;line-height:0;font-size:0">&nbsp;</div></td></tr>
<tr><td class="px" style="padding:32px 32px 12px"><h1 style="${serif};font-size:30px;line-height:36px;margin:0 0 12px;color:${colours.ink}">${content.heading}</h1>
${content.blocks.map((block) => renderBlock(block, colours, t))}</td></tr>
<tr><td class="px" style="padding:24px 32px;background:${colours.page};border-top:1px solid ${colours.line};font-size:14px;line-height:21px;color:${colours.inkSoft}">${footer}</td></tr>
</table></td></tr></table></body></html>
`.toString();
}

/**
 * Renders a mail as plain text and as HTML in the design of the shop. Escapes all text of people and of the
 * shop's data.
 *
 * @throws Error for a link that is not http or https
 */
export function renderMail(content: MailContent, frame: MailFrame): RenderedMail {
  return {
    // A line break in the subject would allow header injection.
    subject: content.subject.replace(/\s+/g, ' ').trim(),
    text: renderText(content, frame),
    html: renderHtml(content, frame),
  };
}
