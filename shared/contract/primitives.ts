import Type from 'typebox';

/** Positive integer key of a row, limited by PostgreSQL's `integer`. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Amount of money in euro cents, always an integer. */
export const Cents = Type.Integer({ description: 'Euro cents' });

/** A value that may be absent from the source; absent is `null`, never a missing key. */
export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Path on the shop's own host, with trailing slash, or an absolute URL of another site of the shop. */
export const Url = Type.String({ minLength: 1, maxLength: 2000 });

/** Calendar date `YYYY-MM-DD`. */
export const IsoDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** Name of a drawn scene, which is a picture file of the web. */
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

/** Name of an animated video of the web, which has a poster: `client/features/clip/clips`. */
export const ClipName = Type.Union([Type.Literal('weigh-a-scoop')]);
export type ClipName = Type.Static<typeof ClipName>;

/** Content hash of a picture: `/images/{hash}/{width}.{avif|webp|png}`. */
export const PictureHash = Type.String({ pattern: '^[0-9a-f]{16,64}$' });

/** A picture: `/images/{hash}/{width}.{avif|webp|png}`, with its dimensions for the aspect ratio. */
export const Picture = Type.Object({
  hash: PictureHash,
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  alt: Type.String(),
});
export type Picture = Type.Static<typeof Picture>;

/**
 * Key that grants permission to read a result, in base64url: 256 bits, or 128 bits from an earlier release.
 */
export const ResultKey = Type.String({ pattern: '^[A-Za-z0-9_-]{22}(?:[A-Za-z0-9_-]{21})?$' });
