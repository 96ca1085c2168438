/**
 * Chunks that every first visit of a list fetches; what they share with the entry, and their words, come with the entry. Whoever has not answered
 * is asked for consent on their first page, whichever it is; the error page is fetched ahead, since it cannot be when it is needed.
 */
export const firstPages = ['CategoryPage', 'Consent', 'ErrorPage'];
