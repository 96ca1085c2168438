import Type from 'typebox';

/** RFC 9457 problem document: the body of every answer of the API that is not a success. */
export const Problem = Type.Object({
  type: Type.String({ pattern: '^urn:problem:[a-z_]+$', description: '`urn:problem:` and the code' }),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String({ description: 'Stable, machine-readable name of the problem' }),
  detail: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({ field: Type.String(), code: Type.String(), detail: Type.Optional(Type.String()) }),
    ),
  ),
});
export type Problem = Type.Static<typeof Problem>;
