/** Maximum size of the headers of a request to the web or the backend, in bytes. */
export const MAX_HEADER_BYTES = 16_384;
