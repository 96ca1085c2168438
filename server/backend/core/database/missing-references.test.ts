import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findMissingReferences } from './missing-references.ts';

let client: PGlite;
const runSql = async (text: string) => (await client.exec(text)).at(-1)?.rows ?? [];

beforeAll(async () => {
  client = await PGlite.create('memory://');
  await client.exec(`
    create table parent (a int, b int, primary key (a, b));
    create table child (id int primary key, a int, b int, self int references child,
      foreign key (a, b) references parent);
    create table "Quoted name" (id int, parent_id int references child);
    create table part (id int primary key) partition by hash (id);
    create table part_0 partition of part for values with (modulus 2, remainder 0);
    create table part_1 partition of part for values with (modulus 2, remainder 1);
    create table of_part (id int references part);
    insert into parent values (1, 1), (2, 2);
    insert into child values (1, 1, 1, null), (2, 2, null, 1), (3, null, null, 3);
    insert into "Quoted name" values (1, 1), (2, null);
    insert into part values (1), (2), (3);
    insert into of_part values (1), (2), (3), (null);`);
});
afterAll(() => client.close());

it('finds nothing if all rows refer to existing rows or to none', async () => {
  expect(await findMissingReferences(runSql)).toEqual([]);
});

it('does not change the settings of the planner', async () => {
  await findMissingReferences(runSql);
  expect(await runSql('show enable_indexscan')).toEqual([{ enable_indexscan: 'on' }]);
  expect(await runSql('show enable_nestloop')).toEqual([{ enable_nestloop: 'on' }]);
});

it('names each table with rows that refer to a lost row', async () => {
  // Disabling the triggers allows deleting a referenced row, as damaged files do.
  await client.exec(`
    set session_replication_role = replica;
    delete from child where id = 1;
    delete from part where id = 2;
    set session_replication_role = origin;`);
  expect(await findMissingReferences(runSql)).toEqual(['"Quoted name"', 'child', 'of_part']);
});
