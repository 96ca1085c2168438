/** Name of the field with the bank of a method: each method that needs one has its own. */
export const getIssuerField = (paymentMethodId: number): string => `issuer-${paymentMethodId}`;
