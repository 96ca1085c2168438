import type { SceneName } from '../../../shared/contract/primitives.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { hasLongWord } from '../../ui/long-word.ts';
import { Scene } from '../../ui/Scene.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './CategoryTiles.module.css';

/**
 * Candidates for the category tiles, by type of horse, in order. The first six that the site has are shown,
 * so a shop without landing pages shows its departments. Each scene appears once.
 */
const tileCandidates: readonly { readonly key: string; readonly scene: SceneName }[] = [
  { key: 'for-ponies', scene: 'paddock-dawn' },
  { key: 'for-sport', scene: 'sport-arena' },
  { key: 'for-good-doers', scene: 'lost-gate' },
  { key: 'for-seniors', scene: 'stable-row' },
  { key: 'sugar-sensitive', scene: 'hay-barn' },
  { key: 'breeding', scene: 'mare-and-foal' },
  { key: 'feed', scene: 'paddock-dawn' },
  { key: 'supplements', scene: 'lost-gate' },
  { key: 'fibre', scene: 'hay-barn' },
  { key: 'muscles-joints', scene: 'sport-arena' },
  { key: 'care-merchandise', scene: 'stable-row' },
  { key: 'tests', scene: 'roughage-test' },
];
const tileCount = 6;
/** Maximum number of letters that fit on one line of the narrowest tile at full font size. */
const maxWordLength = 12;

/** Renders the categories as tiles with a scene each, two large ones first. */
export function CategoryTiles() {
  const { t } = useShop();
  const scope = useAppState((state) => state.scope);
  const found = tileCandidates
    .flatMap((door) => {
      const link = findSiteLink(scope, door.key);
      return link ? [{ ...door, link }] : [];
    })
    .filter((door, index, all) => all.findIndex(({ scene }) => scene === door.scene) === index)
    .slice(0, tileCount);
  if (found.length === 0) return null;
  return (
    <section className="section wrap" aria-labelledby="doors">
      <h2 id="doors">{t('home.doors')}</h2>
      <ul className={styles.doors}>
        {found.map((door) => (
          <li key={door.key}>
            <SiteLink href={door.link.route}>
              <Scene name={door.scene} />
              <span
                className={hasLongWord(door.link.title, maxWordLength + 1) ? styles.longTitle : undefined}
              >
                {door.link.title}
              </span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
