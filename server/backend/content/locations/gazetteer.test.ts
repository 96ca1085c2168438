import { describe, expect, it } from '@jest/globals';
import { getDistanceMetres } from '../../../../shared/rules/locations.ts';
import { knownTowns } from '../../../../test/fixtures/known-towns.ts';
import { createGazetteer } from './gazetteer.ts';

const gazetteer = createGazetteer();

/** Tolerance in metres for the centre of a town: the coordinates of the test have two decimals. */
const TOLERANCE_METRES = 3500;

describe('gazetteer', () => {
  it('locates at least 200 towns of the delivery countries, with pairwise distances within 10 %', async () => {
    expect(knownTowns.length).toBeGreaterThanOrEqual(200);
    const far: string[] = [];
    for (const [regionCode, name, latitude, longitude] of knownTowns) {
      const found = await gazetteer.findTown(name, regionCode);
      if (!found) {
        far.push(`${regionCode} ${name}: not found`);
        continue;
      }
      for (const [, , otherLatitude, otherLongitude] of knownTowns) {
        const other = { latitude: otherLatitude, longitude: otherLongitude };
        const expected = getDistanceMetres({ latitude, longitude }, other);
        const difference = Math.abs(getDistanceMetres(found, other) - expected);
        if (difference > Math.max(TOLERANCE_METRES, expected / 10)) {
          far.push(`${regionCode} ${name}: ${difference} m of ${expected} m`);
          break;
        }
      }
    }
    expect(far).toEqual([]);
  });

  it.each([
    ['DE', 'Atlantis'],
    ['NL', 'Kiel'],
    ['XX', 'Berlin'],
    ['NL', ''],
    ['NL', '?!'],
    ['NL', '%'],
    ['NL', 'constructor'],
    ['NL', 'Amsterd'],
    ['NL', 'Amsterdam\t1\t2'],
    ['NL', 'NL amsterdam'],
    ['NL', 'a'.repeat(100_000)],
    ['NL', '\ud800'],
  ])('does not find in %s the unknown town %j', async (regionCode, name) => {
    expect(await gazetteer.findTown(name, regionCode)).toBeNull();
  });

  it('returns the largest of several towns with the same name', async () => {
    const halle = await gazetteer.findTown('Halle', 'DE');
    expect(halle?.inhabitants).toBeGreaterThan(200_000);
    expect(await gazetteer.findTown('Neustadt (Dosse)', 'DE')).toBeNull();
  });

  it('finds the first and the last line of its file and nothing before or after them', async () => {
    const small = createGazetteer(async () => Buffer.from('AT a\t1\t2\t3\nAT b\t4\t5\t6\nSE oe\t7\t8\t9\n'));
    expect(await small.findTown('A', 'AT')).toEqual({ latitude: 1, longitude: 2, inhabitants: 3 });
    expect(await small.findTown('B', 'AT')).toEqual({ latitude: 4, longitude: 5, inhabitants: 6 });
    expect(await small.findTown('Ö', 'SE')).toEqual({ latitude: 7, longitude: 8, inhabitants: 9 });
    expect(await small.findTown('A', 'AA')).toBeNull();
    expect(await small.findTown('Z', 'SE')).toBeNull();
    expect(await createGazetteer(async () => Buffer.alloc(0)).findTown('A', 'AT')).toBeNull();
  });

  it('reads its file again after a failure', async () => {
    let reads = 0;
    const failing = createGazetteer(async () => {
      reads += 1;
      if (reads === 1) throw new Error('EMFILE');
      return Buffer.from('AT a\t1\t2\t3\n');
    });
    await expect(failing.findTown('A', 'AT')).rejects.toThrow('EMFILE');
    expect(await failing.findTown('A', 'AT')).not.toBeNull();
    expect(await failing.findTown('A', 'AT')).not.toBeNull();
    expect(reads).toBe(2);
  });
});
