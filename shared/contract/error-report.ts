import Type from 'typebox';

/**
 * Report of an error in browser scripts, sent to the web (`POST /errors`). It contains nothing of the
 * visitor: no URL beyond the path, and no typed text.
 */
export const ErrorReport = Type.Object(
  {
    /** Name of the error's class, for example TypeError. */
    type: Type.String({ minLength: 1, maxLength: 100 }),
    message: Type.String({ maxLength: 500 }),
    /** Stack as formatted by the browser; empty if there is none. */
    stack: Type.String({ maxLength: 6000 }),
    /** Path of the page, without query. */
    path: Type.String({ minLength: 1, maxLength: 300 }),
    /** Whether it is an unhandled promise rejection; otherwise it is a thrown error. */
    isRejection: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type ErrorReport = Type.Static<typeof ErrorReport>;
