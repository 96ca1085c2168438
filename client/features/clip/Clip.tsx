import { useEffect, useRef, useState } from 'react';
import type { ContentPage } from '../../../shared/contract/content.ts';
import { findOwn } from '../../../shared/rules/find-own.ts';
import { getCaptionsPath } from '../../../shared/rules/media-path.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './Clip.module.css';
import { clipFiles } from './clip-files.ts';

interface ClipProps {
  clip: NonNullable<ContentPage['clip']>;
  contentPageId: number;
  title: string;
  /** Where all of it stands as a text. */
  textUrl: string;
  className?: string | undefined;
}

/** Captions are there from the start, but nothing of them is fetched before a clip is played: a track that is shown is loaded at once. */
function showCaptions({ textTracks: [track] }: HTMLVideoElement) {
  if (track) track.mode = 'showing';
}

/**
 * A clip of ours behind its picture: nothing of it is loaded before somebody plays it. The browser's own controls, so it needs no
 * script; one that cannot be played says so and leads to the text.
 */
export function Clip({ clip: { name, captions }, contentPageId, title, textUrl, className }: ClipProps) {
  const { t } = useShop();
  const { code, localizedName } = useAppState((state) => state.scope.language);
  const files = findOwn(clipFiles, name);
  const player = useRef<HTMLVideoElement>(null);
  const lastSource = useRef<HTMLSourceElement>(null);
  const hasPlayed = useRef(false);
  const [cannotPlay, setCannotPlay] = useState(false);

  // That no source can be played is told of the last one only, and it does not bubble.
  useEffect(() => {
    const video = player.current;
    const source = lastSource.current;
    const handleError = () => setCannotPlay(true);
    // Somebody may have played it before this script was there, and nobody has heard of it.
    if (video && !video.paused) {
      showCaptions(video);
      hasPlayed.current = true;
      if (video.error || video.networkState === video.NETWORK_NO_SOURCE) handleError();
    }
    source?.addEventListener('error', handleError);
    return () => source?.removeEventListener('error', handleError);
  }, []);

  function handlePlay(video: HTMLVideoElement) {
    if (!hasPlayed.current) showCaptions(video);
    hasPlayed.current = true;
  }

  // A clip that this web does not ship is no clip of the page: its text is there all the same.
  if (!files) return null;
  const { webm, mp4, poster, width, height, seconds } = files;
  return (
    <figure className={joinClasses(styles.figure, className)}>
      {/* biome-ignore lint/a11y/useMediaCaption: a clip without captions says nothing */}
      <video
        className={styles.video}
        ref={player}
        controls
        playsInline
        preload="none"
        poster={poster}
        width={width}
        height={height}
        aria-label={title}
        onPlay={(event) => handlePlay(event.currentTarget)}
        onError={() => setCannotPlay(true)}
      >
        <source src={webm} type="video/webm" />
        <source src={mp4} type="video/mp4" ref={lastSource} />
        {captions.length > 0 && (
          <track kind="captions" src={getCaptionsPath(contentPageId)} srcLang={code} label={localizedName} />
        )}
        <a href={textUrl}>{t('clip.readText')}</a>
      </video>
      <div role="status">{cannotPlay && <Notice tone="info">{t('clip.cannotPlay')}</Notice>}</div>
      <figcaption className={styles.caption}>
        <span className="small soft">{t('clip.length', { smart_count: seconds })}</span>
        <SiteLink href={textUrl} className="tap small">
          {t('clip.readText')}
        </SiteLink>
      </figcaption>
    </figure>
  );
}
