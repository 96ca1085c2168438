import type { Address } from '../../../../shared/contract/addresses.ts';
import { writeStreetLine } from '../../../../shared/rules/people/street-line.ts';
import { type Markup, markup } from '../../../platform/markup.ts';
import { linkTo, type SearchField } from '../../keeper/html.ts';
import type { KeeperTranslate } from '../../keeper/texts.ts';
import type { OrderFacts } from './documents/queries.ts';

/** Street and town, a line each, and the country. */
function listAddressLines(address: Address, { regionCodes }: OrderFacts, locale: string): string[] {
  const { zipcode, city, countryId } = address;
  const regionCode = regionCodes.get(countryId);
  return [
    writeStreetLine(address),
    `${zipcode} ${city}`,
    ...(regionCode === undefined
      ? []
      : [new Intl.DisplayNames(locale, { type: 'region' }).of(regionCode) ?? regionCode]),
  ];
}

/** Who pays, a line each. */
export function listBillingLines(facts: OrderFacts, locale: string): string[] {
  const { firstName, lastName, companyName, vatNumber, address } = facts.order.billing;
  return [
    `${firstName} ${lastName}`,
    companyName ?? '',
    vatNumber ?? '',
    ...listAddressLines(address, facts, locale),
  ].filter((line) => line.trim() !== '');
}

/** How it leaves and where to, a line each. */
export function listDeliveryLines(facts: OrderFacts, locale: string, t: KeeperTranslate): string[] {
  const { kind, name, address } = facts.order.delivery;
  return [
    t(`keeper.orders.delivery.${kind}`),
    ...(name === null ? [] : [name]),
    ...(address === null ? [] : listAddressLines(address, facts, locale)),
  ];
}

/** Lines below each other. */
export const stackLines = (lines: readonly string[]): Markup =>
  markup`<span class="lines">${lines.join('\n')}</span>`;

/** A way to the page of an order, by its number. */
export const linkToOrder = ({
  orderId,
  orderNumber,
}: {
  readonly orderId: string;
  readonly orderNumber: string;
}): Markup => linkTo(`/orders/${orderId}`, orderNumber);

/** A filter by site. @param value key of the site that was asked for */
export const createSiteFilter = (
  t: KeeperTranslate,
  keys: ReadonlyMap<number, string>,
  value: string,
): SearchField => ({
  name: 'site',
  label: t('keeper.orders.site'),
  value,
  choices: [['', t('keeper.orders.allSites')], ...[...keys.values()].map((key) => [key, key] as const)],
});

/** The site that a filter names by its key; null for all. */
export function findSiteByKey(keys: ReadonlyMap<number, string>, key: string): number | null {
  const [siteId = null] = [...keys].find(([, candidate]) => candidate === key) ?? [];
  return siteId;
}
