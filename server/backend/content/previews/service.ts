import type { CallAnswer } from '../../../../shared/contract/calls.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { fromLocalMoment } from '../../../../shared/rules/local-moment.ts';
import type { SiteTimeZone } from '../../../../shared/rules/time-zones.ts';
import { recordAuditEntry } from '../../core/audit/audit.ts';
import type { Database } from '../../core/database/database.ts';
import type { VisitorContext } from '../../core/http/call.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import { isSupportedInstant } from '../../core/http/read-scope.ts';
import type { ResponseCookie } from '../../core/http/visitor-cookies.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import { hashToken } from '../../core/security/token.ts';
import { findRegionCode } from '../../sites/countries/queries.ts';
import { getTimeZone } from '../../sites/local-dates.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import type { SiteService } from '../../sites/sites/service.ts';
import { createPreviewLink, PREVIEW_LINK_VALIDITY_MS, type PreviewRequest } from './create-preview-link.ts';
import { type Preview, type PreviewScope, readPreview, signPreviewCookie } from './preview-cookie.ts';
import { consumePreviewLink, findLink } from './queries.ts';

type PreviewContext = ScopedContext & VisitorContext;

/** Previews of the sites at another time, granted by staff. */
export interface PreviewService {
  /**
   * Creates the absolute URL of a preview. It works once and for ten minutes; the preview lasts two hours.
   *
   * @throws PreviewRequestError if the page cannot be previewed; its message is for the staff member
   */
  createLink(request: PreviewRequest, note?: (transaction: Database) => Promise<void>): Promise<string>;
  /** Returns the preview of a host that a cookie grants; null if it grants none. */
  read(cookie: string | null, scope: PreviewScope): Preview | null;
  fetch(context: PreviewContext): Promise<CallAnswer<'fetchPreview'>>;
  open(context: PreviewContext, token: string): Promise<CallAnswer<'openPreview'>>;
  move(context: PreviewContext, moment: string): Promise<void>;
  leave(context: PreviewContext): void;
}

/** Duration of a preview in milliseconds, however often its time is changed. */
export const PREVIEW_DURATION_MS = 2 * HOUR_MS;

/** Limits wrong tokens. Tokens are random, so many attempts indicate guessing. */
export const previewRateLimits = defineLimits('previews', {
  perVisitor: { maxAttempts: 60, windowMs: HOUR_MS },
});

/** Creates the service. */
export function createPreviewService(deps: {
  readonly database: Database;
  readonly limiter: Limiter;
  /** Signing key of the cookies, the same in every backend. */
  readonly key: Buffer;
  /** Returns the public origin of a site by its imported domain. */
  readonly getOrigin: (importedDomain: string) => string;
  /** Returns a site as it will be at a time. */
  readonly fetchSite: SiteService['fetchSiteAt'];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): PreviewService {
  const { database, limiter, key, getOrigin, fetchSite, clock } = deps;

  const read: PreviewService['read'] = (cookie, scope) =>
    cookie === null ? null : readPreview(key, cookie, { ...scope, now: new Date(clock()) });

  const getScope = ({ site, language }: ScopedContext): PreviewScope => ({
    siteId: site.site.siteId,
    languageId: language.languageId,
  });
  const readCookie = (context: PreviewContext): Preview | null =>
    read(context.cookies.preview, getScope(context));

  const createCookie = (scope: PreviewScope, preview: Preview): ResponseCookie => ({
    name: 'preview',
    value: signPreviewCookie(key, scope, preview),
    maxAgeSeconds: Math.ceil((preview.endsAt.getTime() - clock()) / 1000),
  });

  const fetchTimeZone = async ({ site }: ScopedContext): Promise<SiteTimeZone> =>
    getTimeZone(await findRegionCode(database, site.site.countryId));

  return {
    createLink: (order, note) =>
      createPreviewLink(database, order, {
        now: new Date(clock()),
        actor: { kind: 'keeper', id: order.staffMemberId },
        getOrigin,
        note,
      }),
    read,

    async fetch(context) {
      const preview = readCookie(context);
      if (!preview) return { preview: null, site: null };
      const { instant, endsAt } = preview;
      const timeZone = await fetchTimeZone(context);
      return {
        preview: { instant: instant.toISOString(), endsAt: endsAt.toISOString(), timeZone },
        site: await fetchSite({ ...context, now: instant }),
      };
    },

    async open(context, token) {
      await limiter.takeForAddress(previewRateLimits.perVisitor, context.visitorAddress);
      const now = new Date(clock());
      const scope = getScope(context);
      const tokenHash = hashToken(token);
      const link = await findLink(database, tokenHash);
      // Unknown and used links, and links for another host, return the same error.
      if (link?.siteId !== scope.siteId || link.languageId !== scope.languageId || link.usedAt !== null) {
        throw new ProblemError('token_invalid');
      }
      if (now.getTime() - link.createdAt.getTime() > PREVIEW_LINK_VALIDITY_MS)
        throw new ProblemError('token_expired');
      const { shownAt, staffMemberId, path } = link;
      await database.transaction('open-preview', async (transaction) => {
        if (!(await consumePreviewLink(transaction, tokenHash, now))) throw new ProblemError('token_invalid');
        await recordAuditEntry(transaction, {
          actor: { kind: 'keeper', id: staffMemberId },
          act: 'open-preview',
          resource: 'preview',
          details: { ...scope, instant: shownAt.toISOString() },
          now,
        });
      });
      const endsAt = new Date(now.getTime() + PREVIEW_DURATION_MS);
      context.setCookie(createCookie(scope, { instant: shownAt, endsAt, staffMemberId }));
      return { path };
    },

    async move(context, moment) {
      const preview = readCookie(context);
      if (!preview) throw createNotFound();
      const instant = fromLocalMoment(moment, await fetchTimeZone(context));
      if (!instant) throw createValidationFailed([{ field: 'moment', code: 'format' }]);
      if (!isSupportedInstant(instant)) throw createValidationFailed([{ field: 'moment', code: 'range' }]);
      context.setCookie(createCookie(getScope(context), { ...preview, instant }));
    },

    leave(context) {
      context.setCookie({ name: 'preview', value: '', maxAgeSeconds: null });
    },
  };
}
