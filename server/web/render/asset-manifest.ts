import { readFileSync } from 'node:fs';
import type { Boot } from '../../../client/start/boot-data.ts';
import type { ScenePictures } from '../crawlers/scene-pictures.ts';

/** Manifest of the browser files of a build; written by build/asset-manifest.mjs. */
export interface AssetManifest {
  readonly publicPath: string;
  /** Small script that every page runs at once; it loads the rest when the browser is idle. */
  readonly startJs: string;
  readonly mainJs: string;
  readonly mainCss: string | null;
  /** Deferred styles of pages with `hasDeferredStyles`; null if all styles are in the main sheet. */
  readonly deferredCss: string | null;
  readonly fonts: readonly string[];
  /** '<locale>.<brand>' → URLs of the modules with those texts: the first ones, and the deferred ones. */
  readonly messages: Readonly<Record<string, Boot['messages']>>;
  /** URLs of the scripts that wait for the deferred texts. */
  readonly waiting: readonly string[];
  /** Scenes as PNG. */
  readonly scenes: ScenePictures;
  /** Stats in the format of @loadable/server. */
  readonly loadableStats: object;
}

/**
 * Reads the manifest of a build.
 *
 * @throws Error with the build command if there is none
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
