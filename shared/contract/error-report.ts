import Type from 'typebox';

/**
 * An error of the browser's program, as it is told to the web (`POST /errors`). Nothing of the visitor: no address beyond the path,
 * no text that was typed.
 */
export const ErrorReport = Type.Object(
  {
    /** Name of the error's class, for example TypeError. */
    type: Type.String({ minLength: 1, maxLength: 100 }),
    message: Type.String({ maxLength: 500 }),
    /** As the browser writes it; empty where there is none. */
    stack: Type.String({ maxLength: 6000 }),
    /** Path of the page, without query. */
    path: Type.String({ minLength: 1, maxLength: 300 }),
    /** A promise that nobody waited for, or an error thrown. */
    isRejection: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type ErrorReport = Type.Static<typeof ErrorReport>;
