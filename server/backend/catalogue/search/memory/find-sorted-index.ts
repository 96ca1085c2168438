/** Returns the index of a number in an ascending array; -1 if it is missing. Uses binary search. */
export function findSortedIndex(ascending: Int32Array, wanted: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = ascending[middle] ?? 0;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
