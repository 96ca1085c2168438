import type { SceneName } from '../../../shared/contract/primitives.ts';

/** A picture file of the build. */
export interface PictureFile {
  /** Path on every host. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Scenes as PNG, for clients that do not display SVG: 16:9 first, then 4:3 and 1:1. A scene without pictures
 * in the build is missing.
 */
export type ScenePictures = { readonly [Name in SceneName]?: readonly PictureFile[] };
