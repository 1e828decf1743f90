import { Link } from "@tanstack/react-router";
import { customers } from "#contract/customers.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";

/** The name of a customer, which leads to their page for whoever may see it; above a link that covers the row. */
export function CustomerLink({ customerId, name }: { customerId: string | null; name: string }) {
  const { path, can, isPlatform } = useScope();
  if (!customerId || isPlatform || !can(customers.read))
    return <span className="[overflow-wrap:anywhere]">{name}</span>;
  return (
    <Link
      to={path(`/customers/${customerId}`)}
      className={`${textLinkClass} relative z-1 inline-flex min-h-6 items-center justify-self-start [overflow-wrap:anywhere]`}
    >
      {name}
    </Link>
  );
}
