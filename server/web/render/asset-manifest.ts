import { readFileSync } from 'node:fs';
import type { Boot } from '../../../client/start/boot.ts';
import type { ScenePictures } from '../crawlers/scene-pictures.ts';

/** What the build says of the browser's files; written by build/asset-manifest.mjs. */
export interface AssetManifest {
  readonly publicPath: string;
  /** The small script that every page runs at once; it fetches the rest when there is time. */
  readonly startJs: string;
  readonly mainJs: string;
  readonly mainCss: string | null;
  /** The styles of pages that say `hasLateStyles`; null where they are in the main sheet. */
  readonly lateCss: string | null;
  readonly fonts: readonly string[];
  /** '<locale>.<brand>' → addresses of the modules with those texts: the first ones, and those that only other code says. */
  readonly messages: Readonly<Record<string, Boot['messages']>>;
  /** Addresses of the scripts that wait for the deferred texts. */
  readonly waiting: readonly string[];
  /** The drawn scenes as pixels. */
  readonly scenes: ScenePictures;
  /** In the shape that @loadable/server reads. */
  readonly loadableStats: object;
}

/**
 * Reads the manifest of a build.
 *
 * @throws Error that says how to make one when there is none
 */
export function readAssetManifest(file: string): AssetManifest {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`There is no build at ${file}: run "npm run build" first`, { cause });
  }
  return JSON.parse(text);
}
