import type { Facet } from '../../../shared/contract/products.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import type { ListFilter } from '../../../shared/rules/list-query.ts';
import { useShop } from '../../store/shop.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './FacetGroup.module.css';

/** Title of each facet. */
const facetTitles: Record<Facet['facetKey'], MessageKey> = {
  'age-group': 'facts.ageGroups',
  application: 'facts.applications',
  'horse-type': 'facts.horseTypes',
  ingredient: 'filter.ingredient',
  labour: 'facts.labour',
  new: 'filter.newOnly',
  package: 'product.packs',
  price: 'price.price',
  'product-group': 'search.categories',
  sale: 'filter.saleOnly',
  'starch-sugar-max': 'filter.starchSugar',
  'weight-class': 'filter.weightClass',
};

/**
 * Number of values above which a list shows only the first values. Hiding one or two values would save no
 * space.
 */
const maxUncollapsedValues = 8;
const visibleValuesWhenCollapsed = 6;

interface FacetGroupProps {
  facet: Facet;
  filters: readonly ListFilter[];
  /** Whether the group is open without a chosen value. */
  isOpen: boolean;
}

/** Renders one facet with its title and all values. */
export function FacetGroup({ facet, filters, isOpen }: FacetGroupProps) {
  const { t } = useShop();
  const title = t(facetTitles[facet.facetKey]);
  const filter = filters.find(({ facetKey }) => facetKey === facet.facetKey);
  return (
    <details className={styles.group} open={isOpen || filter !== undefined}>
      <summary>
        {title}
        <Icon name="down" size="small" />
      </summary>
      <fieldset>
        <legend className={styles.legend}>
          <VisuallyHidden>{title}</VisuallyHidden>
        </legend>
        {facet.discriminator === 'multiSelect' && (
          <FacetOptions
            facet={facet}
            chosen={filter?.discriminator === 'multiSelect' ? filter.selectedKeys : []}
          />
        )}
        {facet.discriminator === 'slider' && (
          <FacetSlider
            facet={facet}
            value={filter?.discriminator === 'slider' ? filter.selectedValue : null}
          />
        )}
        {facet.discriminator === 'rangeSlider' && (
          <PriceRangeFields
            facet={facet}
            filter={filter?.discriminator === 'rangeSlider' ? filter : undefined}
          />
        )}
      </fieldset>
    </details>
  );
}

/** Renders the first values and all chosen ones. The others are behind a button with their number. */
function FacetOptions({
  facet,
  chosen,
}: {
  facet: Extract<Facet, { discriminator: 'multiSelect' }>;
  chosen: readonly string[];
}) {
  const { t } = useShop();
  const render = (option: (typeof facet.options)[number]) => (
    <FacetCheckbox
      key={option.key}
      name={facet.facetKey}
      value={option.key}
      count={option.count}
      isChosen={chosen.includes(option.key)}
    >
      {option.title}
    </FacetCheckbox>
  );
  const { options } = facet;
  const isFirst = (option: (typeof options)[number], index: number) =>
    options.length <= maxUncollapsedValues ||
    index < visibleValuesWhenCollapsed ||
    chosen.includes(option.key);
  const rest = options.filter((option, index) => !isFirst(option, index));
  return (
    <>
      {options.filter(isFirst).map(render)}
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>{t('filter.moreValues', { smart_count: rest.length })}</summary>
          {rest.map(render)}
        </details>
      )}
    </>
  );
}

/** Renders the on/off facets in one group, without a title per facet. */
export function Switches({ facets, filters }: { facets: readonly Facet[]; filters: readonly ListFilter[] }) {
  const { t } = useShop();
  const switches = facets.filter((facet) => facet.discriminator === 'singleSelect');
  if (switches.length === 0) return null;
  return (
    <fieldset className={styles.switches}>
      <legend className={styles.legend}>
        <VisuallyHidden>{t('filter.more')}</VisuallyHidden>
      </legend>
      {switches.flatMap((facet) =>
        facet.options.map((option) => (
          <FacetCheckbox
            key={facet.facetKey + option.key}
            name={facet.facetKey}
            value={option.key}
            count={option.count}
            isChosen={filters.some(({ facetKey }) => facetKey === facet.facetKey)}
          >
            {t(facetTitles[facet.facetKey])}
          </FacetCheckbox>
        )),
      )}
    </fieldset>
  );
}

interface FacetCheckboxProps {
  name: string;
  value: string;
  count: number;
  isChosen: boolean;
  children: string;
}

function FacetCheckbox({ name, value, count, isChosen, children }: FacetCheckboxProps) {
  const { formats } = useShop();
  return (
    <label className={styles.check}>
      {/* A value without results is disabled, but a chosen value can always be removed. */}
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isChosen}
        disabled={count === 0 && !isChosen}
      />
      <span>{children}</span>
      <span className={styles.count}>{formats.number(count)}</span>
    </label>
  );
}

function FacetSlider({
  facet,
  value,
}: {
  facet: Extract<Facet, { discriminator: 'slider' }>;
  value: number | null;
}) {
  const { t } = useShop();
  const [minimum, maximum] = [Math.floor(facet.minValue), Math.ceil(facet.maxValue)];
  return (
    <>
      <div className={styles.slider}>
        <SliderTrack from={0} to={getTrackShare(value ?? maximum, minimum, maximum)} />
        <input
          type="range"
          aria-label={t('filter.starchSugarMost')}
          data-sets="starch-sugar-max"
          min={minimum}
          max={maximum}
          defaultValue={value ?? maximum}
        />
      </div>
      <div className={styles.bounds}>
        <NumberBoundField
          name="starch-sugar-max"
          label={t('filter.atMost')}
          unit="%"
          placeholder={String(maximum)}
          value={value}
        />
      </div>
    </>
  );
}

function PriceRangeFields({
  facet,
  filter,
}: {
  facet: Extract<Facet, { discriminator: 'rangeSlider' }>;
  filter: Extract<ListFilter, { discriminator: 'rangeSlider' }> | undefined;
}) {
  const { t } = useShop();
  const [minimum, maximum] = [Math.floor(facet.minValue), Math.ceil(facet.maxValue)];
  const low = filter?.selectedMinValue ?? null;
  const high = filter?.selectedMaxValue ?? null;
  return (
    <>
      <div className={styles.slider}>
        <SliderTrack
          from={getTrackShare(low ?? minimum, minimum, maximum)}
          to={getTrackShare(high ?? maximum, minimum, maximum)}
        />
        <input
          type="range"
          aria-label={t('filter.lowestPrice')}
          data-sets="price-min"
          min={minimum}
          max={maximum}
          defaultValue={low ?? minimum}
        />
        <input
          type="range"
          aria-label={t('filter.highestPrice')}
          data-sets="price-max"
          min={minimum}
          max={maximum}
          defaultValue={high ?? maximum}
        />
      </div>
      <div className={styles.bounds}>
        <NumberBoundField
          name="price-min"
          label={t('filter.from')}
          unit="€"
          placeholder={String(minimum)}
          value={low}
        />
        <NumberBoundField
          name="price-max"
          label={t('filter.to')}
          unit="€"
          placeholder={String(maximum)}
          value={high}
        />
      </div>
    </>
  );
}

/** Returns the position of a value between minimum and maximum, in percent. */
function getTrackShare(value: number, minimum: number, maximum: number): number {
  if (maximum <= minimum) return 0;
  return Math.min(100, Math.max(0, (100 * (value - minimum)) / (maximum - minimum)));
}

/** Renders the track of a slider, with the part between the thumbs coloured. */
function SliderTrack({ from, to }: { from: number; to: number }) {
  return (
    <svg className={styles.track} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="1" className={styles.rest} />
      <rect data-fill="" x={from} width={Math.max(0, to - from)} height="1" />
    </svg>
  );
}

interface NumberBoundFieldProps {
  name: string;
  label: string;
  unit: string;
  placeholder: string;
  value: number | null;
}

function NumberBoundField({ name, label, unit, placeholder, value }: NumberBoundFieldProps) {
  return (
    <label className={styles.bound}>
      <span>{label}</span>
      <span className={styles.field}>
        <input
          type="number"
          name={name}
          min="0"
          step="any"
          inputMode="decimal"
          placeholder={placeholder}
          defaultValue={value ?? ''}
        />
        <span>{unit}</span>
      </span>
    </label>
  );
}
