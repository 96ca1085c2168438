const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const MAX_LOCAL_PART = 64;
/** Longest address that mail servers pass on (RFC 5321). */
const MAX_ADDRESS = 254;

/**
 * Whether a text is one e-mail address that mail can be sent to: name, `@`, and a domain with a dot in it. Stricter than the RFC
 * where its oddities (quotes, comments, lists, addresses of machines) only serve to smuggle something.
 *
 * @param text without spaces around it
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, labels] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1).split('.')];
  return (
    text.length <= MAX_ADDRESS &&
    local.length <= MAX_LOCAL_PART &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/**
 * Reads an e-mail address into the form in which addresses are compared and stored: lower case, without spaces around it, without no-break
 * spaces and characters that take no room, which come along when an address is copied, and with full-width letters as the usual ones.
 */
export function normaliseEmailAddress(text: string): string {
  return text
    .replace(/[\p{Cf}\u00a0\u202f]/gu, '')
    .normalize('NFKC')
    .trim()
    .toLowerCase();
}

/**
 * The mailbox that an address leads to, for limits: many providers deliver `name+anything@domain` to `name`, and some leave out its dots; a
 * domain has several spellings as well. Mail still goes to the address as it is. Two people whose names differ by a dot share their limits.
 *
 * @param emailAddress in its normal form
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
