/**
 * Address that a phone calls: '+49 30 23125 010' → 'tel:+493023125010'.
 *
 * @param phone E.164 with spaces, as people read it
 */
export function getPhoneUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}
