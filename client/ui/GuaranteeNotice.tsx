import type { GuaranteeNotice as Notice } from '../../shared/contract/legal.ts';
import styles from './GuaranteeNotice.module.css';

interface GuaranteeNoticeProps {
  /** What the notice is called, in the language of the page. */
  name: string;
  notice: Notice | null | undefined;
}

/** Pixels: as wide as it is shown where there is room. */
const WIDTH = 480;

/**
 * The official notice on the legal guarantee, unaltered (Regulation (EU) 2025/1960): a picture, or a link where the file is a PDF. Nothing
 * where the shop has none in the language of the page.
 */
export function GuaranteeNotice({ name, notice }: GuaranteeNoticeProps) {
  if (!notice) return null;
  const { path, picture } = notice;
  return (
    <div className={styles.notice}>
      {picture ? (
        // With its ratio, so that nothing moves when it is there: the order button is below.
        <img
          src={path}
          alt={name}
          width={WIDTH}
          height={Math.round((WIDTH * picture.height) / picture.width)}
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
