import type { Language, Site, SiteType } from '../../../shared/contract/sites.ts';
import {
  createTranslate,
  type MessageKey,
  type Messages,
  type Translate,
} from '../../../shared/i18n/translate.ts';
import { getBrandName } from '../../../shared/rules/brand-name.ts';
import { getPhoneUrl } from '../../../shared/rules/phone-url.ts';
import { markup, noMarkup } from '../../platform/markup.ts';

const textsByStatus: Readonly<Record<number, readonly [title: MessageKey, text: MessageKey]>> = {
  404: ['plainError.notFoundTitle', 'plainError.notFoundText'],
  405: ['plainError.badRequestTitle', 'plainError.badRequestText'],
  421: ['plainError.unknownHostTitle', 'plainError.unknownHostText'],
  429: ['plainError.unavailableTitle', 'plainError.unavailableText'],
  500: ['plainError.failedTitle', 'plainError.failedText'],
  503: ['plainError.unavailableTitle', 'plainError.unavailableText'],
};

const badRequestTexts = ['plainError.badRequestTitle', 'plainError.badRequestText'] as const;

/** Returns the message keys of title and text for a status. */
function getPlainTexts(status: number): readonly [title: MessageKey, text: MessageKey] {
  return textsByStatus[status] ?? badRequestTexts;
}

/**
 * Creates the translate function of a plain page: in the language of the site, or in English if the site is
 * unknown or a text is missing.
 */
function createPlainTranslate(
  locale: string,
  siteType: SiteType,
  getMessages: PlainPagesOptions['getMessages'],
): Translate {
  const english = getMessages('en', siteType);
  try {
    // A locale that is being translated may lack texts, but a last-resort page may not.
    return createTranslate(locale, { ...english, ...getMessages(locale, siteType) });
  } catch {
    // The locale may have no texts, which may be the cause of the error.
    return createTranslate('en', english);
  }
}

export interface PlainPagesOptions {
  /** Texts of a locale and brand. */
  readonly getMessages: (locale: string, siteType: SiteType) => Messages;
  /** URL of the styles; the page is usable without them. */
  readonly stylesheet: string | null;
}

/** Content of a plain page. Site and language are missing if they are unknown. */
export interface PlainPage {
  readonly status: number;
  readonly site?: Pick<Site, 'type' | 'customerServicePhone'> | undefined;
  readonly language?: Pick<Language, 'code' | 'culture'> | undefined;
  /** Request id, which visitors can quote to customer service. */
  readonly reference?: string;
}

/** Creates the HTML of a plain page. */
export type PlainPages = (page: PlainPage) => string;

/**
 * Creates pages that need no data except the details of the site. They say what happened. If the site is
 * known, they show its name, a link to its home page and its phone number, in its language.
 */
export function createPlainPages({ getMessages, stylesheet }: PlainPagesOptions): PlainPages {
  const styles = stylesheet === null ? noMarkup : markup`<link rel="stylesheet" href="${stylesheet}">\n`;
  return ({ status, site, language, reference }) => {
    const t = createPlainTranslate(language?.code ?? 'en', site?.type ?? 0, getMessages);
    const [title, text] = getPlainTexts(status);
    const head = site
      ? markup`<header class="band"><p class="wrap"><a class="tap" href="/">${getBrandName(site.type)}</a></p></header>\n`
      : noMarkup;
    const ways = site
      ? markup`<p><a class="tap" href="/">${t('common.backToHome')}</a></p>
<p>${t('errorPage.call')} <a class="tap" href="${getPhoneUrl(site.customerServicePhone)}">${site.customerServicePhone}</a></p>\n`
      : noMarkup;
    const about =
      reference === undefined
        ? noMarkup
        : markup`<p><small>${t('plainError.reference', { id: reference })}</small></p>\n`;
    return markup`<!DOCTYPE html>
<html lang="${language?.culture ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t(title)}</title>
${styles}</head>
<body>
${head}<main class="wrap section">
<h1>${t(title)}</h1>
<p>${t(text)}</p>
${ways}${about}</main>
</body>
</html>
`.toString();
  };
}
