import { useAppState, useShop } from '../../store/shop.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './CategoryLinks.module.css';

interface CategoryLinksProps {
  /** The main link. Defaults to the first category. */
  first?: { readonly title: string; readonly url: string } | undefined;
}

/**
 * Renders links for pages without other next links: the menu's categories, and below them the lists by type
 * of horse if the site has any.
 */
export function CategoryLinks({ first }: CategoryLinksProps) {
  const items = useAppState((state) => state.scope.navigation.items);
  const { t } = useShop();
  const links = [
    ...(first ? [{ key: 'first', ...first }] : []),
    ...items.map(({ key, link }) => ({ key, title: link.title, url: link.route })),
  ];
  const [main, ...others] = links;
  if (!main) return null;
  const byHorse = items.flatMap(({ children }) => children.filter(({ group }) => group === 'horse'));
  return (
    <div className={styles.ways}>
      <nav aria-label={t('search.categories')} className={styles.links}>
        <ButtonLink href={main.url} variant="brand">
          {main.title}
        </ButtonLink>
        {others.map(({ key, title, url }) => (
          <SiteLink key={key} href={url} className="tap">
            {title}
          </SiteLink>
        ))}
      </nav>
      {byHorse.length > 0 && (
        <nav aria-labelledby="ways-by-horse" className={styles.links}>
          <h2 id="ways-by-horse" className={styles.title}>
            {t('menu.byHorse')}
          </h2>
          {byHorse.map(({ key, link }) => (
            <SiteLink key={key} href={link.route} className="tap">
              {link.title}
            </SiteLink>
          ))}
        </nav>
      )}
    </div>
  );
}
