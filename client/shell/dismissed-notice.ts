const dismissedNoticeStorageKey = 'closed-notice';

/** Returns a short key of a notice, derived from its text. */
export function createNoticeKey(text: string): string {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}

/** Stores that the visitor has closed the notice, so that it is not shown again on this host. */
export function rememberDismissedNotice(noticeKey: string): void {
  try {
    localStorage.setItem(dismissedNoticeStorageKey, noticeKey);
  } catch {
    // The storage is full or forbidden; the notice returns on the next page.
  }
}

/**
 * Hides the notice that was closed on an earlier page. It adds a style rule, which applies even before the
 * notice is parsed, so nothing shifts.
 */
export function hideDismissedNotice(document: Document): void {
  try {
    const noticeKey = localStorage.getItem(dismissedNoticeStorageKey);
    if (!noticeKey || !/^[a-z0-9]+$/.test(noticeKey)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`[data-notice="${noticeKey}"] { display: none }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  } catch {
    // There is no storage, or the browser is old; the notice is shown.
  }
}
