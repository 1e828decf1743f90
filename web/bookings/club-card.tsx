/** The club of a booking, with its telephone and address for mails. */
import type { Booking } from "#contract/bookings.ts";
import { telephoneLink } from "#messages/telephone-link.ts";
import { Card } from "#web/kit/ui/card.tsx";

const contactClass = "inline-flex min-h-6 w-fit items-center hover:underline pointer-coarse:min-h-11";

export function ClubCard({
  booking: { organization, contact },
}: {
  booking: Pick<Booking, "organization" | "contact">;
}) {
  const { phone, email } = contact;
  return (
    <Card padded>
      <p className="font-medium [overflow-wrap:anywhere]">{organization.name}</p>
      <p className="mt-0.5 grid text-13 [overflow-wrap:anywhere] text-ink-2">
        {phone && (
          <a href={telephoneLink(phone)} className={`${contactClass} tnum`}>
            {phone}
          </a>
        )}
        {email && (
          <a href={`mailto:${email}`} className={contactClass}>
            {email}
          </a>
        )}
      </p>
    </Card>
  );
}
