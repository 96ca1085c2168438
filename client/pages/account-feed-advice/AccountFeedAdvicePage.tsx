import type { MouseEvent } from 'react';
import { MAX_LINE_QUANTITY } from '../../../shared/rules/cart/cart-limits.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { AccountForm, AccountFormOutcome } from '../../features/account/AccountForm.tsx';
import { AccountFrame } from '../../features/account/AccountFrame.tsx';
import { useResultFocus } from '../../features/account/use-result-focus.ts';
import { AddAvailablePiecesToCart } from '../../features/catalogue/AddToCart.tsx';
import { formatScoops } from '../../features/feed-advice/format-scoops.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { DocumentLink } from '../../ui/DocumentLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Table } from '../../ui/Table.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './AccountFeedAdvicePage.module.css';
import { describeSaveFailure, rationRefusalTexts } from './advice-messages.ts';
import { adviceQuestionFields } from './advice-question-fields.ts';
import type { HorseRationsView, SavedRationView } from './page.ts';
import { useMarkRationsAsRead } from './use-mark-rations-as-read.ts';

/**
 * Opens a URL with a secret, such as the name of a horse, as a document of its own, so that tracking scripts
 * of this document cannot read it (`DocumentLink`).
 */
function openAsDocument(event: MouseEvent<HTMLAnchorElement>, url: string): void {
  // `hasSecretInUrl` is more complete, but would add to the first load.
  const query = new URLSearchParams(url.split('?')[1]);
  if (!query.has('rqs') && !query.has('horse')) return;
  event.preventDefault();
  window.location.assign(url);
}

/** Renders the saved rations of a customer, by horse. */
export function AccountFeedAdvicePage({ data }: { data: PageDataOf<'accountFeedAdvice'> }) {
  const { t } = useShop();
  const locale = useAppState(({ scope }) => scope.language.code);
  useMarkRationsAsRead(data);
  const { owner, horses } = data;
  return (
    <AccountFrame
      owner={owner}
      current="feedAdvice"
      title={t('savedAdvice.title')}
      crumb={t('account.feedAdvice')}
    >
      <p className="soft">{t('savedAdvice.lead')}</p>
      <RationOutcomeNotice calculatorPath={`/${getLocalisedSegment('feedAdvice', locale)}/`} />
      {horses.length === 0 && <p className="lead">{t('savedAdvice.none')}</p>}
      {horses.map((horse, index) => (
        <Horse key={horse.horseName} horse={horse} id={`horse-${index}`} formToken={owner.formToken} />
      ))}
      <p className={styles.add}>
        <ButtonLink href={`/${getLocalisedSegment('feedAdvice', locale)}/`} variant="line">
          {t('savedAdvice.add')}
        </ButtonLink>
      </p>
    </AccountFrame>
  );
}

/** Renders the result of a ration that was saved on another page or deleted here. */
function RationOutcomeNotice({ calculatorPath }: { calculatorPath: string }) {
  const shop = useShop();
  const { t } = shop;
  const result = useAppState(({ request }) => request.form);
  const notice = useAppState(({ request }) => request.notice);
  const isSaveResult = result?.form === 'advice-save';
  const isDeleted = result?.form === 'advice-delete' && result.status === 'done';
  const place = useResultFocus(isSaveResult || isDeleted ? result : null);
  if (isSaveResult && result.status === 'refused') {
    const query = new URLSearchParams(
      adviceQuestionFields.flatMap((name) => {
        const value = result.values[name] ?? '';
        return value === '' ? [] : [[name, value]];
      }),
    );
    const BackLink = query.has('rqs') ? DocumentLink : SiteLink;
    return (
      <div ref={place} tabIndex={-1} className={styles.outcome}>
        <Notice tone="error" role="alert">
          <p>
            <strong>{t('savedAdvice.notSaved')}</strong>
          </p>
          {result.problems.map((problem: FormProblem) => (
            <p key={problem.code}>{describeSaveFailure(shop, problem)}</p>
          ))}
          <p>
            <BackLink href={`${calculatorPath}?${query}`} className="tap">
              {t('savedAdvice.back')}
            </BackLink>
          </p>
        </Notice>
      </div>
    );
  }
  const noticeForm = isDeleted || isSaveResult ? result.form : (notice?.form ?? '');
  if (noticeForm !== 'advice-save' && noticeForm !== 'advice-delete') return null;
  return (
    <div ref={place} tabIndex={-1} className={styles.outcome}>
      <Notice tone="ok" role="status">
        <p>{t(noticeForm === 'advice-save' ? 'savedAdvice.saved' : 'savedAdvice.deleted')}</p>
      </Notice>
    </div>
  );
}

function Horse({ horse, id, formToken }: { horse: HorseRationsView; id: string; formToken: string }) {
  const { horseName, rations } = horse;
  return (
    <section aria-labelledby={id} className={styles.horse}>
      <h2 id={id}>{horseName}</h2>
      <ul className={styles.rations}>
        {rations.map((ration) => (
          <SavedRation key={ration.adviceId} ration={ration} horseName={horseName} formToken={formToken} />
        ))}
      </ul>
      <HorseTotals horse={horse} />
    </section>
  );
}

function SavedRation({
  ration,
  horseName,
  formToken,
}: {
  ration: SavedRationView;
  horseName: string;
  formToken: string;
}) {
  const { t, formats } = useShop();
  const { adviceId, product, productTitle, figures, refusal, previousGramsPerDay, isRead, changeUrl } =
    ration;
  const of = t('savedAdvice.of', { product: productTitle, horse: horseName });
  return (
    <li className={styles.ration}>
      <Arch colourWay={product?.colourWay} className={styles.picture}>
        {product && <ProductPicture picture={product.picture} sizes="60px" maxWidth={260} alt="" />}
      </Arch>
      <div className={styles.words}>
        <h3 className={styles.title}>
          {product ? (
            <SiteLink href={product.url} className="tap">
              {productTitle}
            </SiteLink>
          ) : (
            productTitle
          )}
          {!isRead && (
            <>
              {' '}
              <Badge tone="warn">{t('savedAdvice.new')}</Badge>
            </>
          )}
        </h3>
        <RationAnswersLine horse={ration.horse} />
        {refusal ? (
          <Notice tone="error">
            <p>
              <strong>{t('feedAdvice.refusal')}</strong>
            </p>
            <p>{t(rationRefusalTexts[refusal])}</p>
            <p>{t('savedAdvice.stopFeeding')}</p>
          </Notice>
        ) : (
          <RationAmounts ration={ration} />
        )}
        {refusal === null && previousGramsPerDay !== null && (
          <p className="small">
            {t('savedAdvice.previous', {
              grams: formats.content({ value: previousGramsPerDay, unit: 'g' }) ?? '',
            })}
          </p>
        )}
        {ration.horse.roughage.qsGrade === 'B' && refusal === null && (
          <Notice tone="warn">
            <p>{t('feedAdvice.gradeB')}</p>
          </Notice>
        )}
        {figures.warnings.length > 0 && refusal === null && (
          <ul className={styles.warnings}>
            {figures.warnings.map((warning) => (
              <li key={warning} className="small">
                {t(`feedAdvice.warning.${warning}`)}
              </li>
            ))}
          </ul>
        )}
        {!product && <p>{t('savedAdvice.gone')}</p>}
        {product && !product.stock.isAvailable && <p className="small">{t('savedAdvice.soldOut')}</p>}
        <div className={styles.acts}>
          {product?.stock.isAvailable && refusal === null && (
            <AddPacksToCart ration={ration} product={product} />
          )}
          <ButtonLink href={changeUrl} variant="line" onClick={(event) => openAsDocument(event, changeUrl)}>
            {t('savedAdvice.change')}
            <VisuallyHidden> {of}</VisuallyHidden>
          </ButtonLink>
          {!isRead && (
            <RationActionForm
              name="advice-read"
              adviceId={adviceId}
              formToken={formToken}
              label="savedAdvice.markRead"
              of={of}
            />
          )}
          <RationActionForm
            name="advice-delete"
            adviceId={adviceId}
            formToken={formToken}
            label="savedAdvice.delete"
            of={of}
          />
        </div>
      </div>
    </li>
  );
}

/** Renders the answers of a ration: 'Horse, 600 kg, light work, hay'. */
function RationAnswersLine({ horse }: Pick<SavedRationView, 'horse'>) {
  const { t, formats } = useShop();
  const { horseType, weightKg, workLevel, roughage } = horse;
  const { source, type, sampleName } = roughage;
  const name = t(`feedAdvice.roughage.${type}`);
  const words = [
    t(`feedAdvice.typeName.${horseType}`),
    formats.weight(weightKg * 1000),
    t(`feedAdvice.work.${workLevel}`),
    source === 'default' ? name : t('feedAdvice.roughage.own', { roughage: sampleName ?? name }),
  ];
  return <p className="small soft">{words.join(', ')}</p>;
}

function RationAmounts({ ration: { figures, scoop } }: { ration: SavedRationView }) {
  const shop = useShop();
  const { t, formats } = shop;
  const { gramsPerDay, feedsPerDay, gramsPerFeed, scoopsPerFeed, daysPerPack, costPerDay } = figures;
  const formatGrams = (grams: number) => formats.content({ value: grams, unit: 'g' }) ?? '';
  const meals = t('feedAdvice.meals', { smart_count: feedsPerDay });
  const details = [
    feedsPerDay === 1 ? meals : t('savedAdvice.perMeal', { meals, grams: formatGrams(gramsPerFeed) }),
    // Scoops per meal, like the grams before them. Scoops per day could be mistaken for those of one meal.
    scoopsPerFeed === null || !scoop
      ? null
      : `${t('feedAdvice.scoopsPerMeal')}: ${formatScoops(shop, scoopsPerFeed, scoop)}`,
    t('feedAdvice.daysPerPack', { smart_count: daysPerPack }),
    t('savedAdvice.perDay', { grams: formats.euro(costPerDay) }),
  ];
  return (
    <>
      <p className={styles.grams}>{t('savedAdvice.perDay', { grams: formatGrams(gramsPerDay) })}</p>
      <p className="small">{details.filter((detail) => detail !== null).join(' · ')}</p>
    </>
  );
}

function AddPacksToCart({
  ration: { packsForMonth },
  product: { productVariantId, title, stock },
}: {
  ration: SavedRationView;
  product: NonNullable<SavedRationView['product']>;
}) {
  const { t } = useShop();
  const quantity = Math.min(packsForMonth, stock.amountLeft ?? MAX_LINE_QUANTITY, MAX_LINE_QUANTITY);
  return (
    <AddAvailablePiecesToCart
      productVariantId={productVariantId}
      title={title}
      quantity={quantity}
      label={t('feedAdvice.add', { smart_count: quantity })}
    />
  );
}

function RationActionForm({
  name,
  adviceId,
  formToken,
  label,
  of,
}: {
  name: 'advice-read' | 'advice-delete';
  adviceId: string;
  formToken: string;
  label: 'savedAdvice.markRead' | 'savedAdvice.delete';
  of: string;
}) {
  const { t } = useShop();
  const form = useForm(name, adviceId);
  return (
    <div>
      <AccountFormOutcome form={form} />
      <AccountForm name={name} of={adviceId} form={form} formToken={formToken}>
        <input type="hidden" name="adviceId" value={adviceId} />
        <Button type="submit" variant="text" busy={form.isBusy}>
          {t(label)}
          <VisuallyHidden> {of}</VisuallyHidden>
        </Button>
      </AccountForm>
    </div>
  );
}

/** Renders the totals of a horse's rations next to the safe limits. */
function HorseTotals({ horse: { horseName, totals } }: { horse: HorseRationsView }) {
  const { t, formats } = useShop();
  if (!totals) return null;
  const formatGrams = (grams: number) => `${formats.number(grams, 1)}\u00a0g`;
  const compare = (value: number, most: number) =>
    t('savedAdvice.atMost', { value: formatGrams(value), most: formatGrams(most) });
  const caption = t('savedAdvice.together');
  return (
    <Ticket className={styles.totals}>
      <Table
        caption={`${caption}: ${horseName}, ${formats.weight(totals.weightKg * 1000)}`}
        rows={[
          { key: 'day', header: t('savedAdvice.feedPerDay'), value: formatGrams(totals.gramsPerDay) },
          {
            key: 'meal',
            header: t('savedAdvice.feedPerMeal'),
            value: compare(totals.gramsPerMeal, totals.maxGramsPerMeal),
          },
          {
            key: 'starchMeal',
            header: t('savedAdvice.starchPerMeal'),
            value: compare(totals.starchPerMeal, totals.maxStarchPerMeal),
          },
          {
            key: 'starchDay',
            header: t('savedAdvice.starchPerDay'),
            value: compare(totals.starchPerDay, totals.maxStarchPerDay),
          },
          { key: 'cost', header: t('savedAdvice.costPerDay'), value: formats.euro(totals.costPerDay) },
        ]}
      />
    </Ticket>
  );
}
