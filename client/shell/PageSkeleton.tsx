import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './PageSkeleton.module.css';

const cards = ['first', 'second', 'third', 'fourth'] as const;

/**
 * Renders the placeholder of a loading page: a heading, a few lines and a row of tiles, the same for every
 * page.
 */
export function PageSkeleton() {
  return (
    <div className={styles.page} data-skeleton="">
      <div className="wrap">
        <div className={styles.head}>
          <Skeleton width="third" />
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
        </div>
        <div className={styles.cards}>
          {cards.map((card) => (
            <div key={card}>
              <Skeleton shape="arch" />
              <Skeleton width="most" />
              <Skeleton width="half" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
