import type { SceneName } from '../../../shared/contract/primitives.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { hasLongWord } from '../../ui/long-word.ts';
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './CategoryDoors.module.css';

/** Six doors, as the page is drawn; the first six that the site has. Each scene is seen once. */
const doors: readonly { readonly key: string; readonly scene: SceneName }[] = [
  { key: 'breeding', scene: 'mare-and-foal' },
  { key: 'muscles-joints', scene: 'sport-arena' },
  { key: 'feed', scene: 'paddock-dawn' },
  { key: 'fibre', scene: 'hay-barn' },
  { key: 'care-merchandise', scene: 'stable-row' },
  { key: 'tests', scene: 'roughage-test' },
  { key: 'supplements', scene: 'lost-gate' },
];
const doorCount = 6;
/** Letters that still stand in one line of the narrowest door at full size. */
const longestWord = 12;

/** Categories with a scene each, two large ones first. */
export function CategoryDoors() {
  const { t } = useShop();
  const scope = useAppState((state) => state.scope);
  const found = doors
    .flatMap((door) => {
      const link = findSiteLink(scope, door.key);
      return link ? [{ ...door, link }] : [];
    })
    .slice(0, doorCount);
  if (found.length === 0) return null;
  return (
    <section className="section wrap" aria-labelledby="doors">
      <h2 id="doors">{t('home.doors')}</h2>
      <ul className={styles.doors}>
        {found.map((door) => (
          <li key={door.key}>
            <SiteLink href={door.link.route}>
              <Scene name={door.scene} />
              <span className={hasLongWord(door.link.title, longestWord + 1) ? styles.longTitle : undefined}>
                {door.link.title}
              </span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
