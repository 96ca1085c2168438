import type { ReactNode } from 'react';
import { brandKeys } from '../shared/rules/brand-name.ts';
import { getPage } from './pages/pages.ts';
import { useAppState } from './store/shop.tsx';

/** URLs of the assets that pages need in addition to their scripts. */
export interface DocumentAssets {
  readonly mainCss: string | null;
  /** Deferred style sheet, for pages that are rarely the first page of a visit. */
  readonly deferredCss: string | null;
  readonly fonts: readonly string[];
}

/**
 * Renders the whole document. React renders and hydrates it from `<html>` down, so head elements are hoisted.
 */
export function Document({ assets, children }: { assets: DocumentAssets; children: ReactNode }) {
  const { language, site } = useAppState((state) => state.scope);
  const { hasDeferredStyles } = useAppState((state) => getPage(state.page.data));
  return (
    <html lang={language.culture} dir="ltr" data-brand={brandKeys[site.type]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content={themeColours[site.type]} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {assets.mainCss && <link rel="stylesheet" href={assets.mainCss} precedence="main" />}
        {hasDeferredStyles && assets.deferredCss && (
          <link rel="stylesheet" href={assets.deferredCss} precedence="late" />
        )}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** Colour of the phone's status bar per brand. Equals the header strip's `--c-brand-deep` in tokens.css. */
const themeColours = { 0: '#1c3a25', 1: '#4b2210', 2: '#1b2f45' } as const;
