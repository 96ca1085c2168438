import type { ShopChoice } from '../../store/app-store.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { Section } from '../../ui/Section.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './GroupHome.module.css';
import { Stories } from './Stories.tsx';

/** Home of the group: who it is, in figures, what it does, and where its shops are. */
export function GroupHome({ data }: { data: PageDataOf<'home'> }) {
  const { t } = useShop();
  const about = useAppState((state) => findSiteLink(state.scope, 'about'));
  const dealer = useAppState((state) => findSiteLink(state.scope, 'become-a-dealer'));
  const allShops = useAppState((state) => state.scope.shops);
  const shops = allShops.filter((shop) => shop.type !== 2);
  return (
    <>
      <div className={`band ${styles.hero}`}>
        <div className={styles.heroText}>
          <h1>{t('home.hero.title')}</h1>
          <p className="lead">{t('home.hero.lead')}</p>
          <p className="row">
            {about && (
              <ButtonLink href={about.route} size="large">
                {about.title}
              </ButtonLink>
            )}
            {dealer && (
              <ButtonLink href={dealer.route} size="large" variant="line">
                {dealer.title}
              </ButtonLink>
            )}
          </p>
        </div>
        <Scene name="hay-barn" eager className={styles.heroArt} />
      </div>
      <Figures shops={shops} />
      <Section tone="band">
        <div className={styles.ways}>
          <Way pageKey="how-rqs-works" scene="roughage-test" title={t('home.group.lab')} />
          <Way pageKey="silo-supply" scene="stable-row" title={t('home.group.silo')} />
        </div>
      </Section>
      {data.content.blocks.length > 0 && (
        <Section>
          <RichText blocks={data.content.blocks} />
        </Section>
      )}
      {data.stories.length > 0 && <Stories stories={data.stories} />}
      <Shops shops={shops} />
    </>
  );
}

/** Counted, not claimed: what the list of shops itself says. */
function Figures({ shops }: { shops: readonly ShopChoice[] }) {
  const { t, formats } = useShop();
  const languages = new Set(
    shops.flatMap((shop) => shop.languages.map((language) => language.culture.split('-')[0])),
  );
  const figures = [
    { key: 'home.group.shops', value: shops.length },
    { key: 'home.group.languages', value: languages.size },
    { key: 'home.group.brands', value: new Set(shops.map((shop) => shop.brand)).size },
  ] as const;
  return (
    <Section labelledBy="figures">
      <h2 id="figures">{t('home.group.figures')}</h2>
      <dl className={styles.figures}>
        {figures.map((figure) => (
          <div key={figure.key}>
            <dt>{t(figure.key)}</dt>
            <dd>{formats.number(figure.value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** One thing that the group does, with the page that tells more; nothing where the site has no such page. */
function Way({
  pageKey,
  scene,
  title,
}: {
  pageKey: 'how-rqs-works' | 'silo-supply';
  scene: 'roughage-test' | 'stable-row';
  title: string;
}) {
  const { t } = useShop();
  const page = useAppState((state) => findSiteLink(state.scope, pageKey));
  if (!page) return null;
  return (
    <article>
      <Scene name={scene} className={styles.wayArt} />
      <h2>{title}</h2>
      <p>{t(pageKey === 'silo-supply' ? 'home.group.siloLead' : 'home.group.labLead')}</p>
      <p>
        <SiteLink href={page.route} className="tap">
          {page.title}
        </SiteLink>
      </p>
    </article>
  );
}

/** Every shop, in the language of the country itself. */
function Shops({ shops }: { shops: readonly ShopChoice[] }) {
  const { t } = useShop();
  return (
    <Section labelledBy="shops">
      <h2 id="shops">{t('home.group.ourShops')}</h2>
      <ul className={styles.shops}>
        {shops.map((shop) => {
          const language =
            shop.languages.find(({ languageId }) => languageId === shop.fallbackLanguageId) ??
            shop.languages[0];
          return (
            language && (
              <li key={shop.siteId}>
                <a href={`${language.origin}/`}>
                  <strong lang={language.culture}>{shop.countryName}</strong>
                  <span className="soft small">{shop.brand}</span>
                </a>
              </li>
            )
          );
        })}
      </ul>
    </Section>
  );
}
