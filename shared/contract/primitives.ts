import Type from 'typebox';

/** Positive integer key of a row. Bounded by PostgreSQL's `integer`. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Money in minor units of the euro, never a fraction. */
export const Cents = Type.Integer({ description: 'Euro cents' });

/** A value that may be absent from the source; absent is `null`, never a missing key. */
export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Path on the shop's own host, with trailing slash, or an absolute URL of one of our shops. */
export const Url = Type.String({ minLength: 1, maxLength: 2000 });

/** Calendar date `YYYY-MM-DD`. */
export const IsoDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** Name of a drawn scene, shipped with the web as a picture file. */
export const SceneName = Type.Union([
  Type.Literal('hay-barn'),
  Type.Literal('lost-gate'),
  Type.Literal('mare-and-foal'),
  Type.Literal('paddock-dawn'),
  Type.Literal('roughage-test'),
  Type.Literal('sport-arena'),
  Type.Literal('stable-row'),
]);
export type SceneName = Type.Static<typeof SceneName>;

/** A drawn clip that the web ships, with its poster: `client/features/clip/clips`. */
export const ClipName = Type.Union([Type.Literal('weigh-a-scoop')]);
export type ClipName = Type.Static<typeof ClipName>;

/** Content hash of a drawn picture: `/images/{hash}/{width}.{avif|webp|png}`. */
export const PictureHash = Type.String({ pattern: '^[0-9a-f]{16,64}$' });

/** A picture: `/images/{hash}/{width}.{avif|webp|png}`, the ratio of width to height given. */
export const Picture = Type.Object({
  hash: PictureHash,
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  alt: Type.String(),
});
export type Picture = Type.Static<typeof Picture>;

/** The right to read a result, in base64url: 256 bits, or 128 bits of an earlier release. */
export const ResultKey = Type.String({ pattern: '^[A-Za-z0-9_-]{22}(?:[A-Za-z0-9_-]{21})?$' });
