import { useState } from 'react';
import { horseTypes, roughageTypes, workLevels } from '../../../shared/rules/feed-advice/feed-model.ts';
import { getPackName } from '../../features/catalogue/pack-name.ts';
import { formatScoops } from '../../features/feed-advice/format-scoops.ts';
import { findSiteLink } from '../../store/find-site-link.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Button } from '../../ui/Button.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { formatGrams, formatKilograms } from './format-amounts.ts';
import horse from './horses/horse.svg';
import hotblood from './horses/hotblood.svg';
import pony from './horses/pony.svg';
import sober from './horses/sober.svg';
import type { AdviceView } from './page.ts';
import styles from './QuestionsView.module.css';
import { RoughageTestFields } from './RoughageTestFields.tsx';
import { SafetyTexts } from './SafetyTexts.tsx';
import { useAdviceForm } from './use-advice-form.ts';
import { WeightField } from './WeightField.tsx';

const horseTypeDrawings = { pony, sober, horse, hotblood } as const;

interface AnswerChoice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  readonly drawing?: string;
}

/** Renders one question with a single choice, as tiles or lines. */
function SingleChoiceQuestion({
  name,
  title,
  choices,
  chosen,
  className,
  onChoose,
}: {
  name: string;
  title: string;
  choices: readonly AnswerChoice[];
  chosen: string;
  className: string | undefined;
  onChoose?: (value: string) => void;
}) {
  return (
    <fieldset>
      <legend className={styles.legend}>{title}</legend>
      <div className={className}>
        {choices.map(({ value, label, hint, drawing }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              onChange={onChoose && (() => onChoose(value))}
            />
            {drawing && <img src={drawing} width={96} height={90} alt="" className={styles.drawing} />}
            <span>
              <span className={styles.name}>{label}</span>
              {hint && <span className={styles.hint}> {hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Renders the four questions as one plain form, next to an example of the result. */
export function QuestionsView({ data }: { data: PageDataOf<'feedCalculator'> }) {
  const { answers, measuring, others } = data;
  const [example] = others;
  const shop = useShop();
  const { t } = shop;
  const form = useAdviceForm(answers, false);
  const breeding = useAppState((state) => findSiteLink(state.scope, 'breeding'));
  /** Determines the range of the weight slider. */
  const [type, setType] = useState<string>(answers.type ?? 'horse');
  const findType = (wanted: string) => data.horseTypes.find(({ horseType }) => horseType === wanted);
  const describeType = (wanted: (typeof horseTypes)[number]) => {
    const kilograms = findType(wanted)?.referenceWeightKg;
    const hint = t(`feedAdvice.typeHint.${wanted}`);
    return kilograms === undefined
      ? hint
      : `${hint}, ${t('feedAdvice.typeWeight', { weight: formatKilograms(shop, kilograms) })}`;
  };
  return (
    <div className={`wrap ${styles.page}`}>
      <Breadcrumbs
        label={t('breadcrumbs.label')}
        items={[{ title: t('common.home'), url: '/' }]}
        current={t('feedAdvice.title')}
      />
      <h1>{t('feedAdvice.question')}</h1>
      <p className="soft">{t('feedAdvice.lead')}</p>
      <div className={styles.columns}>
        <form
          ref={form.ref}
          method="get"
          action={form.pathname}
          onSubmit={form.onSubmit}
          noValidate
          className={styles.form}
        >
          {answers.product !== null && <input type="hidden" name="product" value={answers.product} />}
          <div>
            <SingleChoiceQuestion
              name="type"
              title={t('feedAdvice.askType')}
              className={styles.tiles}
              chosen={answers.type ?? 'horse'}
              onChoose={setType}
              choices={horseTypes.map((value) => ({
                value,
                label: t(`feedAdvice.typeName.${value}`),
                hint: describeType(value),
                drawing: horseTypeDrawings[value],
              }))}
            />
            {breeding && (
              <p className={styles.breeding}>
                {t('feedAdvice.breedingLead')}{' '}
                <SiteLink href={breeding.route} className={styles.inline}>
                  {breeding.title}
                </SiteLink>
              </p>
            )}
          </div>
          <div>
            <h2 className={styles.legend}>{t('feedAdvice.askWeight')}</h2>
            <div className={styles.weight}>
              <WeightField weight={answers.weight} type={findType(type)} />
            </div>
            {measuring && (
              <p className={styles.measuring}>
                <SiteLink href={measuring.url} className={styles.inline}>
                  {t('feedAdvice.measuring', { title: measuring.title })}
                </SiteLink>
              </p>
            )}
          </div>
          <SingleChoiceQuestion
            name="work"
            title={t('feedAdvice.askWork')}
            className={styles.lines}
            chosen={answers.work ?? 'light'}
            choices={workLevels.map((value) => ({ value, label: t(`dosage.level.${value}`) }))}
          />
          <div>
            <SingleChoiceQuestion
              name="roughage"
              title={t('feedAdvice.askRoughage')}
              className={styles.three}
              chosen={answers.roughage ?? 'hay'}
              choices={roughageTypes.map((value) => ({
                value,
                label: t(`feedAdvice.roughageName.${value}`),
              }))}
            />
            <RoughageTestFields
              answers={answers}
              wrongKey={data.wrongKey}
              isOpen={answers.rqs !== null || answers.values !== null || data.wrongKey !== null}
            />
          </div>
          <Button type="submit" size="large" full>
            {t('feedAdvice.show')}
          </Button>
        </form>
        {example && <ExampleRation example={example} />}
      </div>
      <SafetyTexts />
    </div>
  );
}

/** Renders the ration of a horse in light work as an example. */
function ExampleRation({ example }: { example: AdviceView }) {
  const shop = useShop();
  const { t, formats } = shop;
  const { product, scoopsPerFeed, scoop } = example;
  const rows = [
    { name: t('dosage.chosen.perDay'), value: formatGrams(shop, example.gramsPerDay) },
    ...(scoopsPerFeed === null || !scoop
      ? []
      : [{ name: t('feedAdvice.scoopsPerMeal'), value: formatScoops(shop, scoopsPerFeed, scoop) }]),
    {
      name: t('feedAdvice.changes.packLasts'),
      value: t('dosage.days', { smart_count: example.daysPerPack }),
    },
    { name: t('dosage.chosen.costs'), value: formats.euro(example.costPerDay) },
  ];
  return (
    <aside className={styles.example} aria-labelledby="feed-advice-example">
      <Arch colourWay={product.colourWay} className={styles.arch}>
        <ProductPicture picture={product.picture} sizes="20rem" alt="" />
      </Arch>
      <Ticket>
        <h2 id="feed-advice-example" className={styles.exampleTitle}>
          {t('feedAdvice.example.title')}
        </h2>
        <dl className={styles.facts}>
          {rows.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="small soft">
          {t('feedAdvice.example.note', { title: `${product.title}, ${getPackName(shop, product)}` })}
        </p>
      </Ticket>
    </aside>
  );
}
