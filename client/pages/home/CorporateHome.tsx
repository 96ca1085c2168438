import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { ShopChoice } from '../../store/app-store.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { Section } from '../../ui/Section.tsx';
import styles from './CorporateHome.module.css';
import { Stories } from './Stories.tsx';

/** Renders the home page of the corporate site: the group, its key figures, its business and its shops. */
export function CorporateHome({ data }: { data: PageDataOf<'home'> }) {
  const { t } = useShop();
  const about = useAppState((state) => findSiteLink(state.scope, 'about'));
  const dealer = useAppState((state) => state.scope.site.becomeDealerLink);
  const allShops = useAppState((state) => state.scope.shops);
  const shops = allShops.filter((shop) => !isCorporate(shop));
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
      <GroupFigures shops={shops} />
      {data.content.blocks.length > 0 && (
        <Section tone="band">
          <div className={styles.about}>
            <Scene name="roughage-test" className={styles.aboutArt} />
            <RichText blocks={data.content.blocks} />
          </div>
        </Section>
      )}
      {data.stories.length > 0 && <Stories stories={data.stories} tone="page" />}
      <ShopLinks shops={shops} tone={data.stories.length > 0 ? 'band' : 'page'} />
    </>
  );
}

/** Renders key figures counted from the list of shops. */
function GroupFigures({ shops }: { shops: readonly ShopChoice[] }) {
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

/** Renders all shops, each in the language of its country. */
function ShopLinks({ shops, tone }: { shops: readonly ShopChoice[]; tone: 'page' | 'band' }) {
  const { t } = useShop();
  return (
    <Section tone={tone} labelledBy="shops">
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
