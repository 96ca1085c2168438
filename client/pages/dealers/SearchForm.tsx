import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import {
  CHECKED_FACET_VALUE,
  createDealerQuery,
  dealerFacets,
  dealerRadiuses,
  MAX_LOCATION_LENGTH,
  parseDealerQuery,
} from '../../../shared/rules/dealers/dealer-query.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './SearchForm.module.css';
import { type DevicePositionFailure, useDevicePosition } from './use-device-position.ts';

const PLACE_FIELD_ID = 'dealer-place';

const positionFailureTexts = {
  denied: 'dealers.position.denied',
  unavailable: 'dealers.position.unavailable',
  late: 'dealers.position.late',
} as const satisfies Record<DevicePositionFailure, string>;

/** Reads the query of a form. */
function readFormQuery(form: HTMLFormElement) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') query.append(name, value);
  }
  return parseDealerQuery(query);
}

/**
 * Renders postcode or town, radius and services as a plain GET form. It opens a new document also with
 * script, so that tracking scripts of the current document cannot read the visitor's position.
 */
export function SearchForm({ data }: { data: PageDataOf<'dealers'> }) {
  const { t, formats } = useShop();
  const { asked, found, countries } = data;
  const site = useAppState((state) => state.scope.site);
  const pathname = useAppState((state) => state.page.virtualPath.split('?')[0] ?? '/');
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<DevicePositionFailure | null>(null);
  const focusField = () => document.getElementById(PLACE_FIELD_ID)?.focus();
  const position = useDevicePosition({
    onFound: ({ latitude, longitude }) => {
      const typed = form.current && readFormQuery(form.current);
      window.location.assign(
        pathname + createDealerQuery({ ...(typed ?? asked), place: null, position: { latitude, longitude } }),
      );
    },
    onFailure: (reason) => {
      setFailure(reason);
      focusField();
    },
  });
  const isUnknown = found === 'unknown';
  useEffect(() => {
    if (isUnknown) document.getElementById(PLACE_FIELD_ID)?.focus();
  }, [isUnknown]);

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    position.forget();
    // While offline, `preventOfflineSubmits` keeps the form.
    if (!navigator.onLine) return;
    const typed = readFormQuery(event.currentTarget);
    event.preventDefault();
    window.location.assign(pathname + createDealerQuery(typed));
  }

  const error = isUnknown ? t('dealers.unknown', { place: asked.place ?? '' }) : undefined;
  return (
    <form
      aria-label={t('dealers.title')}
      ref={form}
      method="get"
      action={pathname}
      onSubmit={handleSubmit}
      className={styles.form}
    >
      <div className={styles.fields}>
        <Field id={PLACE_FIELD_ID} label={t('checkout.near')} {...(error !== undefined && { error })}>
          {(control) => (
            <Input
              control={control}
              name="place"
              defaultValue={asked.place ?? ''}
              maxLength={MAX_LOCATION_LENGTH}
              autoComplete="postal-code"
            />
          )}
        </Field>
        {countries.length > 0 && (
          <Field label={t('checkout.country')}>
            {(control) => (
              <Select
                control={control}
                name="country"
                defaultValue={String(asked.countryId ?? site.countryId)}
                options={countries.map(({ countryId, name }) => ({
                  value: String(countryId),
                  label: name,
                }))}
              />
            )}
          </Field>
        )}
        <Field label={t('dealers.radius')}>
          {(control) => (
            <Select
              control={control}
              name="within"
              defaultValue={String(asked.radiusKm)}
              options={dealerRadiuses.map((km) => ({
                value: String(km),
                label: t('dealers.radiusKm', { km: formats.number(km) }),
              }))}
            />
          )}
        </Field>
        <Button type="submit" size="large" icon="search">
          {t('dealers.search')}
        </Button>
        <div className={styles.position} data-waiting={position.isOffered ? undefined : ''}>
          <Button
            variant="line"
            size="large"
            icon="pin"
            busy={position.isBusy}
            onClick={() => {
              setFailure(null);
              position.ask();
            }}
          >
            {t('dealers.ownPosition')}
          </Button>
        </div>
      </div>
      <p className={styles.told} role="status">
        {position.isBusy && t('dealers.position.busy')}
        {failure && (
          <>
            <Icon name="warning" size="small" />
            {t(positionFailureTexts[failure])}
          </>
        )}
      </p>
      {asked.place === null && asked.position && (
        <>
          <input type="hidden" name="lat" value={asked.position.latitude} />
          <input type="hidden" name="lng" value={asked.position.longitude} />
        </>
      )}
      <fieldset className={styles.facets}>
        <legend className={styles.legend}>{t('dealers.onlyShow')}</legend>
        {dealerFacets
          // Samples are accepted where tests are sold.
          .filter((facet) => facet !== 'samples' || site.enableRqs || asked.facets.includes(facet))
          .map((facet) => (
            <label key={facet} className={styles.facet}>
              <input
                type="checkbox"
                name={facet}
                value={CHECKED_FACET_VALUE}
                defaultChecked={asked.facets.includes(facet)}
              />
              {t(`dealers.facet.${facet}`)}
            </label>
          ))}
      </fieldset>
    </form>
  );
}
