/** Formats of numbers, dates and names for one site and language. All money is passed in euro cents. */
export interface Formats {
  /** Formats '€ 20,95', '− € 4,00': euro, the currency that is charged. Two decimals by default. */
  euro(cents: number, fractionDigits?: number): string;
  /**
   * Formats the indicative amount in the site's own currency, '156 kr.'. Whole units, since it is not a
   * price. Null if the currency is the euro.
   */
  indicative(cents: number): string | null;
  /** Formats '1.234,5', by default with at most two decimals. */
  number(value: number, maximumFractionDigits?: number, minimumFractionDigits?: number): string;
  /** Formats '5,0', '4,3': an average with one decimal, so that it is not taken for a count. */
  rating(average: number): string;
  /** Formats '20 kg', '600 g': grams below a kilogram, otherwise kilograms. */
  weight(grams: number): string;
  /** Formats the content of a pack: '20 kg', '500 ml', '1 l'; null for goods sold by the piece. */
  content(content: { value: number; unit: 'kg' | 'g' | 'l' | 'ml' | 'piece' }): string | null;
  /** Formats '10 februari 2026' from `2026-02-10`. */
  date(isoDate: string): string;
  /** '−9 %', in Dutch and some others '−9%' */
  percentage(value: number): string;
  /** Returns 'maandag' for 1, the ISO number of the weekday (1 Monday to 7 Sunday). */
  weekday(isoDay: number): string;
  /** Formats '08:30' or '08.30' from `08:30`, a local time of the shop. */
  time(hoursAndMinutes: string): string;
  /** Returns 'Nederland' for `NL`, an ISO 3166-1 alpha-2 code. */
  country(regionCode: string): string;
}
