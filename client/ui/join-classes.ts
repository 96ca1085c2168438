/**
 * Class names of one element.
 *
 * @param names names in any order; what is false or undefined is left out
 * @returns the names with a space between, or undefined where none is left
 */
export function joinClasses(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
