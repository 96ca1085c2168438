/** Runs one statement on the embedded database and returns its rows. */
type RunStatement = (statement: string) => Promise<readonly object[]>;

/**
 * Lists the condition for each foreign key under which a row of `child` has no row in `parent`. `match full`
 * and `match simple` are equivalent for keys whose columns are all null or all set.
 */
const LIST_FOREIGN_KEYS_SQL = `
  select conrelid::regclass::text as child, format(
    'exists (select from %s c where %s and not exists (select from %s p where %s))',
    conrelid::regclass,
    string_agg(format('c.%I is not null', own.attname), ' and '),
    confrelid::regclass,
    string_agg(format('p.%I = c.%I', target.attname, own.attname), ' and ')) as condition
  from pg_constraint, unnest(conkey, confkey) as pair(own_number, target_number)
    join pg_attribute own on true
    join pg_attribute target on true
  where contype = 'f' and convalidated and conparentid = 0
    and own.attrelid = conrelid and own.attnum = own_number
    and target.attrelid = confrelid and target.attnum = target_number
  group by pg_constraint.oid, conrelid, confrelid
  order by 1, pg_constraint.oid`;

/** Forces table scans, because an index still lists the rows of a lost page. */
const INDEX_SCAN_SETTINGS = ['indexscan', 'indexonlyscan', 'bitmapscan', 'nestloop', 'mergejoin'];

/**
 * Finds tables with rows that refer to missing rows. The database refuses such rows, so the files must be
 * damaged: a page of zeros is read as a page without rows, and no checksum detects it.
 *
 * @returns names of the tables
 */
export async function findMissingReferences(runStatement: RunStatement): Promise<string[]> {
  const keys = (await runStatement(LIST_FOREIGN_KEYS_SQL)) as readonly {
    readonly child: string;
    readonly condition: string;
  }[];
  const columns = keys.map(({ condition }, index) => `${condition} as key_${index}`);
  if (columns.length === 0) return [];
  const setAll = (value: string) =>
    INDEX_SCAN_SETTINGS.map((setting) => `set enable_${setting} = ${value};`).join(' ');
  await runStatement(setAll('off'));
  const [found = {}] = await runStatement(`select ${columns.join(', ')}`);
  await runStatement(setAll('default'));
  const lost = keys.filter((_key, index) => Reflect.get(found, `key_${index}`) === true);
  return [...new Set(lost.map(({ child }) => child))];
}
