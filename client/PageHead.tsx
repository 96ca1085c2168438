import { Helmet } from 'react-helmet-async';
import { resolveHreflang } from '../shared/rules/hreflang.ts';
import { useAppState, useShop } from './store/shop.tsx';

/**
 * Title, description, canonical and alternates of the current page: the only component that renders any of them. What only
 * machines read beside them is added by the server (`server/web/structured-data/`).
 */
export function PageHead() {
  const { brand, t } = useShop();
  const { head, virtualPath } = useAppState((state) => state.page);
  const isRefused = useAppState(({ request }) => request.form?.status === 'refused');
  const { origin, shops, site } = useAppState((state) => state.scope);
  const canonical = head.canonicalPath === null ? null : origin + head.canonicalPath;
  // Page 2 elsewhere may hold other products, or not exist: only first pages are the same page.
  const isTold = head.isIndexable && head.canonicalPath === virtualPath && !virtualPath.includes('?');
  const alternates = isTold ? resolveHreflang(head.alternates, shops, site.type) : [];
  const title = head.title ? `${head.title} – ${brand}` : brand;
  return (
    <Helmet>
      {/* Where a form comes back with faults in it, the first words that are read out say so. */}
      <title>{isRefused ? t('form.refusedTitle', { title }) : title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {!head.isIndexable && <meta name="robots" content="noindex" />}
      {canonical && <link rel="canonical" href={canonical} />}
      {alternates.map(({ hreflang, url }) => (
        <link key={hreflang} rel="alternate" hrefLang={hreflang} href={url} />
      ))}
    </Helmet>
  );
}
