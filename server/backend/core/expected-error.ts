/** Error whose message states what the user has to do. Commands print it without its stack. */
export abstract class ExpectedError extends Error {}
