import { createDealerQuery } from '../../../shared/rules/dealers/dealer-query.ts';
import { LocationMap } from '../../features/locations/LocationMap.tsx';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { DealerItem } from './DealerItem.tsx';
import styles from './DealersPage.module.css';
import { SearchForm } from './SearchForm.tsx';
import { ThirdPartyMap } from './ThirdPartyMap.tsx';
import { useCurrentTime } from './use-current-time.ts';

/** Renders the dealers of the shop: a search form, a list and a map drawing. */
export function DealersPage({ data }: { data: PageDataOf<'dealers'> }) {
  const { t } = useShop();
  const { dealerPageTitle, becomeDealerLink, mapsKey } = useAppState((state) => state.scope.site);
  const moment = useCurrentTime();
  const { asked, dealers } = data;
  const title = dealerPageTitle ?? t('dealers.title');
  const isNumbered = data.found !== 'all';
  const [first] = dealers;
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs
        label={t('breadcrumbs.label')}
        items={[{ title: t('common.home'), url: '/' }]}
        current={title}
      />
      <h1>{title}</h1>
      <SearchForm key={createDealerQuery(asked)} data={data} />
      <ResultSummary data={data} />
      {dealers.length > 0 && (
        <div className={styles.columns}>
          <ol className={styles.list}>
            {dealers.map((dealer, index) => (
              <DealerItem
                key={dealer.dealerId}
                dealer={dealer}
                number={isNumbered ? index + 1 : null}
                moment={moment}
              />
            ))}
          </ol>
          <div className={styles.map}>
            <LocationMap
              places={dealers.map((dealer) => ({ ...dealer, key: String(dealer.dealerId) }))}
              chosen={isNumbered && first ? String(first.dealerId) : null}
              {...(asked.place === null && asked.position && { own: asked.position })}
            />
            {mapsKey !== null && <ThirdPartyMap dealers={dealers} mapsKey={mapsKey} />}
          </div>
        </div>
      )}
      {dealers.some(({ openingHours }) => openingHours.length > 0) && (
        <p className="small soft">{t('dealers.holidays')}</p>
      )}
      {becomeDealerLink && (
        <div className={styles.become}>
          <Notice>
            <p>
              {t('dealers.sellFeed')}{' '}
              <SiteLink href={becomeDealerLink.route}>{becomeDealerLink.title}</SiteLink>
            </p>
          </Notice>
        </div>
      )}
    </div>
  );
}

/** Renders the search result in one sentence. */
function ResultSummary({ data }: { data: PageDataOf<'dealers'> }) {
  const { t, formats } = useShop();
  const { asked, found, dealers, isCut } = data;
  const place = asked.place ?? t('dealers.yourPosition');
  const km = formats.number(asked.radiusKm);
  const count = dealers.length;
  // An unknown location is reported at its field.
  if (found === 'unknown') return null;
  if (found === 'none') {
    return (
      <Notice>
        <p>{t(asked.facets.length > 0 ? 'dealers.noneOffers' : 'dealers.none')}</p>
      </Notice>
    );
  }
  if (found === 'beyond') {
    return (
      <Notice>
        <p>{t('dealers.beyond', { km, place })}</p>
      </Notice>
    );
  }
  const words =
    found === 'all'
      ? t(isCut ? 'dealers.firstByTown' : 'dealers.byTown', { smart_count: count })
      : t(isCut ? 'dealers.nearest' : 'dealers.within', { smart_count: count, km, place });
  return <p className="soft">{words}</p>;
}
