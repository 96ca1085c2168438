import { createHmac, timingSafeEqual } from 'node:crypto';

/** A preview that somebody may see. */
export interface Preview {
  /** The moment at which they see the shop. */
  readonly instant: Date;
  /** When the right is over. */
  readonly endsAt: Date;
  /** Which employee has given it. */
  readonly keeperId: string;
}

/** One host: a preview of it is none of any other. */
export interface PreviewScope {
  readonly siteId: number;
  readonly languageId: number;
}

const cookiePattern = /^(\d{1,10}\.\d{1,10}\.\d{1,15}\.\d{1,15}\.[\w-]{1,64})\.([\w-]{43})$/;

const sign = (key: Buffer, facts: string): Buffer =>
  createHmac('sha256', key).update(`preview ${facts}`).digest();

/** The value of the cookie that proves a preview of a host: what it says can be read, and is worth nothing without the key. */
export function signPreview(key: Buffer, { siteId, languageId }: PreviewScope, preview: Preview): string {
  const { instant, endsAt, keeperId } = preview;
  const facts = [siteId, languageId, instant.getTime(), endsAt.getTime(), keeperId].join('.');
  return `${facts}.${sign(key, facts).toString('base64url')}`;
}

/**
 * The preview that a cookie proves.
 *
 * @param cookie as it came
 * @returns null where it was signed with another key, is for another host, or over
 */
export function readPreview(
  key: Buffer,
  cookie: string,
  { siteId, languageId, now }: PreviewScope & { readonly now: Date },
): Preview | null {
  const [, facts = '', signature = ''] = cookiePattern.exec(cookie) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const own = sign(key, facts);
  if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
  // The last character of a signature has bits that mean nothing: only one spelling of it counts.
  if (own.toString('base64url') !== signature) return null;
  const [ofSite, ofLanguage, instantMs, endsAtMs, keeperId = ''] = facts.split('.');
  if (Number(ofSite) !== siteId || Number(ofLanguage) !== languageId) return null;
  const endsAt = new Date(Number(endsAtMs));
  return endsAt > now ? { instant: new Date(Number(instantMs)), endsAt, keeperId } : null;
}
