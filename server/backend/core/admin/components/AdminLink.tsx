import type { ReactNode } from 'react';

/**
 * Link to a page of the admin.
 *
 * @param props.path path below `/admin`, with percent-encoded parts
 */
export const AdminLink = ({ path, children }: { readonly path: string; readonly children: ReactNode }) => (
  <a href={`/admin${path}`}>{children}</a>
);
