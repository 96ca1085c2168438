import type { MenuGroup, NavigationItem } from '../../shared/contract/content.ts';
import type { MessageKey } from '../../shared/i18n/translate.ts';

type MenuChild = NavigationItem['children'][number];

export interface MenuColumn {
  readonly group: MenuGroup;
  readonly title: MessageKey;
  readonly children: MenuChild[];
}

/** Headings in display order. */
const groupTitleKeys = {
  kind: 'menu.byKind',
  horse: 'menu.byHorse',
  need: 'menu.byNeed',
  freeFrom: 'menu.freeFrom',
} as const satisfies Record<MenuGroup, MessageKey>;
const menuGroups = Object.keys(groupTitleKeys) as MenuGroup[];

/**
 * Groups the children of a menu entry under their headings. `others` are the children without a heading. If
 * all children belong to one group, its heading would be redundant: there are no columns and all are
 * `others`.
 */
export function splitChildrenIntoColumns({ children }: NavigationItem): {
  readonly columns: readonly MenuColumn[];
  readonly others: MenuChild[];
} {
  const columns = menuGroups
    .map((group) => ({
      group,
      title: groupTitleKeys[group],
      children: children.filter((child) => child.group === group),
    }))
    .filter((column) => column.children.length > 0);
  if (columns.length < 2) return { columns: [], others: children };
  return { columns, others: children.filter(({ group }) => group === null) };
}
