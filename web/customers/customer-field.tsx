/** Customer picker (autocomplete): finds a customer by any part of name, email, telephone or number. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Customer, customers } from "#contract/customers.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { ComboboxField } from "#web/kit/form/combobox-field.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const MAX_SUGGESTIONS = 8;
const MIN_QUERY_LENGTH = 2;

/** How a customer is told from others of the same name. */
export const contactOf = ({ phone, email }: Pick<Customer, "phone" | "email">): string | undefined =>
  [phone, email].filter(Boolean).join(" · ") || undefined;

/** @returns nothing until two letters or digits are typed */
export function useCustomerSearch(typed: string) {
  const { organizationId } = useScope();
  const q = typed.trim();
  const isAsked = q.length >= MIN_QUERY_LENGTH;
  const { data, isFetching } = useQuery({
    ...endpointQuery(customers.list, { params: { organizationId }, query: { q, per_page: MAX_SUGGESTIONS } }),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
  return { found: isAsked ? (data?.data ?? []) : [], isAsked, isSearching: isAsked && isFetching };
}

interface CustomerFieldProps {
  name: string;
  label: string;
  hint?: string;
  /** The customer of the form's first value. */
  known?: { id: string; name: string } | null;
  /** Never offered: the customer whose form it is. */
  exceptId?: string | undefined;
  optional?: boolean;
  required?: boolean;
}

export function CustomerField({ name, label, hint, known, exceptId, optional, required }: CustomerFieldProps) {
  const t = useTranslation();
  const chosen = useFieldText(name);
  const [typed, setTyped] = useState("");
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const { found, isAsked, isSearching } = useCustomerSearch(typed);
  const { organizationId } = useScope();
  const isNamed = chosen in names || known?.id === chosen;
  const unnamed = useQuery({
    ...endpointQuery(customers.read, { params: { organizationId, customerId: chosen } }, { quiet: true }),
    enabled: chosen !== "" && !isNamed,
  }).data?.data;
  const options = found.filter(({ id }) => id !== exceptId);
  return (
    <ComboboxField
      name={name}
      label={label}
      placeholder={t("customers.find")}
      options={options.map((one) => ({ value: one.id, label: one.name, hint: contactOf(one) }))}
      chosenLabel={chosen && (names[chosen] ?? (known?.id === chosen ? known.name : (unnamed?.name ?? "…")))}
      onSearch={setTyped}
      searching={isSearching}
      note={isAsked ? undefined : t("planning.typeToFind")}
      onChosen={(id) => {
        const one = options.find((option) => option.id === id);
        if (one) setNames({ ...names, [id]: one.name });
      }}
      clearable
      {...(hint === undefined ? {} : { hint })}
      {...(optional === undefined ? {} : { optional })}
      {...(required === undefined ? {} : { required })}
    />
  );
}
