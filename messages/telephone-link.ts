/** The address that a telephone dials. @param phone as people write it */
export const telephoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, "")}`;
