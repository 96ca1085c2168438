/** Delivery options in display order. */
export const deliveryOptions = ['home', 'address', 'parcelShop', 'dealer'] as const;
export type DeliveryOption = (typeof deliveryOptions)[number];

/** Returns the delivery option of a form, by default delivery to the billing address. */
export const parseDeliveryOption = (text: string): DeliveryOption =>
  deliveryOptions.find((way) => way === text) ?? 'home';

/** Returns the name of the field with the location near which parcel shops or dealers are searched. */
export const getLocationFieldName = (way: 'parcelShop' | 'dealer'): 'nearParcelShop' | 'nearDealer' =>
  way === 'parcelShop' ? 'nearParcelShop' : 'nearDealer';
