import type { Content } from '../../../../shared/contract/products.ts';
import { createFormats } from '../../../../shared/i18n/create-formats.ts';

/**
 * Formats the content for a culture, preceded by a space (' 25 kg'); '' for products counted in pieces. The
 * spaces of names in the API are ordinary ones.
 */
export function formatPackageContent(content: Content, culture: string): string {
  const formatted = createFormats({ culture }).content(content);
  return formatted === null ? '' : ` ${formatted.replaceAll('\u00a0', ' ')}`;
}
