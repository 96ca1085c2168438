import type { Dosage } from '../../../shared/contract/products.ts';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { getDoseLevelName } from './dose-level-names.ts';
import styles from './PackDuration.module.css';
import { type DosedHorse, getPackRation, type Pack, type PackRation } from './pack-ration.ts';
import { type DoseRow, VisitorHorseRation } from './VisitorHorseRation.tsx';

interface HorseRation extends PackRation {
  readonly horse: DosedHorse;
}

/** Returns the horses for the examples. Of several types with the same weight only the first is used. */
function listExampleHorses(dosage: Dosage): DosedHorse[] {
  const horses = dosage.ration?.horses ?? [];
  return horses.filter(
    ({ referenceKg }, index) => horses.findIndex((other) => other.referenceKg === referenceKg) === index,
  );
}

const listExampleRations = (gramsPer100Kg: number, pack: Pack, dosage: Dosage): HorseRation[] =>
  listExampleHorses(dosage).map((horse) => ({
    horse,
    ...getPackRation(dosage, gramsPer100Kg, horse, horse.referenceKg, pack),
  }));

/** Returns the rows to show: one row if the dose is the same at every level of work. */
function listDoseRows(dosage: Dosage): DoseRow[] {
  const rows = dosage.rows.filter((row) => row.gramsPer100Kg > 0);
  const doses = new Set(rows.map((row) => row.gramsPer100Kg));
  return doses.size === 1 ? rows.slice(0, 1).map((row) => ({ ...row, level: null })) : rows;
}

/**
 * Renders how many days a pack lasts for the suitable horses at each level of work, and the cost per day. For
 * doses by stage of life it renders only the cost per day of a chosen horse: weight and stage change
 * together, so a number of days would mislead.
 */
export function PackDuration({
  dosage,
  productVariantId,
  pack,
}: {
  dosage: Dosage;
  /** Variant of the pack, for requests to the feed calculator. */
  productVariantId: number;
  pack: Pack;
}) {
  const { t, formats } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const rows = listDoseRows(dosage);
  if (pack.grams <= 0 || rows.length === 0) return null;
  const chosenHorse = (
    <VisitorHorseRation dosage={dosage} rows={rows} pack={pack} productVariantId={productVariantId} />
  );
  if (dosage.mode === 'byStage') return chosenHorse;
  if (!dosage.ration) return null;
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
          <p>
            <a href={`/${getLocalisedSegment('feedAdvice', locale)}/?product=${productVariantId}`}>
              {t('dosage.calculate')}
            </a>
          </p>
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

/** Renders one dose for all levels with large numbers. */
function SingleDose({ dosage, gramsPer100Kg, pack }: { dosage: Dosage; gramsPer100Kg: number; pack: Pack }) {
  const { t, formats } = useShop();
  const rations = listExampleRations(gramsPer100Kg, pack, dosage);
  const costName = dosage.maxServingsPerWeek === null ? 'dosage.costsAt' : 'dosage.costsFeedingDayAt';
  const facts: readonly { name: MessageKey; getValue: (ration: HorseRation) => string }[] = [
    { name: 'dosage.perDayAt', getValue: ({ grams }) => formats.weight(grams) },
    { name: 'dosage.lastsAt', getValue: ({ days }) => t('dosage.days', { smart_count: days }) },
    { name: costName, getValue: ({ cost }) => formats.euro(cost) },
  ];
  return (
    <dl className={styles.facts}>
      {facts.flatMap(({ name, getValue }) =>
        rations.map((ration) => (
          <div key={`${name} ${ration.horse.key}`}>
            <dt>{t(name, { weight: formats.weight(ration.horse.referenceKg * 1000) })}</dt>
            <dd>{getValue(ration)}</dd>
          </div>
        )),
      )}
    </dl>
  );
}

/** Renders a dose per level of work: a table in wide windows, blocks on phones. */
function DoseTable({ dosage, rows, pack }: { dosage: Dosage; rows: readonly DoseRow[]; pack: Pack }) {
  const { t, formats } = useShop();
  const horses = dosage.ration?.horses ?? [];
  // If types with the same weight get different amounts, the column heading also needs the type.
  const isOfType = new Set(horses.map(({ typePct }) => typePct)).size > 1;
  const heads = listExampleHorses(dosage).map(({ name, referenceKg }) => {
    const weight = formats.weight(referenceKg * 1000);
    return isOfType ? t('dosage.atHorse', { horse: name, weight }) : t('dosage.atWeight', { weight });
  });
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
              {listExampleRations(row.gramsPer100Kg, pack, dosage).map((ration, index) => (
                <td key={ration.horse.key} data-label={heads[index]}>
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
