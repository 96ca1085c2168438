import type { SiteType } from '../../../shared/contract/sites.ts';
import {
  createTranslate,
  type MessageKey,
  type Messages,
  type Translate,
} from '../../../shared/i18n/translate.ts';
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
export function getPlainTexts(status: number): readonly [title: MessageKey, text: MessageKey] {
  return textsByStatus[status] ?? badRequestTexts;
}

/** Texts for a plain page: of the site's language, English where the site is not known or a text is missing. */
export function createPlainTranslate(
  locale: string | undefined = 'en',
  siteType: SiteType | undefined = 0,
  getMessages: (locale: string, siteType: SiteType) => Messages,
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

/** A whole page without brand, style or data. A reference is for the visitor who writes to us. */
export function createPlainDocument(options: {
  culture: string;
  title: string;
  text: string;
  reference?: string;
}): string {
  const { culture, title, text, reference } = options;
  return markup`<!doctype html>
<html lang="${culture}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${reference === undefined ? noMarkup : markup`<p><small>${reference}</small></p>\n`}</main>
</body>
</html>
`.toString();
}
