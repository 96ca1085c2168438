import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { replaceDealers } from '../../server/backend/content/locations/service.ts';
import { openBackendFixture } from '../fixtures/backend-fixture.ts';

type DealerRows = Parameters<typeof replaceDealers>[1];

/** More dealers than any group of shops has. */
const DEALER_COUNT = 5000;

/** Creates dealers spread over the Netherlands, the same at each run. */
function createDealers(): DealerRows {
  return Array.from({ length: DEALER_COUNT }, (_, index) => {
    const [south, west] = [50.8 + ((index * 7919) % 2600) / 1000, 3.6 + ((index * 104_729) % 3400) / 1000];
    const zipcode = `${1000 + ((index * 37) % 9000)} AB`;
    const city = `Plaats ${String.fromCharCode(65 + (index % 26), 97 + (Math.floor(index / 26) % 26))}`;
    return {
      dealerId: index + 1,
      name: `Dealer ${index + 1}`,
      countryId: 1,
      address: {
        zipcode,
        street: 'Haverstraat',
        streetNumber: String(1 + (index % 90)),
        streetNumberAddition: null,
        city,
        countryId: 1,
      },
      latitude: south,
      longitude: west,
      openingHours: [{ days: 'Mon-Fri', open: '08:00', close: '18:00' }],
      phoneNumber: null,
      emailAddress: null,
      website: null,
      isPickupPoint: index % 2 === 0,
      hasFullRange: index % 3 === 0,
      offersSampleDropOff: index % 5 === 0,
    };
  });
}

/** Durations of look-ups among 5,000 dealers: milliseconds, ascending. */
export interface DealerLookupTimes {
  readonly postcode: readonly number[];
  readonly position: readonly number[];
}

/**
 * Measures dealer look-ups over HTTP, on an in-memory backend that has 5,000 dealers.
 *
 * @param samples of each type
 * @throws Error if a call is refused
 */
export async function timeDealerLookups(samples: number): Promise<DealerLookupTimes> {
  const backend = await openBackendFixture();
  const server = createServer(backend.app);
  try {
    await backend.database.transaction('import-shop', (transaction) =>
      replaceDealers(transaction, createDealers()),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const time = async (createQuery: (number: number) => string) => {
      const times: number[] = [];
      // The first requests warm up the backend and are not measured.
      for (let number = -10; number < samples; number += 1) {
        const startedAt = performance.now();
        const answer = await fetch(`http://127.0.0.1:${port}/api/dealers?${createQuery(number + 10)}`, {
          headers: { siteid: '1', languageid: '4' },
        });
        const found: unknown = await answer.json();
        if (number >= 0) times.push(performance.now() - startedAt);
        if (!Array.isArray(found) || found.length !== 10)
          throw new Error(`A dealer search returned ${answer.status} instead of ten dealers`);
      }
      return times.toSorted((a, b) => a - b);
    };
    return {
      postcode: await time((number) => `zipcode=${1000 + ((number * 211) % 9000)}`),
      position: await time(
        (number) =>
          `latitude=${(51 + (number % 200) / 100).toFixed(2)}&longitude=${(4 + (number % 250) / 100).toFixed(2)}&isPickupPoint=true`,
      ),
    };
  } finally {
    server.closeAllConnections();
    server.close();
    await backend.close();
  }
}
