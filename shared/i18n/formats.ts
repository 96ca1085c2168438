/** How this site and language write figures. All money goes in as euro cents. */
export interface Formats {
  /** '€ 20,95'. Euro, the currency that is charged. */
  euro(cents: number): string;
  /** Indicative amount in the site's own currency, in whole crowns since it is no price: '156 kr.'; null where that is the euro. */
  indicative(cents: number): string | null;
  /** '1.234,5' with at most `maximumFractionDigits` (2 by default), and at least `minimumFractionDigits` (0 by default). */
  number(value: number, maximumFractionDigits?: number, minimumFractionDigits?: number): string;
  /** '5,0', '4,3': an average with its one decimal, so that it is not read as a count. */
  rating(average: number): string;
  /** '20 kg', '600 g': grams below a kilogram, else kilograms. */
  weight(grams: number): string;
  /** Content as printed on a pack: '20 kg', '500 ml', '1 l'; null for goods counted in pieces. */
  content(content: { value: number; unit: 'kg' | 'g' | 'l' | 'ml' | 'piece' }): string | null;
  /** '10 februari 2026' from `2026-02-10`. */
  date(isoDate: string): string;
  /** '−9 %', in Dutch and some others '−9%' */
  percentage(value: number): string;
  /** 'maandag' from 1, the ISO number of the weekday (1 Monday to 7 Sunday). */
  weekday(isoDay: number): string;
  /** '08:30' or '08.30' from `08:30`, a time of the shop's own day. */
  time(hoursAndMinutes: string): string;
  /** 'Nederland' from `NL`, an ISO 3166-1 alpha-2 code. */
  country(regionCode: string): string;
}
