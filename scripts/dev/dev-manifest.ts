import { readdirSync } from 'node:fs';
import type { AssetManifest } from '../../server/web/render/asset-manifest.ts';
import type { SiteType } from '../../shared/contract/sites.ts';
import { brandKeys } from '../../shared/rules/brand-name.ts';
import { browserEntryPoints } from './browser-files.ts';
import type { BrowserGraph } from './browser-graph.ts';
import { devServerPaths } from './dev-paths.ts';

const siteTypes = [0, 1, 2] as const satisfies readonly SiteType[];

/** Parses locale and site type from a name such as 'nl.havero'. */
export function parseLocaleBundleName(name: string): { locale: string; siteType: SiteType } | undefined {
  const [locale = '', brand] = name.split('.');
  const siteType = siteTypes.find((type) => brandKeys[type] === brand);
  return siteType === undefined ? undefined : { locale, siteType };
}

/**
 * Creates the manifest of the browser files for the renderer, like build/asset-manifest.mjs for a build.
 *
 * @param css all styles, for the fonts that they use
 * @param revision part of the URL of the style sheet, which changes with every edit
 */
export function createDevManifest(options: {
  graph: BrowserGraph;
  css: string;
  localesDirectory: string;
  revision: number;
}): AssetManifest {
  const { graph, css, localesDirectory, revision } = options;
  const locales = readdirSync(localesDirectory)
    .filter((name) => /^[a-z]+\.json$/.test(name))
    .map((name) => name.slice(0, -'.json'.length));
  const messages = locales.flatMap((locale) =>
    siteTypes.map((type) => {
      const name = `${locale}.${brandKeys[type]}`;
      return [name, { first: `${devServerPaths.texts}${name}.js`, deferred: null }] as const;
    }),
  );
  const groups = [
    ['main', []] as const,
    ...[...graph.chunks.keys()].map((name) => [name, [`${name}.js`]] as const),
  ];
  const fonts = [...css.matchAll(/\/dev\/files\/[^"')]*-latin-wght\.woff2/g)].map(([address]) => address);
  return {
    publicPath: devServerPaths.chunks,
    startJs: devServerPaths.entry,
    mainJs: devServerPaths.modules + browserEntryPoints.main,
    mainCss: getStyleSheetUrl(revision),
    // All styles are in the one sheet that is replaced after an edit.
    deferredCss: null,
    fonts: [...new Set(fonts)],
    messages: Object.fromEntries(messages),
    waiting: [],
    // Pages of a development server have no link previews, so the scenes are rendered as PNG by the build
    // only.
    scenes: {},
    loadableStats: {
      publicPath: devServerPaths.chunks,
      outputPath: '/',
      namedChunkGroups: Object.fromEntries(
        groups.map(([name, files]) => [
          name,
          { chunks: [name], assets: files.map((file) => ({ name: file })), childAssets: {} },
        ]),
      ),
      chunks: groups.map(([id, files]) => ({ id, files })),
      assets: [],
    },
  };
}

/** Returns the URL of the style sheet at a revision. */
export function getStyleSheetUrl(revision: number): string {
  return `${devServerPaths.styles}?r=${revision}`;
}
