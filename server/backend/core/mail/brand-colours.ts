import type { MailSite } from './mail-site.ts';

/** Colours of a brand in mails. */
export interface BrandColours {
  readonly page: string;
  readonly card: string;
  readonly band: string;
  readonly line: string;
  readonly deep: string;
  readonly onDeep: string;
  readonly brand: string;
  readonly action: string;
  readonly onAction: string;
  readonly ink: string;
  readonly inkSoft: string;
}

const mainColours: BrandColours = {
  page: '#f7f1e3',
  card: '#fffefa',
  band: '#efe5cd',
  line: '#e0d2b0',
  deep: '#1c3a25',
  onDeep: '#fdf8ea',
  brand: '#24512f',
  action: '#f0bf4a',
  onAction: '#1d1503',
  ink: '#18261b',
  inkSoft: '#434c3f',
};

/** Brand colours of the design by site type. Mail clients do not support custom properties. */
const coloursByType: Readonly<Record<0 | 1 | 2, BrandColours>> = {
  0: mainColours,
  1: {
    ...mainColours,
    page: '#f8efe3',
    card: '#fffdf9',
    band: '#f1e2cf',
    line: '#e6d3ba',
    deep: '#4b2210',
    onDeep: '#fff6ea',
    brand: '#6b3118',
    action: '#f3c75c',
    ink: '#2a170d',
    inkSoft: '#54402f',
  },
  2: {
    ...mainColours,
    page: '#eef1ee',
    band: '#e0e6e4',
    line: '#cfd8d6',
    deep: '#1b2f45',
    brand: '#28435f',
    ink: '#16222e',
    inkSoft: '#3f4a54',
  },
};

/** Returns the colours of the brand of a site. */
export const getBrandColours = (site: MailSite): BrandColours => coloursByType[site.site.type];

/** Returns the brand's colour on a white background. */
export const getBrandColour = (site: MailSite): string => getBrandColours(site).brand;
