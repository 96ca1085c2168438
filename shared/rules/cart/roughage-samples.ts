interface SampledLine {
  readonly productId: number;
  readonly rqsSamples: readonly { readonly sampleName: string | null }[];
}

/** Returns the number of roughage samples without a name; an order needs all names. */
export const countUnnamedSamples = (lines: readonly SampledLine[]): number =>
  lines.flatMap(({ rqsSamples }) => rqsSamples).filter(({ sampleName }) => sampleName === null).length;

/**
 * Lists the names of samples of other tests, which a sample of this test may share: the same name in two
 * tests means the same batch. Without duplicates, in the order of the cart, without names that this test has
 * used.
 */
export function listBatchNames(lines: readonly SampledLine[], productId: number): readonly string[] {
  const listNames = (ofTest: readonly SampledLine[]) =>
    ofTest
      .flatMap(({ rqsSamples }) => rqsSamples)
      .flatMap(({ sampleName }) => (sampleName === null ? [] : [sampleName]));
  const used = new Set(listNames(lines.filter((line) => line.productId === productId)).map(foldCase));
  const found = new Map(
    listNames(lines.filter((line) => line.productId !== productId)).map((name) => [foldCase(name), name]),
  );
  return [...found].flatMap(([key, name]) => (used.has(key) ? [] : [name]));
}

/** Folds the case of a name for comparison. */
const foldCase = (name: string): string => name.toLowerCase();
