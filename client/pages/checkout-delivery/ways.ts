/** Delivery options in display order. */
export const ways = ['home', 'address', 'parcelShop', 'dealer'] as const;
export type Way = (typeof ways)[number];

/** Returns the delivery option of a form, by default delivery to the billing address. */
export const asWay = (text: string): Way => ways.find((way) => way === text) ?? 'home';

/** Returns the name of the field with the location near which parcel shops or dealers are searched. */
export const getNearField = (way: 'parcelShop' | 'dealer'): 'nearParcelShop' | 'nearDealer' =>
  way === 'parcelShop' ? 'nearParcelShop' : 'nearDealer';
