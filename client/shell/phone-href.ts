/** `tel:` address of a number as people read it: '+49 30 23125 010' → 'tel:+493023125010'. */
export function getPhoneHref(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}
