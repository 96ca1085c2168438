import { useId } from 'react';
import type { RqsResult } from '../../../shared/contract/lab-results.ts';
import { useShop } from '../../store/shop.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Ticket } from '../../ui/Ticket.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type ChartPositions, placeOnScale } from './chart-scale.ts';
import styles from './NutritionValueTable.module.css';
import {
  formatResultRow,
  getParameterName,
  personalRoughageLabels,
  type ReportValue,
  verdictNames,
} from './result-labels.ts';

/**
 * Renders the values of a nutrition scan in a table, each with its target range and the average of all tests.
 * The bars repeat the table's numbers.
 */
export function NutritionValueTable({ type, values }: Pick<RqsResult, 'type' | 'values'>) {
  const { t } = useShop();
  const hatchId = useId();
  return (
    <Ticket as="section">
      <div className={styles.head}>
        <h2 className={styles.title}>{t('labReport.perKilogram')}</h2>
        <ul className={styles.legend}>
          <li>
            <span className={joinClasses(styles.sign, styles.signValue)} />
            {t(personalRoughageLabels[type])}
          </li>
          <li>
            <span className={joinClasses(styles.sign, styles.signTarget)} />
            {t('labReport.target')}
          </li>
          <li>
            <span className={styles.signAverage} />
            {t('labReport.average')}
          </li>
        </ul>
      </div>
      <svg width="0" height="0" className={styles.hatches} aria-hidden="true" focusable="false">
        <defs>
          <pattern id={hatchId} width="1.2" height="8" patternUnits="userSpaceOnUse">
            <rect width="0.35" height="8" />
          </pattern>
        </defs>
      </svg>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{t('labReport.caption')}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('labReport.measure')}</th>
            <th scope="col">{t('labReport.value')}</th>
            <th scope="col">{t('labReport.target')}</th>
            <th scope="col">{t('labReport.verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <ValueRow key={value.parameter} value={value} hatchId={hatchId} />
          ))}
        </tbody>
      </table>
      <p className={`small soft ${styles.note}`}>{t('labReport.aboutEWpa')}</p>
    </Ticket>
  );
}

function ValueRow({ value, hatchId }: { value: ReportValue; hatchId: string }) {
  const shop = useShop();
  const { t } = shop;
  const { parameter, verdict } = value;
  const { value: figure, unit, ...range } = formatResultRow(shop, value);
  return (
    <tr>
      <th scope="row">{getParameterName(shop, parameter)}</th>
      <td className={styles.value}>
        {figure}
        {unit !== '' && <span className={styles.unit}>{unit}</span>}
      </td>
      <td className={styles.chart}>
        <ValueBar places={placeOnScale(value)} hatchId={hatchId} />
        <span className={styles.range}>{t('labReport.range', range)}</span>
      </td>
      <td className={styles.verdict}>
        <Badge tone={verdict === 'normal' ? 'ok' : 'error'}>{t(verdictNames[verdict])}</Badge>
      </td>
    </tr>
  );
}

/** Renders a bar that stretches to its container. Lines keep their thickness. */
function ValueBar({ places, hatchId }: { places: ChartPositions; hatchId: string }) {
  const { value, targetFrom, targetTo, average } = places;
  const line = (className: string | undefined, at: number) => (
    <line className={className} x1={at} x2={at} y1="0" y2="36" vectorEffect="non-scaling-stroke" />
  );
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 36"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className={styles.track} y="3" width="100" height="30" vectorEffect="non-scaling-stroke" />
      <rect className={styles.band} x={targetFrom} y="3" width={targetTo - targetFrom} height="30" />
      <rect
        className={styles.hatch}
        fill={`url(#${hatchId})`}
        x={targetFrom}
        y="3"
        width={targetTo - targetFrom}
        height="30"
      />
      {line(styles.edge, targetFrom)}
      {line(styles.edge, targetTo)}
      <rect className={styles.fill} y="11" width={value} height="14" />
      {line(styles.halo, average)}
      {line(styles.average, average)}
    </svg>
  );
}
