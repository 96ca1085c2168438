import { readdirSync } from 'node:fs';
import { brandKeys } from '../../client/store/brand-keys.ts';
import type { AssetManifest } from '../../server/web/render/asset-manifest.ts';
import type { SiteType } from '../../shared/contract/sites.ts';
import { browserEntries } from './browser-files.ts';
import type { BrowserGraph } from './browser-graph.ts';
import { devPaths } from './dev-paths.ts';

const siteTypes = [0, 1, 2] as const satisfies readonly SiteType[];

/** Locale and kind of site of a name such as 'nl.havero'. */
export function parseTextsName(name: string): { locale: string; siteType: SiteType } | undefined {
  const [locale = '', brand] = name.split('.');
  const siteType = siteTypes.find((type) => brandKeys[type] === brand);
  return siteType === undefined ? undefined : { locale, siteType };
}

/**
 * What the renderer must know of the browser's files, as build/asset-manifest.mjs writes it for a build.
 *
 * @param css all styles, for the fonts that they use
 * @param revision puts a new address on the style sheet after every edit
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
      return [name, { first: `${devPaths.texts}${name}.js`, deferred: null }] as const;
    }),
  );
  const groups = [
    ['main', []] as const,
    ...[...graph.chunks.keys()].map((name) => [name, [`${name}.js`]] as const),
  ];
  const fonts = [...css.matchAll(/\/dev\/files\/[^"')]*-latin-wght\.woff2/g)].map(([address]) => address);
  return {
    publicPath: devPaths.chunks,
    startJs: devPaths.entry,
    mainJs: devPaths.modules + browserEntries.main,
    mainCss: getStylesAddress(revision),
    // All styles are in the one sheet that is swapped after an edit.
    lateCss: null,
    fonts: [...new Set(fonts)],
    messages: Object.fromEntries(messages),
    waiting: [],
    // Nobody shares a page of a development server: the drawings as pixels are left to the build.
    scenes: {},
    loadableStats: {
      publicPath: devPaths.chunks,
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

/** Address of the style sheet at a revision. */
export function getStylesAddress(revision: number): string {
  return `${devPaths.styles}?r=${revision}`;
}
