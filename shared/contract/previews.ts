import Type from 'typebox';
import { siteTimeZones } from '../rules/time-zones.ts';
import type { ContractsOf } from './call-contract.ts';
import type { previewPaths } from './paths/previews.ts';
import { Nullable, Url } from './primitives.ts';
import { Site } from './sites.ts';

/** Point in time at which a visitor sees the shop, instead of the present. */
export const Preview = Type.Object({
  instant: Type.String({ description: 'ISO 8601, UTC' }),
  timeZone: Type.Enum([...siteTimeZones], {
    description: 'Time zone of the site, in which the time is displayed',
  }),
  endsAt: Type.String({ description: 'Time at which the preview ends automatically, ISO 8601, UTC' }),
});
export type Preview = Type.Static<typeof Preview>;

export const previewCalls = {
  fetchPreview: {
    summary:
      'Returns the preview of the cookie, and the site at its time; null if the cookie is not valid for this site and language',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Object({ preview: Nullable(Preview), site: Nullable(Site) }),
    refusals: [],
  },
  openPreview: {
    summary:
      'Starts the preview of a link that a staff member has created, and sets its cookie; works once per link',
    needs: 'open',
    isIdempotent: false,
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: Type.Object({ path: Url }),
    refusals: ['token_invalid', 'token_expired', 'too_many_attempts'],
  },
  movePreview: {
    summary: 'Changes the time of the preview of the cookie, without extending the preview',
    needs: 'open',
    isIdempotent: true,
    body: Type.Object({
      moment: Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'Local time of the site, to the minute: 2026-12-24T18:00',
      }),
    }),
    answer: null,
    refusals: ['not_found'],
  },
  leavePreview: {
    summary: 'Ends the preview and deletes its cookie',
    needs: 'open',
    isIdempotent: true,
    answer: null,
    refusals: [],
  },
} as const satisfies ContractsOf<typeof previewPaths>;
