/** A Dutch address to look up: the postcode in capitals without spaces, and the house number. */
export interface AddressQuery {
  readonly zipcode: string;
  readonly streetNumber: number;
}

export interface FoundAddress {
  readonly street: string;
  readonly city: string;
}

/** Source of Dutch addresses. */
export interface AddressSource {
  /**
   * Returns the addresses of a postcode and house number: several if streets share the postcode.
   *
   * @throws any error of the source; visitors then type the address themselves
   */
  find(query: AddressQuery, signal: AbortSignal): Promise<readonly FoundAddress[]>;
  /**
   * Returns whether a postcode has any address.
   *
   * @throws as `find` does
   */
  hasPostcode(zipcode: string, signal: AbortSignal): Promise<boolean>;
}

/** Streets of the sample shop. The towns and postcodes exist; some streets do not. */
const sampleStreets: ReadonlyMap<string, readonly FoundAddress[]> = new Map([
  ['3511AB', [{ street: 'Vredenburg', city: 'Utrecht' }]],
  ['5211AA', [{ street: 'Hinthamerstraat', city: "'s-Hertogenbosch" }]],
  [
    '6811DG',
    [
      { street: 'Klaverweg', city: 'Arnhem' },
      { street: 'Ruiterlaan', city: 'Arnhem' },
    ],
  ],
  ['7311AA', [{ street: 'Haverweg', city: 'Apeldoorn' }]],
  [
    '7311KZ',
    [
      { street: 'Klaverweg', city: 'Apeldoorn' },
      { street: 'Haverstraat', city: 'Apeldoorn' },
    ],
  ],
  ['9711AA', [{ street: 'Stallenstraat', city: 'Groningen' }]],
]);

/** Highest house number of every sample street. */
const MAX_SAMPLE_HOUSE_NUMBER = 250;

/** A table of a few streets, for development. */
export const sampleAddressSource: AddressSource = {
  find: async ({ zipcode, streetNumber }) =>
    streetNumber >= 1 && streetNumber <= MAX_SAMPLE_HOUSE_NUMBER ? (sampleStreets.get(zipcode) ?? []) : [],
  hasPostcode: async (zipcode) => sampleStreets.has(zipcode),
};

const PDOK_URL = 'https://api.pdok.nl/bzk/locatieserver/search/v3_1/free';

/** Upper limit; no postcode and house number have this many streets. */
const MAX_STREETS = 10;

const getJsonMember = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** Returns the documents in a response of PDOK. */
function listResponseDocuments(answer: unknown): readonly unknown[] {
  const documents = getJsonMember(getJsonMember(answer, 'response'), 'docs');
  return Array.isArray(documents) ? documents : [];
}

/** Returns a text field of a document. */
function getTextField(document: unknown, field: string): string | null {
  const text = getJsonMember(document, field);
  return typeof text === 'string' && text !== '' && text.length <= 100 ? text : null;
}

/**
 * Creates a source from the Dutch state's register of addresses (PDOK, Locatieserver 3.1).
 *
 * @param fetchUrl same signature as `fetch`
 */
export function createPdokAddressSource(fetchUrl: typeof fetch = fetch): AddressSource {
  async function search(
    text: string,
    filters: readonly string[],
    rows: number,
    signal: AbortSignal,
  ): Promise<readonly unknown[]> {
    const query = new URLSearchParams([
      ['q', text],
      ...['type:adres', ...filters].map((filter) => ['fq', filter]),
      ['fl', 'straatnaam woonplaatsnaam'],
      ['rows', String(rows)],
    ]);
    const response = await fetchUrl(`${PDOK_URL}?${query}`, { signal, redirect: 'error' });
    if (!response.ok) throw new Error(`PDOK returned status ${response.status}`);
    return listResponseDocuments(await response.json());
  }

  return {
    async find({ zipcode, streetNumber }, signal) {
      const filters = [`postcode:${zipcode}`, `huisnummer:${streetNumber}`];
      const documents = await search(`${zipcode} ${streetNumber}`, filters, MAX_STREETS, signal);
      return documents.flatMap((document) => {
        const street = getTextField(document, 'straatnaam');
        const city = getTextField(document, 'woonplaatsnaam');
        return street === null || city === null ? [] : [{ street, city }];
      });
    },

    async hasPostcode(zipcode, signal) {
      const documents = await search(zipcode, [`postcode:${zipcode}`], 1, signal);
      return documents.some((document) => getTextField(document, 'straatnaam') !== null);
    },
  };
}
