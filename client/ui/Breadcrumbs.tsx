import styles from './Breadcrumbs.module.css';
import { SiteLink } from './SiteLink.tsx';

interface BreadcrumbsProps {
  /** Name of this navigation for screen readers. */
  label: string;
  /** From the home page to the parent of this page. */
  items: readonly { readonly title: string; readonly url: string }[];
  /** The page itself; not a link. */
  current: string;
}

/** Renders the path from the home page to this page. */
export function Breadcrumbs({ label, items, current }: BreadcrumbsProps) {
  return (
    <nav className={styles.crumbs} aria-label={label}>
      <ol>
        {items.map((item) => (
          <li key={item.url}>
            <SiteLink href={item.url}>{item.title}</SiteLink>
          </li>
        ))}
        <li>
          <span aria-current="page">{current}</span>
        </li>
      </ol>
    </nav>
  );
}
