/** Weights of a word by the field in which it occurs. Names precede all descriptive and derived texts. */
export const weightByField = {
  name: 1,
  claim: 0.5,
  category: 0.45,
  ancestor: 0.35,
  fact: 0.3,
  benefit: 0.28,
  body: 0.2,
  title: 1,
  summary: 0.5,
  heading: 0.35,
  block: 0.15,
} as const;

/** Returns the weight of a fact: higher if the product has few of its kind and names it early. */
export const getAttributeWeight = (facet: string, position: number, count: number): number => {
  if (facet === 'applications')
    return (1 - 0.12 * Math.min(position, 4)) * (count === 1 ? 1 : count === 2 ? 0.95 : 0.88);
  if (facet === 'ingredientFlags' || facet === 'packaging') return 0.7;
  return 1 / Math.sqrt(count);
};

/** Returns the weight of a feed material by its share. */
export const getMaterialWeight = (percent: number): number => 0.3 + 0.7 * Math.min(1, percent / 40);
