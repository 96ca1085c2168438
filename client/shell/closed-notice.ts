const storageKey = 'closed-notice';

/** Short name of a notice: another text is another notice. */
export function createNoticeKey(text: string): string {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}

/** The visitor has closed it: it is not shown to them again on this host. */
export function rememberClosedNotice(noticeKey: string): void {
  try {
    localStorage.setItem(storageKey, noticeKey);
  } catch {
    // Full or forbidden: it comes back on the next page.
  }
}

/**
 * Hides the notice that was closed on an earlier page. A rule of a style sheet, since it may come before the notice does, and
 * so nothing moves.
 */
export function hideClosedNotice(document: Document): void {
  try {
    const noticeKey = localStorage.getItem(storageKey);
    if (!noticeKey || !/^[a-z0-9]+$/.test(noticeKey)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`[data-notice="${noticeKey}"] { display: none }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  } catch {
    // No storage, or an old browser: the notice is shown.
  }
}
