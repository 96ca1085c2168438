import type { Request } from 'express';

/** Of several addresses the last one was told by the caller itself; the others are claims of those before it. */
export function readVisitorAddress(request: Request): string | null {
  const address = request.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return address === '' || address.length > 64 ? null : address;
}
