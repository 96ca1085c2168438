import type { ClipName } from '../../../shared/contract/primitives.ts';
import weighAScoopMp4 from './clips/weigh-a-scoop.mp4';
import weighAScoopWebm from './clips/weigh-a-scoop.webm';
import weighAScoopPoster from './clips/weigh-a-scoop.webp';

/** A clip as the web ships it. */
export interface ClipFiles {
  readonly webm: string;
  readonly mp4: string;
  /** Picture of it before it plays. */
  readonly poster: string;
  /** Pixels, of the clip and of its poster. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

/** The clips that there are; how they are drawn: docs/development.md. */
export const clipFiles: Readonly<Record<ClipName, ClipFiles>> = {
  'weigh-a-scoop': {
    webm: weighAScoopWebm,
    mp4: weighAScoopMp4,
    poster: weighAScoopPoster,
    width: 960,
    height: 540,
    seconds: 24,
  },
};
