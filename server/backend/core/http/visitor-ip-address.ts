import type { Request } from 'express';

/**
 * Returns the address of the visitor. If the header has several, the calling web process added the last one;
 * the others are unverified.
 */
export function readVisitorIpAddress(request: Request): string | null {
  const address = request.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return address === '' || address.length > 64 ? null : address;
}
