import { isCalendarDate } from '../../../shared/rules/calendar-date.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import { checkMenus } from '../shop-store/menus.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { checkArticles, checkCaptions, checkLandingPages } from './check-articles.ts';
import { checkContactDetails } from './check-contact-details.ts';
import { checkCategories, checkFacets, checkProduct } from './check-products.ts';
import { checkSynonymTargets } from './check-search-synonyms.ts';
import { checkCountries, checkSite } from './check-sites.ts';
import { checkPlannedPrices, checkPriceHistory } from './check-stated-prices.ts';
import { checkContentTexts, checkTexts } from './check-texts.ts';
import { checkUniqueValues } from './check-unique-values.ts';
import { checkVerdictLinks } from './check-verdict-links.ts';
import { checkLegalDetails } from './legal-details.ts';
import { checkPhotoNames } from './photos.ts';
import { checkLocations } from './pickup-points-and-dealers.ts';
import { checkPromotions } from './promotions.ts';
import { checkRedirectHosts } from './redirects.ts';
import { checkSampleReports } from './sample-reports.ts';
import { checkTextChangeDates } from './text-change-dates.ts';
import { checkTextPictureRows } from './text-pictures.ts';
import { checkVacancies } from './vacancies.ts';

/** Checks the references between the rows of a shop's files. Adds every error to the issues. */
export function checkShopFiles(files: ShopFiles, issues: IssueList): void {
  if (!files.hasSomeLanguagesOnly) checkDataOfAllLanguages(files, issues);
  checkCaptions(files, issues);
  for (const [code, texts] of files.texts) checkTexts(files, code, texts, issues);
  checkReviews(files, issues);
  checkContentTexts(files, issues);
}

/** Checks what concerns no single language, or compares languages. */
function checkDataOfAllLanguages(files: ShopFiles, issues: IssueList): void {
  checkUniqueValues(files, issues);
  for (const site of files.sites) checkSite(files, site, issues);
  checkFacets(files, issues);
  checkCountries(files, issues);
  checkContactDetails(files, issues);
  checkCategories(files, issues);
  checkLandingPages(files, issues);
  checkMenus(files, issues);
  checkSynonymTargets(files, issues);
  for (const product of files.products) checkProduct(files, product, issues);
  checkPriceHistory(files, issues);
  checkPlannedPrices(files, issues);
  checkRedirectHosts(files, issues);
  checkLocations(files, issues);
  checkPhotoNames(files, issues);
  checkPromotions(files, issues);
  checkVacancies(files, issues);
  checkTextPictureRows(files, issues);
  checkTextChangeDates(files, issues);
  checkVerdictLinks(files, issues);
  checkSampleReports(files, issues);
  checkLegalDetails(files, issues);
  checkArticles(files, issues);
}

/**
 * Checks that every language has the same reviews: same products, names, dates and ratings. Reviews of
 * discontinued products are allowed.
 */
function checkReviews(files: ShopFiles, issues: IssueList): void {
  const [first] = files.texts;
  for (const [code, { reviews }] of files.texts) {
    const file = `texts/${code}.json`;
    const seen = new Set<string>();
    for (const [index, { productKey, author, date, rating }] of reviews.entries()) {
      const row = `reviews.${index}`;
      const key = `${productKey}/${date}/${author}`;
      if (seen.has(key)) issues.add(file, row, '', 'is duplicated: product, date and author are the same');
      seen.add(key);
      if (!isCalendarDate(date)) issues.add(file, row, 'date', `'${date}' is not a date`);
      const same = first?.[1].reviews[index];
      const isSame =
        same?.productKey === productKey &&
        same.author === author &&
        same.date === date &&
        same.rating === rating;
      if (!isSame) issues.add(file, row, '', `is another review than in texts/${first?.[0]}.json`);
    }
    if (first && reviews.length < first[1].reviews.length) {
      issues.add(file, 'reviews', '', `has fewer rows than texts/${first[0]}.json`);
    }
  }
}
