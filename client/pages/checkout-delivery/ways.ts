/** Ways of delivery, in the order in which they stand. */
export const ways = ['home', 'address', 'parcelShop', 'dealer'] as const;
export type Way = (typeof ways)[number];

/** The way that a form names; to the billing address where it names none. */
export const asWay = (text: string): Way => ways.find((way) => way === text) ?? 'home';

/** Name of the field with the place that points or dealers are looked for at. */
export const getNearField = (way: 'parcelShop' | 'dealer'): 'nearParcelShop' | 'nearDealer' =>
  way === 'parcelShop' ? 'nearParcelShop' : 'nearDealer';
