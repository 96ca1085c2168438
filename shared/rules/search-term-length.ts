/** Maximum length of a search term, in UTF-16 code units. */
export const MAX_SEARCH_TERM_LENGTH = 200;
