import { countCartPasswordsByKey } from '../commerce/carts/queries.ts';
import { countCardsByKey } from '../commerce/gift-cards/queries.ts';
import { createSecondFactors } from '../core/admin/second-factor.ts';
import { listStaffSecrets } from '../core/admin/staff-accounts.ts';
import { createCommand } from '../core/cli/command.ts';
import type { KeyRing, KeyUsageCount } from '../core/security/key-ring.ts';
import { parsePasswordKeyId } from '../core/security/password-key-id.ts';
import { countPasswordsByKey } from '../customers/accounts/queries.ts';
import type { ShopCommandContext } from './shop-command-context.ts';

/** Describes how many values use each key of a ring, and how many use an unknown key. */
function describeKeyUsage(name: string, ring: KeyRing, counts: readonly KeyUsageCount[]) {
  const byKey = new Map<string | undefined, number>();
  for (const { keyId, count } of counts) {
    const id = ring.find(keyId ?? undefined)?.id;
    byKey.set(id, (byKey.get(id) ?? 0) + count);
  }
  const lines = ring.keys.map(({ id }) => {
    const state = id === ring.current.id ? 'current key' : 'other key';
    return `${name} · ${state} ${id} · ${byKey.get(id) ?? 0}`;
  });
  const lost = byKey.get(undefined) ?? 0;
  const others = ring.keys.slice(1).reduce((sum, { id }) => sum + (byKey.get(id) ?? 0), 0);
  return {
    lines: lost === 0 ? lines : [...lines, `${name} · key that is not in the settings · ${lost}`],
    others,
  };
}

/** Shows how many stored values use each key, so that operators know when a former key can be removed. */
export const keysCommand = createCommand<true, ShopCommandContext>({
  name: 'keys',
  usage: `Usage: npm run keys

Lists how many passwords, second factors of staff and gift cards use each key of PASSWORD_PEPPER and GIFT_CARD_KEY. A former key can be
removed from the settings when no value uses it. Keys are named by an id that does not reveal them. The running backend does it; if none
runs, it is done in the database that DATA_DIR or DATABASE_URL names.
`,
  read: (words) => (words.length === 0 ? true : null),
  async run(_, { openDatabase, readKeyRings, print: say }) {
    const { database } = await openDatabase();
    const rings = await readKeyRings();
    const secondFactors = createSecondFactors(rings.secondFactors);
    const staff = await listStaffSecrets(database);
    const staffPasswords = staff.flatMap(({ passwordHash }) =>
      passwordHash === null ? [] : [{ keyId: parsePasswordKeyId(passwordHash), count: 1 }],
    );
    const customerPasswords = [
      ...(await countPasswordsByKey(database)),
      ...(await countCartPasswordsByKey(database)),
    ];
    const described = [
      describeKeyUsage('passwords of customers', rings.passwords, customerPasswords),
      describeKeyUsage('passwords of staff', rings.passwords, staffPasswords),
      describeKeyUsage(
        'second factors of staff',
        rings.secondFactors,
        staff.map(({ secondFactor }) => ({
          // No key has an empty id, so such values count as unreadable.
          keyId: secondFactors.findKeyId(secondFactor) ?? '',
          count: 1,
        })),
      ),
      describeKeyUsage('gift cards', rings.giftCards, await countCardsByKey(database)),
    ];
    for (const { lines } of described) say(lines.join('\n'));
    const others = described.reduce((sum, part) => sum + part.others, 0);
    say(
      others === 0
        ? 'Every value uses the current key, or a key that is not in the settings.'
        : `${others} values use another key than the current one: leave that key in the settings.`,
    );
    return 0;
  },
});
