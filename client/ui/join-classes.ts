/**
 * Joins class names of one element.
 *
 * @param names names in any order; false and undefined are omitted
 * @returns the names separated by spaces, or undefined if there is none
 */
export function joinClasses(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
