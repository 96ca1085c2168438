import { Helmet } from 'react-helmet-async';
import { resolveHreflang } from '../shared/rules/hreflang.ts';
import { useAppState, useShop } from './store/shop.tsx';

/**
 * Renders title, description, canonical and alternates of the current page. No other component renders these.
 * The server adds the parts that only machines read (`server/web/structured-data/`).
 */
export function PageHead() {
  const { brand, t } = useShop();
  const { head, virtualPath } = useAppState((state) => state.page);
  const isRefused = useAppState(({ request }) => request.form?.status === 'refused');
  const { origin, shops, site } = useAppState((state) => state.scope);
  const canonical = head.canonicalPath === null ? null : origin + head.canonicalPath;
  // Page 2 of an alternate may hold other products or not exist, so only first pages are alternates of each
  // other.
  const hasAlternates = head.isIndexable && head.canonicalPath === virtualPath && !virtualPath.includes('?');
  const alternates = hasAlternates ? resolveHreflang(head.alternates, shops, site.type) : [];
  const title = head.title ? `${head.title} – ${brand}` : brand;
  return (
    <Helmet>
      {/* If a form returns with errors, the title says so first for screen readers. */}
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
