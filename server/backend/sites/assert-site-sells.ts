import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { ScopedContext } from '../core/http/call.ts';
import { createNotFound } from '../core/http/problem-error.ts';

/** @throws ProblemError `not_found` if the site sells nothing */
export function assertSiteSells({ site }: Pick<ScopedContext, 'site'>): void {
  if (isCorporate(site.site)) throw createNotFound();
}
