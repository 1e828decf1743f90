/** Asks "Is it …?" before a second customer is made for the same telephone number, email or a similar name. */
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Customer, customers } from "#contract/customers.ts";
import { ApiError, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import type { BookingCustomer } from "./booking-customer-draft.ts";
import { isSamePerson } from "./booking-customer.ts";
import { contactOf } from "./customer-field.tsx";

type Typed = Pick<BookingCustomer, "name" | "phone" | "email">;

/** Pause in typing after which the server is asked, in milliseconds. */
const PAUSE_MS = 250;
const MIN_NAME_LENGTH = 3;

const isAskable = ({ name, phone, email }: Typed) =>
  (name ?? "").trim().length >= MIN_NAME_LENGTH ||
  (phone ?? "").replace(/\D/gu, "").length >= 6 ||
  /.@.+\../u.test(email ?? "");

const similarQuery = (organizationId: string, { name, phone, email }: Typed) =>
  endpointQuery(
    customers.similar,
    {
      params: { organizationId },
      query: { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) },
    },
    { quiet: true },
  );

const usePause = (typed: Typed): Typed => {
  const text = JSON.stringify(typed);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as Typed;
};

/** Shown below the name and contact of a new customer. */
export function SimilarCustomers() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const set = useSetField();
  const [name, phone, email] = [
    useFieldText("customer.name"),
    useFieldText("customer.phone"),
    useFieldText("customer.email"),
  ];
  const denied = useFieldValue("customer.denied");
  const typed = usePause({ name, phone, email });
  const isAsked = isAskable(typed);
  const { data } = useQuery({
    ...similarQuery(organizationId, typed),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
  const isDenied = (id: string) => Array.isArray(denied) && denied.includes(id);
  const found = isAsked ? (data?.data ?? []).filter(({ id }) => !isDenied(id)) : [];
  const [one, another] = found;
  if (!one) return null;
  const choose = (chosen: Customer) => {
    // A number or address that the customer lacks is kept: the server adds it to them.
    set("customer.phone", chosen.phone || chosen.userId ? "" : phone);
    set("customer.email", chosen.email ?? (chosen.userId ? "" : email));
    set("customer.name", chosen.name);
    set("customer.customerId", chosen.id);
  };
  return (
    <div className="grid gap-2 rounded-lg bg-blue-bg px-3 py-2.5 text-13 text-blue-fg">
      <p role="status" className="font-medium">
        {another ? t("customers.isItOneOf") : t("customers.isIt", { name: one.name })}
      </p>
      <ul aria-label={t("customers.similar")} className="grid gap-1.5">
        {found.map((customer) => (
          <li key={customer.id} className="flex items-center gap-3">
            <span className="grid min-w-0 flex-1">
              {another && <span className="font-medium [overflow-wrap:anywhere]">{customer.name}</span>}
              <span className="[overflow-wrap:anywhere] tnum">{contactOf(customer) ?? t("customers.noContact")}</span>
            </span>
            <Button
              size="sm"
              aria-label={t("customers.itIs", { name: customer.name })}
              onClick={() => choose(customer)}
            >
              {t("customers.yes")}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5 text-blue-fg!"
          onClick={() =>
            set("customer.denied", [...(Array.isArray(denied) ? denied : []), ...found.map(({ id }) => id)])
          }
        >
          {t("customers.somebodyNew")}
        </Button>
      </div>
    </div>
  );
}

/** Similar customers who were neither chosen nor denied; none where the server cannot say. */
async function listUndecided(cache: QueryClient, organizationId: string, customer: BookingCustomer) {
  if (customer.customerId || !isAskable(customer)) return [];
  const { data } = await cache
    .fetchQuery({ ...similarQuery(organizationId, customer), staleTime: 10_000 })
    .catch(() => ({ data: [] }));
  if (data.some((one) => isSamePerson(one, customer))) return [];
  return data.filter(({ id }) => !customer.denied.includes(id));
}

/**
 * @returns a check to await before something is booked
 * @throws ApiError at the name as long as the question "Is it …?" is open
 */
export function useSimilarCustomersCheck(): (customer: BookingCustomer | undefined) => Promise<void> {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const cache = useQueryClient();
  return async (customer) => {
    if (!customer?.name || !can(customers.list)) return;
    const [one] = await listUndecided(cache, organizationId, customer);
    if (!one) return;
    const text = t("customers.answerFirst");
    throw new ApiError(422, text, { errors: { "customer.name": [text] } });
  };
}
