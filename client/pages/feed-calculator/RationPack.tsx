import { ACCOUNT_FEED_ADVICE_PATH, ACCOUNT_LOGIN_PATH } from '../../../shared/rules/account/account-paths.ts';
import { addReturnPath } from '../../../shared/rules/account/return-path.ts';
import {
  type AdviceAnswers,
  createAdviceQuery,
  MAX_HORSE_NAME_LENGTH,
} from '../../../shared/rules/feed-advice/advice-query.ts';
import { getLocalisedSegment } from '../../../shared/rules/localised-segments.ts';
import { FormToken } from '../../features/account/FormToken.tsx';
import { AddToCartForm } from '../../features/catalogue/AddToCart.tsx';
import { PriceBlock } from '../../features/catalogue/PriceBlock.tsx';
import { getPackName } from '../../features/catalogue/pack-name.ts';
import { StockLine } from '../../features/catalogue/StockLine.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Arch } from '../../ui/Arch.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { ProductPicture } from '../../ui/ProductPicture.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import type { AdviceView, FeedCalculatorData } from './page.ts';
import styles from './RationPack.module.css';

interface RationPackProps {
  answers: AdviceAnswers;
  advice: AdviceView;
  owner: FeedCalculatorData['owner'];
}

/** Renders the pack of a ration: price, duration, and the actions for the advice. */
export function RationPack({ answers, advice, owner }: RationPackProps) {
  const shop = useShop();
  const { t, formats } = shop;
  const { product, packsForMonth } = advice;
  // Limited by the stock, because the cart would reduce the quantity, too.
  const packs = Math.min(packsForMonth, product.stock.amountLeft ?? packsForMonth);
  const cost = formats.euro(advice.costPerDay);
  // The saved advice names this product, even if the shop had suggested it.
  const asked = { ...answers, product: advice.productVariantId };
  return (
    <aside className={styles.pack} aria-label={product.title}>
      <Arch colourWay={product.colourWay} className={styles.arch}>
        <ProductPicture picture={product.picture} sizes="(min-width: 68em) 16rem, 8rem" priority alt="" />
      </Arch>
      <div className={styles.name}>
        <h3>
          <SiteLink href={product.url} className={styles.title}>
            {product.title}
          </SiteLink>
        </h3>
        <p>{getPackName(shop, product)}</p>
        <PriceBlock pack={product} />
      </div>
      <div className={styles.rest}>
        <p className={styles.facts}>
          {[
            t('feedAdvice.daysPerPack', { smart_count: advice.daysPerPack }),
            t('feedAdvice.servings', { smart_count: advice.servingsPerPack }),
            advice.maxServingsPerWeek === null
              ? t('dosage.costPerDay', { price: cost })
              : t('feedAdvice.costPerFeedingDay', { price: cost }),
          ].join(', ')}
        </p>
        <StockLine stock={product.stock} />
        {!product.stock.isAvailable && <p className="small">{t('feedAdvice.soldOut')}</p>}
        <AddToCartForm pack={product} title={product.title} className={styles.add}>
          <input type="hidden" name="quantity" value={packs} />
          <Button type="submit" size="large" full icon="plus">
            {t('feedAdvice.add', { smart_count: packs })}
          </Button>
        </AddToCartForm>
        {owner ? (
          <SaveRationForm answers={asked} formToken={owner.formToken} />
        ) : (
          <SignInToSave answers={asked} />
        )}
        <button type="button" className={styles.print} onClick={() => window.print()}>
          {t('feedAdvice.print')}
        </button>
      </div>
    </aside>
  );
}

/** Renders the link to the sign-in page, which returns to this advice. */
function SignInToSave({ answers }: { answers: AdviceAnswers }) {
  const { t } = useShop();
  const locale = useAppState((state) => state.scope.language.code);
  const path = `/${getLocalisedSegment('feedAdvice', locale)}/${createAdviceQuery(answers)}`;
  return (
    <p className={styles.save}>
      <ButtonLink href={addReturnPath(ACCOUNT_LOGIN_PATH, path)} variant="line" full>
        {t('feedAdvice.save')}
      </ButtonLink>
    </p>
  );
}

/**
 * Renders the form that saves the advice under the name of a horse. It opens a new document, also with
 * script: the account page saves and shows it, or reports an error.
 */
function SaveRationForm({ answers, formToken }: { answers: AdviceAnswers; formToken: string }) {
  const { t } = useShop();
  const { values, horse, ...others } = answers;
  return (
    <form method="post" action={ACCOUNT_FEED_ADVICE_PATH} className={styles.save}>
      <FormName name="advice-save" />
      <FormToken value={formToken} />
      {Object.entries({ ...others, ...values }).map(
        ([name, value]) =>
          value !== null &&
          value !== '' && <input key={name} type="hidden" name={name} value={String(value)} />,
      )}
      <Field label={t('feedAdvice.horseName')}>
        {(control) => (
          <Input
            control={control}
            name="horseName"
            defaultValue={horse}
            maxLength={MAX_HORSE_NAME_LENGTH}
            autoComplete="off"
            required
          />
        )}
      </Field>
      <Button type="submit" variant="line" full>
        {t('feedAdvice.save')}
      </Button>
    </form>
  );
}
