import type { FeedLabel, ProductDetail, ProductVariant } from '../../../shared/contract/products.ts';
import { useShop } from '../../store/shop.tsx';
import { joinClasses } from '../../ui/join-classes.ts';
import { Ticket } from '../../ui/Ticket.tsx';
import { getTintClass } from '../../ui/tint-class.ts';
import {
  getFeedType,
  type LabelRow,
  listAdditiveGroups,
  listComposition,
  listConstituents,
  useRequiredDetails,
} from './label-rows.ts';
import { useScoopText } from './use-scoop-text.ts';

interface PackLabelTextProps {
  product: ProductDetail;
  variant: ProductVariant;
  label: FeedLabel;
  feedApprovalNumber: string | null;
  className?: string | undefined;
}

const joinRows = (rows: readonly LabelRow[]): string =>
  rows.map(({ header, value }) => `${header} ${value}`).join(', ');

/**
 * Renders the label of a pack as running text. It is text instead of a picture, so it can be read aloud,
 * searched, selected and enlarged.
 */
export function PackLabelText({
  product,
  variant,
  label,
  feedApprovalNumber,
  className,
}: PackLabelTextProps) {
  const shop = useShop();
  const { t } = shop;
  const scoop = useScoopText(product.dosage?.scoop);
  const additives = listAdditiveGroups(shop, label);
  // The heading already contains the name of the feed and the suitable horses.
  const particulars = useRequiredDetails(product, variant, feedApprovalNumber).filter(
    ({ key }) => key !== 'feedType' && key !== 'species',
  );
  const sections: LabelRow[] = [
    { key: 'composition', header: t('label.composition'), value: listComposition(shop, label).join(', ') },
    { key: 'constituents', header: t('label.constituents'), value: joinRows(listConstituents(shop, label)) },
    {
      key: 'additives',
      header: t('label.additives'),
      value: additives.map((group) => `${group.name}: ${joinRows(group.additives)}`).join('. '),
    },
    {
      key: 'directions',
      header: t('label.directions'),
      value: [label.directions, scoop].filter(Boolean).join(' '),
    },
    ...particulars,
  ].filter(({ value }) => value !== '');
  return (
    <div className={joinClasses(getTintClass(product.colourWay), className)}>
      <Ticket className="stack">
        <p className="lead">
          <strong>{`${product.brandName} ${product.title}`}</strong>
        </p>
        <p>{getFeedType(shop, label)}</p>
        <dl className="stack small">
          {sections.map(({ key, header, value }) => (
            <div key={key}>
              <dt>
                <strong>{header}</strong>
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Ticket>
    </div>
  );
}
