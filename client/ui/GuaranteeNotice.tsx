import type { GuaranteeNotice as Notice } from '../../shared/contract/legal.ts';
import styles from './GuaranteeNotice.module.css';

interface GuaranteeNoticeProps {
  /** Name of the notice in the language of the page. */
  name: string;
  notice: Notice | null | undefined;
}

/** Maximum width in pixels. */
const IMAGE_WIDTH = 480;

/**
 * Renders the official notice on the legal guarantee, unaltered (Regulation (EU) 2025/1960): an image, or a
 * link if the file is a PDF. Renders nothing if the shop has none in the language of the page.
 */
export function GuaranteeNotice({ name, notice }: GuaranteeNoticeProps) {
  if (!notice) return null;
  const { path, picture } = notice;
  return (
    <div className={styles.notice}>
      {picture ? (
        // The aspect ratio reserves the space, because the order button is below.
        <img
          src={path}
          alt={name}
          width={IMAGE_WIDTH}
          height={Math.round((IMAGE_WIDTH * picture.height) / picture.width)}
          loading="lazy"
        />
      ) : (
        <a className="tap" href={path} download>
          {name} (PDF)
        </a>
      )}
    </div>
  );
}
