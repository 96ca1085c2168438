import Type from 'typebox';
import { siteTimeZones } from '../rules/time-zones.ts';
import type { ContractsOf } from './call-contract.ts';
import type { previewPaths } from './paths/previews.ts';
import { Nullable, Url } from './primitives.ts';
import { Site } from './sites.ts';

/** The moment at which a visitor sees the shop in place of the present one. */
export const Preview = Type.Object({
  instant: Type.String({ description: 'ISO 8601, UTC' }),
  timeZone: Type.Enum([...siteTimeZones], { description: 'In which it is told: that of the site' }),
  endsAt: Type.String({ description: 'When the preview is over by itself, ISO 8601, UTC' }),
});
export type Preview = Type.Static<typeof Preview>;

export const previewCalls = {
  fetchPreview: {
    summary:
      'The preview that the cookie proves, and the site as it is at its moment; null where it proves none on this site and in this language',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Object({ preview: Nullable(Preview), site: Nullable(Site) }),
    refusals: [],
  },
  openPreview: {
    summary: 'Begins the preview that an employee has made a link for: sets its cookie, once',
    needs: 'open',
    isIdempotent: false,
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: Type.Object({ path: Url }),
    refusals: ['token_invalid', 'token_expired', 'too_many_attempts'],
  },
  movePreview: {
    summary: 'Shows another moment in the preview that the cookie proves; it lasts no longer for it',
    needs: 'open',
    isIdempotent: true,
    body: Type.Object({
      moment: Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'On the clock of the site, to the minute: 2026-12-24T18:00',
      }),
    }),
    answer: null,
    refusals: ['not_found'],
  },
  leavePreview: {
    summary: 'Ends the preview: takes its cookie away',
    needs: 'open',
    isIdempotent: true,
    answer: null,
    refusals: [],
  },
} as const satisfies ContractsOf<typeof previewPaths>;
