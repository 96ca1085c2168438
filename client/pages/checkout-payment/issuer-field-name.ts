/**
 * Returns the name of the field with the bank of a payment method. Each method with banks has its own field.
 */
export const getIssuerFieldName = (paymentMethodId: number): string => `issuer-${paymentMethodId}`;
