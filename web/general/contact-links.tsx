import { telephoneLink } from "#messages/telephone-link.ts";

const linkClass = "inline-flex min-h-6 w-fit items-center hover:underline pointer-coarse:min-h-11";

/** Telephone and address of a club, as far as they are known. */
export const ContactLinks = ({ phone, email }: { phone: string | null; email: string | null }) => (
  <>
    {phone && (
      <a href={telephoneLink(phone)} className={`${linkClass} tnum`}>
        {phone}
      </a>
    )}
    {email && (
      <a href={`mailto:${email}`} className={linkClass}>
        {email}
      </a>
    )}
  </>
);
