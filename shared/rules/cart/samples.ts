interface SampledLine {
  readonly productId: number;
  readonly rqsSamples: readonly { readonly sampleName: string | null }[];
}

/** How many samples of roughage tests have no name yet: an order needs all of them. */
export const countUnnamedSamples = (lines: readonly SampledLine[]): number =>
  lines.flatMap(({ rqsSamples }) => rqsSamples).filter(({ sampleName }) => sampleName === null).length;

/**
 * Names that the samples of a line may share with those of other tests: the same name in two tests is the same batch. Each once, in the order
 * of the cart, without those that this test has used.
 */
export function listBatchNames(lines: readonly SampledLine[], productId: number): readonly string[] {
  const listNames = (ofTest: readonly SampledLine[]) =>
    ofTest
      .flatMap(({ rqsSamples }) => rqsSamples)
      .flatMap(({ sampleName }) => (sampleName === null ? [] : [sampleName]));
  const used = new Set(listNames(lines.filter((line) => line.productId === productId)).map(fold));
  const found = new Map(
    listNames(lines.filter((line) => line.productId !== productId)).map((name) => [fold(name), name]),
  );
  return [...found].flatMap(([key, name]) => (used.has(key) ? [] : [name]));
}

/** Names are the same whatever their case. */
const fold = (name: string): string => name.toLowerCase();
