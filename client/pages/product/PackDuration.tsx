import type { Dosage } from '../../../shared/contract/products.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { getCostPerDay, getDailyGrams, getPackDurationDays } from '../../../shared/rules/pack-duration.ts';
import { useShop } from '../../store/shop.tsx';
import { ChosenHorse, type DoseRow } from './ChosenHorse.tsx';
import { getDoseLevelName } from './dose-levels.ts';
import styles from './PackDuration.module.css';

interface Ration {
  readonly bodyWeightKg: number;
  readonly grams: number;
  readonly days: number;
  /** Euro cents incl. VAT. */
  readonly cost: number;
}

/** A pack: its net weight and its price incl. VAT in euro cents. */
interface Pack {
  readonly grams: number;
  readonly price: number;
}

function getRations(gramsPer100Kg: number, pack: Pack, dosage: Dosage): Ration[] {
  return dosage.referenceWeightsKg.map((bodyWeightKg) => {
    const grams = Math.max(1, getDailyGrams(gramsPer100Kg, bodyWeightKg));
    return {
      bodyWeightKg,
      grams,
      days: getPackDurationDays(pack.grams, grams, dosage),
      cost: getCostPerDay(pack.price, pack.grams, grams),
    };
  });
}

/** Rows to show: one where the dose is the same at every level of work. */
function getRows(dosage: Dosage): DoseRow[] {
  const rows = dosage.rows.filter((row) => row.gramsPer100Kg > 0);
  const doses = new Set(rows.map((row) => row.gramsPer100Kg));
  return doses.size === 1 ? rows.slice(0, 1).map((row) => ({ ...row, level: null })) : rows;
}

/**
 * How many days a pack lasts the horses that it is for, at each level of work,
 * and what that costs. For doses by life stage only what a chosen horse costs a day: weight and stage change together, so a
 * number of days would mislead.
 */
export function PackDuration({ dosage, pack }: { dosage: Dosage; pack: Pack }) {
  const { t, formats } = useShop();
  const rows = getRows(dosage);
  if (pack.grams <= 0 || rows.length === 0) return null;
  const chosenHorse = <ChosenHorse dosage={dosage} rows={rows} pack={pack} />;
  if (dosage.mode === 'byStage') return chosenHorse;
  const [only] = rows;
  return (
    <section className="band section" aria-labelledby="pack-duration">
      <div className={`wrap ${styles.ration}`}>
        <div>
          <h2 id="pack-duration">{t('dosage.title')}</h2>
          <p className={styles.lead}>{t('dosage.lead', { pack: formats.weight(pack.grams) })}</p>
          {dosage.maxServingsPerWeek !== null && (
            <p>{t('dosage.maxServings', { smart_count: dosage.maxServingsPerWeek })}</p>
          )}
        </div>
        {only && rows.length === 1 ? (
          <SingleDose dosage={dosage} gramsPer100Kg={only.gramsPer100Kg} pack={pack} />
        ) : (
          <DoseTable dosage={dosage} rows={rows} pack={pack} />
        )}
      </div>
      {chosenHorse}
    </section>
  );
}

/** One dose for all: big figures. */
function SingleDose({ dosage, gramsPer100Kg, pack }: { dosage: Dosage; gramsPer100Kg: number; pack: Pack }) {
  const { t, formats } = useShop();
  const rations = getRations(gramsPer100Kg, pack, dosage);
  const costName = dosage.maxServingsPerWeek === null ? 'dosage.costsAt' : 'dosage.costsFeedingDayAt';
  const facts: readonly { name: MessageKey; getValue: (ration: Ration) => string }[] = [
    { name: 'dosage.perDayAt', getValue: ({ grams }) => formats.weight(grams) },
    { name: 'dosage.lastsAt', getValue: ({ days }) => t('dosage.days', { smart_count: days }) },
    { name: costName, getValue: ({ cost }) => formats.euro(cost) },
  ];
  return (
    <dl className={styles.facts}>
      {facts.flatMap(({ name, getValue }) =>
        rations.map((ration) => (
          <div key={`${name} ${ration.bodyWeightKg}`}>
            <dt>{t(name, { weight: formats.weight(ration.bodyWeightKg * 1000) })}</dt>
            <dd>{getValue(ration)}</dd>
          </div>
        )),
      )}
    </dl>
  );
}

/** A dose per level of work: a table on wide windows, one block per level on phones. */
function DoseTable({ dosage, rows, pack }: { dosage: Dosage; rows: readonly DoseRow[]; pack: Pack }) {
  const { t, formats } = useShop();
  const heads = dosage.referenceWeightsKg.map((kg) =>
    t('dosage.atWeight', { weight: formats.weight(kg * 1000) }),
  );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('dosage.work')}</th>
          <th scope="col">{t('dosage.per100Kg')}</th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = row.level === null ? null : getDoseLevelName(row.level);
          if (!name) return null;
          return (
            <tr key={row.level}>
              <th scope="row">{t(name)}</th>
              <td data-label={t('dosage.per100Kg')}>{formats.weight(row.gramsPer100Kg)}</td>
              {getRations(row.gramsPer100Kg, pack, dosage).map((ration, index) => (
                <td key={ration.bodyWeightKg} data-label={heads[index]}>
                  <strong>{t('dosage.days', { smart_count: ration.days })}</strong>{' '}
                  <span className={styles.small}>
                    <span>{t('dosage.gramsPerDay', { grams: formats.weight(ration.grams) })}</span>{' '}
                    <span>{t('dosage.costPerDay', { price: formats.euro(ration.cost) })}</span>
                  </span>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
