import { isCorporate } from '../../../shared/rules/site-type.ts';
import { createNotFound } from '../core/http/problem-error.ts';
import type { ScopedContext } from './scoped-call.ts';

/** @throws ProblemError `not_found` if the site sells nothing */
export function assertSiteSells({ site }: Pick<ScopedContext, 'site'>): void {
  if (isCorporate(site.site)) throw createNotFound();
}
