/**
 * Returns the tel: URL of a phone number: '+49 30 23125 010' → 'tel:+493023125010'.
 *
 * @param phone E.164 with spaces, as displayed
 */
export function getPhoneUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}
