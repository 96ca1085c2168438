import type { ReactNode } from 'react';
import { AdminLink } from '../../core/admin/components/AdminLink.tsx';
import type { SearchField } from '../../core/admin/components/SearchForm.tsx';
import type { AdminTranslate } from '../../core/admin/texts.ts';
import { listAddressLines } from './documents/address-lines.ts';
import type { OrderWithDetails } from './documents/queries.ts';

/** Returns a function that names countries in a language. */
const createCountryNamer = (locale: string) => {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return (regionCode: string): string => names.of(regionCode) ?? regionCode;
};

/** Returns the lines of the billing details. */
export function listBillingLines(details: OrderWithDetails, locale: string): string[] {
  const { firstName, lastName, companyName, vatNumber, address } = details.order.billing;
  return [
    `${firstName} ${lastName}`,
    companyName ?? '',
    vatNumber ?? '',
    ...listAddressLines(address, details, createCountryNamer(locale)),
  ].filter((line) => line.trim() !== '');
}

/** Returns the lines of the delivery option and address. */
export function listDeliveryLines(details: OrderWithDetails, locale: string, t: AdminTranslate): string[] {
  const { kind, name, address } = details.order.delivery;
  return [
    t(`admin.orders.delivery.${kind}`),
    ...(name === null ? [] : [name]),
    ...(address === null ? [] : listAddressLines(address, details, createCountryNamer(locale))),
  ];
}

/** Renders lines below each other. */
export const stackLines = (lines: readonly string[]): ReactNode => (
  <span className="lines">{lines.join('\n')}</span>
);

/** Renders a link to the page of an order, labelled with its number. */
export const linkToOrder = ({
  orderId,
  orderNumber,
}: {
  readonly orderId: string;
  readonly orderNumber: string;
}): ReactNode => <AdminLink path={`/orders/${orderId}`}>{orderNumber}</AdminLink>;

/** Renders a filter by site. @param value key of the selected site */
export const createSiteFilter = (
  t: AdminTranslate,
  keys: ReadonlyMap<number, string>,
  value: string,
): SearchField => ({
  name: 'site',
  label: t('admin.orders.site'),
  value,
  choices: [['', t('admin.orders.allSites')], ...[...keys.values()].map((key) => [key, key] as const)],
});

/** Returns the site of a key in a filter; null for all sites. */
export function findSiteByKey(keys: ReadonlyMap<number, string>, key: string): number | null {
  const [siteId = null] = [...keys].find(([, candidate]) => candidate === key) ?? [];
  return siteId;
}
