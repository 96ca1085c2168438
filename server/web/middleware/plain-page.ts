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

/** Title and text of a plain page, by its status. */
function getPlainTexts(status: number): readonly [title: MessageKey, text: MessageKey] {
  return textsByStatus[status] ?? badRequestTexts;
}

/** Texts for a plain page: of the site's language, English where the site is not known or a text is missing. */
function createPlainTranslate(
  locale: string,
  siteType: SiteType,
  getMessages: PlainPagesOptions['getMessages'],
): Translate {
  const english = getMessages('en', siteType);
  try {
    // A language that is being translated may lack a text; a last resort must not.
    return createTranslate(locale, { ...english, ...getMessages(locale, siteType) });
  } catch {
    // A language without texts may be the very reason why we are here.
    return createTranslate('en', english);
  }
}

export interface PlainPagesOptions {
  /** Texts of a locale and brand. */
  readonly getMessages: (locale: string, siteType: SiteType) => Messages;
  /** Address of the shop's styles; the page is whole without them. */
  readonly stylesheet: string | null;
}

/** What a plain page is about. Site and language are missing where nobody knows them. */
export interface PlainPage {
  readonly status: number;
  readonly site?: Pick<Site, 'type' | 'customerServicePhone'> | undefined;
  readonly language?: Pick<Language, 'code' | 'culture'> | undefined;
  /** Of the request: for the visitor who writes to us. */
  readonly reference?: string;
}

/** Makes the HTML of a plain page. */
export type PlainPages = (page: PlainPage) => string;

/**
 * Pages that need no data but the site's own facts: what happened, and where the site is known its name, the way home and its phone, in its
 * language.
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
