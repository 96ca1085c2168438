import { useEffect, useRef, useState } from 'react';
import type { ContentPage } from '../../../shared/contract/content.ts';
import { getOwnProperty } from '../../../shared/rules/get-own-property.ts';
import { getCaptionsPath } from '../../../shared/rules/media-path.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './Clip.module.css';
import { filesByClipName } from './clip-files.ts';

interface ClipProps {
  clip: NonNullable<ContentPage['clip']>;
  contentPageId: number;
  title: string;
  /** URL of the page with the transcript. */
  textUrl: string;
  className?: string | undefined;
}

/**
 * Shows the captions. They are loaded only when the clip is played, because browsers load a visible track at
 * once.
 */
function showCaptions({ textTracks: [track] }: HTMLVideoElement) {
  if (track) track.mode = 'showing';
}

/**
 * Renders a video clip behind its poster. Nothing of it is loaded before the visitor plays it. It uses the
 * browser's controls, so it needs no script. If it cannot be played, it says so and links to the transcript.
 */
export function Clip({ clip: { name, captions }, contentPageId, title, textUrl, className }: ClipProps) {
  const { t } = useShop();
  const { code, localizedName } = useAppState((state) => state.scope.language);
  const files = getOwnProperty(filesByClipName, name);
  const player = useRef<HTMLVideoElement>(null);
  const lastSource = useRef<HTMLSourceElement>(null);
  const hasPlayed = useRef(false);
  const [cannotPlay, setCannotPlay] = useState(false);

  // Browsers report missing support on the last source only, and the event does not bubble.
  useEffect(() => {
    const video = player.current;
    const source = lastSource.current;
    const handleError = () => setCannotPlay(true);
    // The visitor may have started the clip before hydration, so the play event was missed.
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

  // A clip without files is not shown. The page has its text in any case.
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
