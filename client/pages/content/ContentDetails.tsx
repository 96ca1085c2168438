import type { ReactNode } from 'react';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { ACCOUNT_RQS_RESULTS_PATH } from '../../../shared/rules/account/account-paths.ts';
import { getPhoneUrl } from '../../../shared/rules/phone-url.ts';
import { ContactDetails } from '../../features/customer-service/ContactDetails.tsx';
import { getPaymentMethodName } from '../../features/payment/payment-method-name.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { SiteLink } from '../../ui/SiteLink.tsx';
import { Table } from '../../ui/Table.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import styles from './ContentDetails.module.css';

/** Labels for the values of `shippingMethod`: 0 home delivery, 1 parcel shop. */
const shippingMethodLabelKeys: Readonly<Record<number, MessageKey>> = {
  0: 'delivery.method.shipping',
  1: 'delivery.method.parcelService',
};

/** Renders the shop's details (amounts, addresses) that belong to a page, or nothing. */
export function ContentDetails({ contentKey, contentPageId }: { contentKey: string; contentPageId: number }) {
  const { t } = useShop();
  const site = useAppState((state) => state.scope.site);
  const serviceId = site.customerServiceContentPageId;
  if (site.enableRqs && contentPageId === site.rqsContentPage) {
    // Shown to everyone, because the page is cached for all visitors. An anonymous visitor reaches it by way
    // of the sign-in page.
    return (
      <p>
        <SiteLink href={ACCOUNT_RQS_RESULTS_PATH} className="tap">
          {t('rqsResults.toOwn')}
        </SiteLink>
      </p>
    );
  }
  switch (contentKey) {
    case 'contact':
    case 'customer-service':
      return <ContactDetails isOnServicePage={contentPageId === serviceId} />;
    case 'imprint':
      return <SellerDetails />;
    case 'delivery':
      return <DeliveryCosts />;
    case 'payment':
      return <PaymentMethods />;
    case 'silo-supply':
      return <SiloLimits />;
    default:
      return null;
  }
}

/** Renders the seller's details that the law of each country requires in the imprint. */
function SellerDetails() {
  const { t, formats } = useShop();
  const { customerServicePhone, customerServiceEmailAddress } = useAppState((state) => state.scope.site);
  const entity = useAppState((state) => state.scope.settings.legalEntity);
  return (
    <Ticket>
      <dl className={styles.facts}>
        <DetailRow name={t('imprint.seller')}>{entity.name}</DetailRow>
        <DetailRow name={t('imprint.address')}>
          <address className={styles.address}>
            {entity.street}
            <br />
            {entity.zipcode} {entity.city}
            <br />
            {formats.country(entity.regionCode)}
          </address>
        </DetailRow>
        <DetailRow name={t('imprint.representative')}>{entity.representative}</DetailRow>
        <DetailRow name={t('imprint.registerNumber')}>{entity.registerNumber}</DetailRow>
        <DetailRow name={t('imprint.vatNumber')}>{entity.vatNumber}</DetailRow>
        <DetailRow name={t('imprint.feedApprovalNumber')}>{entity.feedApprovalNumber}</DetailRow>
        <DetailRow name={t('service.phone')}>
          <a className="tap" href={getPhoneUrl(customerServicePhone)}>
            {customerServicePhone}
          </a>
        </DetailRow>
        <DetailRow name={t('service.email')}>
          <a className="tap" href={`mailto:${customerServiceEmailAddress}`}>
            {customerServiceEmailAddress}
          </a>
        </DetailRow>
      </dl>
    </Ticket>
  );
}

function DetailRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Renders the delivery costs and the threshold for free delivery. */
function DeliveryCosts() {
  const { t } = useShop();
  const { shippingMethods, freeShippingFromInclVat } = useAppState((state) => state.scope.settings);
  const rows = shippingMethods.flatMap(({ shippingMethod, priceInclVat }) => {
    const key = shippingMethodLabelKeys[shippingMethod];
    return key === undefined
      ? []
      : [{ key: String(shippingMethod), header: t(key), value: <IndicativeAmount cents={priceInclVat} /> }];
  });
  if (rows.length === 0) return null;
  const free =
    freeShippingFromInclVat === null
      ? []
      : [
          {
            key: 'free',
            header: t('delivery.freeFrom'),
            value: <IndicativeAmount cents={freeShippingFromInclVat} />,
          },
        ];
  return (
    <Ticket>
      <Table caption={t('delivery.costs')} rows={[...rows, ...free]} />
    </Ticket>
  );
}

/** Renders an amount in euro, with the indicative amount in the site's own currency below. */
function IndicativeAmount({ cents }: { cents: number }) {
  const { formats } = useShop();
  const indicative = formats.indicative(cents);
  return (
    <>
      {formats.euro(cents)}
      {indicative !== null && <span className={styles.indicative}>{indicative}</span>}
    </>
  );
}

function PaymentMethods() {
  const { t } = useShop();
  const methods = useAppState((state) => state.scope.site.paymentMethods);
  if (methods.length === 0) return null;
  return (
    <Ticket>
      <h2 className={styles.title}>{t('payment.methods')}</h2>
      <ul className={styles.methods}>
        {methods.map((method) => (
          <li key={method.paymentMethodId}>{getPaymentMethodName(t, method)}</li>
        ))}
      </ul>
    </Ticket>
  );
}

/** Renders the number of horses from which a silo pays off in this country, and the minimum delivery. */
function SiloLimits() {
  const { t, formats } = useShop();
  const { fromHorses, minimumDeliveryKg } = useAppState((state) => state.scope.settings.silo);
  return (
    <Ticket>
      <Table
        caption={t('silo.limits')}
        isCaptionHidden
        rows={[
          {
            key: 'horses',
            header: t('silo.fromHorses'),
            value: t('silo.horses', { smart_count: fromHorses }),
          },
          {
            key: 'delivery',
            header: t('silo.minimumDelivery'),
            value: formats.weight(minimumDeliveryKg * 1000),
          },
        ]}
      />
    </Ticket>
  );
}
