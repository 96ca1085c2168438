import type { ReactNode } from 'react';
import { AdminLink } from './components/AdminLink.tsx';
import type { RefusalDetail } from './operation.ts';
import { formatDetail, formatLocation, formatReason } from './refusal-details.ts';
import type { AdminTranslate } from './texts.ts';

/** Renders a detail for a page. The location links to the page where it can be changed. */
export function renderRefusalDetail(t: AdminTranslate, detail: RefusalDetail): ReactNode {
  const { location } = detail;
  if (location?.path === undefined) return formatDetail(t, detail);
  return (
    <>
      <AdminLink path={location.path}>{formatLocation(t, location)}</AdminLink>: {formatReason(t, detail)}
    </>
  );
}
