import type { ClipName } from '../../../shared/contract/primitives.ts';
import weighAScoopMp4 from './clips/weigh-a-scoop.mp4';
import weighAScoopWebm from './clips/weigh-a-scoop.webm';
import weighAScoopPoster from './clips/weigh-a-scoop.webp';

/** Files of a clip. */
export interface ClipFiles {
  readonly webm: string;
  readonly mp4: string;
  /** Poster shown before the clip plays. */
  readonly poster: string;
  /** Width of the clip and its poster in pixels. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

/** All clips. docs/development.md describes how they are drawn. */
export const filesByClipName: Readonly<Record<ClipName, ClipFiles>> = {
  'weigh-a-scoop': {
    webm: weighAScoopWebm,
    mp4: weighAScoopMp4,
    poster: weighAScoopPoster,
    width: 960,
    height: 540,
    seconds: 24,
  },
};
