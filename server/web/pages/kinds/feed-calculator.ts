import { listProductKeys, type PageKindOnServer } from '../page-kind.ts';

export const feedCalculatorKind: PageKindOnServer<'feedCalculator'> = {
  // The example is the first of them.
  listSurrogateKeys: ({ others }) => listProductKeys(others.map(({ product }) => product)),
};
