import type { SiteType } from '../../../shared/contract/sites.ts';
import { createTranslate, type Messages } from '../../../shared/i18n/translate.ts';
import { markup } from '../../platform/markup.ts';

/** Details of a site for its closed page, all available without a call. */
export interface OutagePageDetails {
  readonly brand: string;
  /** Phone number as displayed. */
  readonly phone: string;
  readonly siteType: SiteType;
  readonly language: { readonly code: string; readonly culture: string };
}

/**
 * Creates the page that the cache in front shows if no web process answers: a document without scripts,
 * pictures or other files, in the language of its host.
 */
export function createOutagePage(
  { brand, phone, siteType, language }: OutagePageDetails,
  getMessages: (locale: string, siteType: SiteType) => Messages,
): string {
  const t = createTranslate(language.code, getMessages(language.code, siteType));
  const title = t('closedPage.title', { brand });
  return markup`<!doctype html>
<html lang="${language.culture}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
body { margin: 0; background: #fdfaf3; color: #22301f; font: 1.125rem/1.6 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { line-height: 1.2; }
a { color: #24512f; font-weight: bold; }
</style>
</head>
<body>
<main>
<p><strong>${brand}</strong></p>
<h1>${title}</h1>
<p>${t('closedPage.text')}</p>
<p>${t('closedPage.call')} <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a></p>
</main>
</body>
</html>
`.toString();
}
