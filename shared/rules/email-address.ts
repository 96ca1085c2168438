const LOCAL_PART_PATTERN = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN_LABEL_PATTERN = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const MAX_LOCAL_PART_LENGTH = 64;
/** Maximum length of an address that mail servers accept (RFC 5321). */
export const MAX_EMAIL_ADDRESS_LENGTH = 254;

/**
 * Returns true if a text is one e-mail address that can receive mail: name, `@`, and a domain with a dot. It
 * is stricter than the RFC: quotes, comments, lists and IP addresses are rejected, since they are only used
 * for injection.
 *
 * @param text text without surrounding spaces
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, labels] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1).split('.')];
  return (
    text.length <= MAX_EMAIL_ADDRESS_LENGTH &&
    local.length <= MAX_LOCAL_PART_LENGTH &&
    LOCAL_PART_PATTERN.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => DOMAIN_LABEL_PATTERN.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/**
 * Normalises an e-mail address for comparison and storage: lower case, and without surrounding spaces. It
 * removes no-break spaces and zero-width characters of copied addresses, and converts full-width letters.
 */
export function normaliseEmailAddress(text: string): string {
  return text
    .replace(/[\p{Cf}\u00a0\u202f]/gu, '')
    .normalize('NFKC')
    .trim()
    .toLowerCase();
}

/**
 * Returns the mailbox of an address, for limits. Many providers deliver `name+anything@domain` to `name`,
 * some ignore dots, and a domain has several spellings. Mail is still sent to the original address. Two
 * people whose names differ by a dot share their limits.
 *
 * @param emailAddress normalised address
 */
export function getMailbox(emailAddress: string): string {
  const at = emailAddress.lastIndexOf('@');
  const local = emailAddress
    .slice(0, at)
    .replace(/(?<=.)\+.*$/, '')
    .replaceAll('.', '');
  const typed = emailAddress.slice(at + 1);
  const domain = URL.parse(`http://${typed}`)?.hostname ?? typed;
  return `${local}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}
