import { FormName } from '../../forms/FormName.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import styles from './DealerItem.module.css';

/** Renders the form that chooses a dealer for the order in the cart and opens the checkout. */
export function CollectAtDealerForm({ dealerId, name }: { dealerId: number; name: string }) {
  const { t } = useShop();
  const form = useForm('dealer-collect', String(dealerId));
  const code = form.result?.problems[0]?.code;
  const describe = () => {
    switch (code) {
      case 'cart_empty':
        return t('dealers.emptyCart');
      case 'dealer_without_pickup':
        return t('checkout.dealerWithoutPickup');
      case 'country_not_delivered':
      case 'dutch_addresses_on_dutch_site_only':
        return t('checkout.countryNotDelivered');
      case 'not_found':
        return t('dealers.gone');
      default:
        return t('error.tryLater');
    }
  };
  return (
    <form ref={form.ref} method="post" onSubmit={form.onSubmit} className={styles.collect}>
      <FormName name="dealer-collect" of={String(dealerId)} />
      <input type="hidden" name="dealerId" value={dealerId} />
      <Button type="submit" variant="brand" busy={form.isBusy} label={t('dealers.collectAt', { name })}>
        {t('dealers.collect')}
      </Button>
      {code !== undefined && (
        // Without script the page reloads at its top, and this message is far below. With autofocus the
        // browser scrolls to it.
        // biome-ignore lint/a11y/noAutofocus: nothing else was asked for by whoever is refused, and script moves the focus here, too
        <p className={styles.refused} role="alert" data-form-notice tabIndex={-1} autoFocus>
          <Icon name="warning" size="small" />
          <span>
            {describe()} {code === 'cart_empty' && <SiteLink href="/">{t('dealers.toShop')}</SiteLink>}
          </span>
        </p>
      )}
    </form>
  );
}
