import { isCorporate } from '../../../shared/rules/site-type.ts';
import { PriceNote } from '../../features/catalogue/PriceNote.tsx';
import { ProductGrid } from '../../features/catalogue/ProductGrid.tsx';
import { findSiteLink } from '../../store/find-site-link.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { Scene } from '../../ui/Scene.tsx';
import { Section } from '../../ui/Section.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { CategoryTiles } from './CategoryTiles.tsx';
import { CorporateHome } from './CorporateHome.tsx';
import { FeedCalculatorForm } from './FeedCalculatorForm.tsx';
import styles from './HomePage.module.css';
import { RoughageTests } from './RoughageTests.tsx';
import { Stories } from './Stories.tsx';

/** Renders the home page of a shop or of the corporate site. */
export function HomePage({ data }: { data: PageDataOf<'home'> }) {
  const isGroup = useAppState((state) => isCorporate(state.scope.site));
  return isGroup ? <CorporateHome data={data} /> : <ShopHome data={data} />;
}

function ShopHome({ data }: { data: PageDataOf<'home'> }) {
  const { t } = useShop();
  const hasTests = useAppState((state) => state.scope.site.enableRqs);
  const feed = useAppState((state) => findSiteLink(state.scope, 'feed'));
  // Bands and plain sections alternate. With the block about tests the texts come last, otherwise between the
  // bands.
  const texts = data.content.blocks.length > 0 && (
    <Section>
      <div className={styles.texts}>
        <RichText blocks={data.content.blocks} />
      </div>
    </Section>
  );
  return (
    <>
      <HomeHero />
      <FeedCalculatorForm referenceWeightKg={data.adviceWeightKg} />
      <CategoryTiles />
      {data.bestsellers.length > 0 && (
        <Section tone="band" labelledBy="bestsellers">
          <div className={styles.head}>
            <h2 id="bestsellers">{t('home.bestsellers')}</h2>
            {feed && (
              <SiteLink href={feed.route} className="tap">
                {t('home.allFeed')}
              </SiteLink>
            )}
          </div>
          <ProductGrid products={data.bestsellers} isRow />
          <div className={styles.priceNote}>
            <PriceNote
              hasReduction={data.bestsellers.some((item) => item.price.formerAmountInclVat !== null)}
            />
          </div>
        </Section>
      )}
      {hasTests ? <RoughageTests /> : texts}
      {data.stories.length > 0 && <Stories stories={data.stories} />}
      {hasTests && texts}
    </>
  );
}

function HomeHero() {
  const { t } = useShop();
  const feed = useAppState((state) => findSiteLink(state.scope, 'feed'));
  const tests = useAppState((state) =>
    state.scope.site.enableRqs ? findSiteLink(state.scope, 'tests') : null,
  );
  return (
    <div className={styles.hero}>
      <div className="wrap">
        <div className={styles.heroText}>
          <h1>{t('home.hero.title')}</h1>
          <p>{t('home.hero.lead')}</p>
          <p className={styles.actions}>
            {feed && (
              <ButtonLink href={feed.route} size="large">
                {t('home.hero.feed')}
              </ButtonLink>
            )}
            {tests && (
              <ButtonLink href={tests.route} size="large" variant="brand">
                {t('home.hero.tests')}
              </ButtonLink>
            )}
          </p>
        </div>
      </div>
      <Scene name="paddock-dawn" eager className={styles.heroArt} />
    </div>
  );
}
