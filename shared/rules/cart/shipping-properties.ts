/** Properties of goods that determine how they are sent. */
interface ShippingProperties {
  readonly productType: number;
  readonly packaging: string;
}

/** Product types of roughage tests: nutrition (Rqs) and hygiene (Qs). */
const roughageTestProductTypes: ReadonlySet<number> = new Set([4, 5]);

/**
 * Returns true for a roughage test. Tests are counted separately from other goods, and each piece is a sample
 * with a name.
 */
export const isRoughageTest = ({ productType }: Pick<ShippingProperties, 'productType'>): boolean =>
  roughageTestProductTypes.has(productType);

/**
 * Returns true if goods are sent as a parcel. Test kits are sent by post and digital goods by e-mail: neither
 * needs a delivery step or has a delivery cost.
 */
export const isSentAsParcel = (goods: ShippingProperties): boolean =>
  !isRoughageTest(goods) && goods.packaging !== 'digital';

/**
 * Returns true if a cart contains only roughage tests. False for an empty cart and for one with gift cards
 * only.
 */
export const hasOnlyRoughageTests = (lines: readonly Pick<ShippingProperties, 'productType'>[]): boolean =>
  lines.length > 0 && lines.every(isRoughageTest);
