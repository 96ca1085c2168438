import { createHmac, timingSafeEqual } from 'node:crypto';

/** A preview permission. */
export interface Preview {
  /** The previewed time. */
  readonly instant: Date;
  /** Expiry of the permission. */
  readonly endsAt: Date;
  /** Id of the staff member who granted it. */
  readonly staffMemberId: string;
}

/** The host of a preview. A preview is only valid on one host. */
export interface PreviewScope {
  readonly siteId: number;
  readonly languageId: number;
}

const cookiePattern = /^(\d{1,10}\.\d{1,10}\.\d{1,15}\.\d{1,15}\.[\w-]{1,64})\.([\w-]{43})$/;

const signPayload = (key: Buffer, payload: string): Buffer =>
  createHmac('sha256', key).update(`preview ${payload}`).digest();

/**
 * Returns the value of the cookie that grants a preview of a host. The content is readable, and signed with
 * the key.
 */
export function signPreviewCookie(
  key: Buffer,
  { siteId, languageId }: PreviewScope,
  preview: Preview,
): string {
  const { instant, endsAt, staffMemberId } = preview;
  const payload = [siteId, languageId, instant.getTime(), endsAt.getTime(), staffMemberId].join('.');
  return `${payload}.${signPayload(key, payload).toString('base64url')}`;
}

/**
 * Returns the preview that a cookie grants.
 *
 * @param cookie cookie value as received
 * @returns null if it was signed with another key, is for another host, or has expired
 */
export function readPreview(
  key: Buffer,
  cookie: string,
  { siteId, languageId, now }: PreviewScope & { readonly now: Date },
): Preview | null {
  const [, payload = '', signature = ''] = cookiePattern.exec(cookie) ?? [];
  const receivedSignature = Buffer.from(signature, 'base64url');
  const expectedSignature = signPayload(key, payload);
  if (
    receivedSignature.length !== expectedSignature.length ||
    !timingSafeEqual(receivedSignature, expectedSignature)
  )
    return null;
  // The last character of a signature has unused bits: only the canonical spelling is accepted.
  if (expectedSignature.toString('base64url') !== signature) return null;
  const [ofSite, ofLanguage, instantMs, endsAtMs, staffMemberId = ''] = payload.split('.');
  if (Number(ofSite) !== siteId || Number(ofLanguage) !== languageId) return null;
  const endsAt = new Date(Number(endsAtMs));
  return endsAt > now ? { instant: new Date(Number(instantMs)), endsAt, staffMemberId } : null;
}
