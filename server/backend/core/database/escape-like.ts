/** Escapes a text for a pattern of `like` or `ilike`, in which it then matches only itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
