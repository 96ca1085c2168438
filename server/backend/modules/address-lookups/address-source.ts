/** A Dutch address as it is asked for: the postcode in capitals without spaces, and the house number. */
export interface AskedAddress {
  readonly zipcode: string;
  readonly streetNumber: number;
}

export interface FoundAddress {
  readonly street: string;
  readonly city: string;
}

/** Knows Dutch addresses. */
export interface AddressSource {
  /**
   * @returns null where there is no such address
   * @throws whatever keeps the source from telling; the visitor types the address then
   */
  find(asked: AskedAddress, signal: AbortSignal): Promise<FoundAddress | null>;
}

/** Streets of the sample shop. Places and postcodes exist, the streets do not all. */
const sampleStreets: Readonly<Record<string, FoundAddress>> = {
  '3511AB': { street: 'Vredenburg', city: 'Utrecht' },
  '5211AA': { street: 'Hinthamerstraat', city: "'s-Hertogenbosch" },
  '6811DG': { street: 'Klaverweg', city: 'Arnhem' },
  '7311AA': { street: 'Haverweg', city: 'Apeldoorn' },
  '7311KZ': { street: 'Klaverweg', city: 'Apeldoorn' },
  '9711AA': { street: 'Stallenstraat', city: 'Groningen' },
};

/** A table of a few streets, for development. */
export const sampleAddresses: AddressSource = {
  find: async ({ zipcode }) =>
    Object.hasOwn(sampleStreets, zipcode) ? (sampleStreets[zipcode] ?? null) : null,
};

const PDOK_URL = 'https://api.pdok.nl/bzk/locatieserver/search/v3_1/free';

/** Text of a field of the first document that PDOK found. */
function readField(answer: unknown, field: string): string | null {
  const read = (value: unknown, key: string | number): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const text = read(read(read(read(answer, 'response'), 'docs'), 0), field);
  return typeof text === 'string' && text !== '' && text.length <= 100 ? text : null;
}

/**
 * The register of addresses of the Dutch state (PDOK, Locatieserver 3.1).
 *
 * @param fetchUrl as `fetch`
 */
export function createPdokAddresses(fetchUrl: typeof fetch = fetch): AddressSource {
  return {
    async find({ zipcode, streetNumber }, signal) {
      const query = new URLSearchParams([
        ['q', `${zipcode} ${streetNumber}`],
        ['fq', 'type:adres'],
        ['fq', `postcode:${zipcode}`],
        ['fq', `huisnummer:${streetNumber}`],
        ['fl', 'straatnaam woonplaatsnaam'],
        ['rows', '1'],
      ]);
      const response = await fetchUrl(`${PDOK_URL}?${query}`, { signal, redirect: 'error' });
      if (!response.ok) throw new Error(`PDOK answered ${response.status}`);
      const answer: unknown = await response.json();
      const street = readField(answer, 'straatnaam');
      const city = readField(answer, 'woonplaatsnaam');
      return street === null || city === null ? null : { street, city };
    },
  };
}
