import type { CallAnswer } from '../../../../shared/contract/calls.ts';
import { fromLocalMoment } from '../../../../shared/rules/local-moment.ts';
import type { SiteTimeZone } from '../../../../shared/rules/time-zones.ts';
import { noteAct } from '../../audit/audit.ts';
import type { Database } from '../../database/database.ts';
import type { ScopedContext, VisitorContext } from '../../http/call.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../http/problem-error.ts';
import type { AnswerCookie } from '../../http/visitor-cookies.ts';
import { defineLimits, type Limiter } from '../../limits/limiter.ts';
import { getTimeZone } from '../../scope/site-calendar.ts';
import { hashToken } from '../../security/token.ts';
import { findRegionCode } from '../countries/queries.ts';
import type { SiteService } from '../sites/service.ts';
import { canBeShown, createPreviewLink, LINK_MS, type PreviewOrder } from './create-link.ts';
import { type Preview, type PreviewScope, readPreview, signPreview } from './preview-cookie.ts';
import { findLink, useLink } from './queries.ts';

type Context = ScopedContext & VisitorContext;

/** Shows the shop at another moment to whom an employee lets. */
export interface PreviewService {
  /**
   * The absolute address at which somebody sees a host at another moment: it works once and for ten minutes, the preview lasts two hours.
   *
   * @throws PreviewOrderError where there is nothing to be shown; its message is for the employee
   */
  createLink(order: PreviewOrder, note?: (transaction: Database) => Promise<void>): Promise<string>;
  /** The preview of a host that a cookie proves; null where it proves none. */
  read(cookie: string | null, scope: PreviewScope): Preview | null;
  fetch(context: Context): Promise<CallAnswer<'fetchPreview'>>;
  open(context: Context, token: string): Promise<CallAnswer<'openPreview'>>;
  move(context: Context, moment: string): Promise<void>;
  leave(context: Context): void;
}

/** How long a preview lasts, however often it is moved. */
export const PREVIEW_MS = 2 * 60 * 60_000;

/** Tokens are random: who tries many has none. */
export const previewFlood = defineLimits('previews', {
  perVisitor: { acts: 60, windowMs: 3_600_000 },
});

/** Makes the service. */
export function createPreviewService(deps: {
  readonly database: Database;
  readonly limiter: Limiter;
  /** What the cookies are signed with, the same in every backend. */
  readonly key: Buffer;
  /** Where a site is reached from outside, by the domain that it was imported with. */
  readonly getOrigin: (importedDomain: string) => string;
  /** The site as it will be at a moment. */
  readonly fetchSite: SiteService['fetchSiteThen'];
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
  const readOwn = (context: Context): Preview | null => read(context.cookies.preview, getScope(context));

  const createCookie = (scope: PreviewScope, preview: Preview): AnswerCookie => ({
    name: 'preview',
    value: signPreview(key, scope, preview),
    maxAgeSeconds: Math.ceil((preview.endsAt.getTime() - clock()) / 1000),
  });

  const fetchTimeZone = async ({ site }: ScopedContext): Promise<SiteTimeZone> =>
    getTimeZone(await findRegionCode(database, site.site.countryId));

  return {
    createLink: (order, note) =>
      createPreviewLink(database, order, {
        now: new Date(clock()),
        actor: { kind: 'keeper', id: order.keeperId },
        getOrigin,
        note,
      }),
    read,

    async fetch(context) {
      const preview = readOwn(context);
      if (!preview) return { preview: null, site: null };
      const { instant, endsAt } = preview;
      const timeZone = await fetchTimeZone(context);
      return {
        preview: { instant: instant.toISOString(), endsAt: endsAt.toISOString(), timeZone },
        site: await fetchSite({ ...context, now: instant }),
      };
    },

    async open(context, token) {
      await limiter.takeOfVisitor(previewFlood.perVisitor, context.visitorAddress);
      const now = new Date(clock());
      const scope = getScope(context);
      const tokenHash = hashToken(token);
      const link = await findLink(database, tokenHash);
      // Unknown, used and made for another host look the same.
      if (link?.siteId !== scope.siteId || link.languageId !== scope.languageId || link.usedAt !== null) {
        throw new ProblemError('token_invalid');
      }
      if (now.getTime() - link.createdAt.getTime() > LINK_MS) throw new ProblemError('token_expired');
      const { shownAt, keeperId, path } = link;
      await database.transaction('open-preview', async (transaction) => {
        if (!(await useLink(transaction, tokenHash, now))) throw new ProblemError('token_invalid');
        await noteAct(transaction, {
          actor: { kind: 'keeper', id: keeperId },
          act: 'open-preview',
          noun: 'preview',
          details: { ...scope, instant: shownAt.toISOString() },
          now,
        });
      });
      const endsAt = new Date(now.getTime() + PREVIEW_MS);
      context.setCookie(createCookie(scope, { instant: shownAt, endsAt, keeperId }));
      return { path };
    },

    async move(context, moment) {
      const preview = readOwn(context);
      if (!preview) throw createNotFound();
      const instant = fromLocalMoment(moment, await fetchTimeZone(context));
      if (!instant) throw createValidationFailed([{ field: 'moment', code: 'format' }]);
      if (!canBeShown(instant)) throw createValidationFailed([{ field: 'moment', code: 'range' }]);
      context.setCookie(createCookie(getScope(context), { ...preview, instant }));
    },

    leave(context) {
      context.setCookie({ name: 'preview', value: '', maxAgeSeconds: null });
    },
  };
}
