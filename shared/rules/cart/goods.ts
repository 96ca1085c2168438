/** As far as goods decide how they travel. */
interface TravellingGoods {
  readonly productType: number;
  readonly packaging: string;
}

/** Product types of roughage tests: nutrition (Rqs) and hygiene (Qs). */
const testTypes: ReadonlySet<number> = new Set([4, 5]);

/** Roughage tests are counted apart from other goods, and each piece of one is a sample with a name. */
export const isTest = ({ productType }: Pick<TravellingGoods, 'productType'>): boolean =>
  testTypes.has(productType);

/** Kits of tests travel as letters, and what is digital by mail to a screen: neither needs a delivery step or costs anything to send. */
export const goesAsParcel = (goods: TravellingGoods): boolean =>
  !isTest(goods) && goods.packaging !== 'digital';

/** Tests and nothing else. An empty cart is none, and one of gift cards only is none either. */
export const isScanProductsOnly = (lines: readonly Pick<TravellingGoods, 'productType'>[]): boolean =>
  lines.length > 0 && lines.every(isTest);
