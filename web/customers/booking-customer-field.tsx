/** Customer of a booking (autocomplete): one who is known, or a new one by name, telephone and email. */
import { useQuery } from "@tanstack/react-query";
import { UserPlus, X } from "lucide-react";
import { useRef, useState } from "react";
import { customers } from "#contract/customers.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { ComboboxField } from "#web/kit/form/combobox-field.tsx";
import { useFieldValue, useFocusField, useSetField } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { splitTypedCustomer } from "./booking-customer.ts";
import { contactOf, useCustomerSearch } from "./customer-field.tsx";
import { SimilarCustomers } from "./similar-customers.tsx";

const NEW_CUSTOMER = "new";

/** Members `customer.customerId`, `.name`, `.phone`, `.email` and `.denied` of a form: see `BookingCustomer`. */
export function BookingCustomerField({ optional = false }: { optional?: boolean }) {
  const { can } = useScope();
  const set = useSetField();
  const focus = useFocusField();
  const customerId = useFieldText("customer.customerId");
  const contact = [useFieldText("customer.name"), useFieldText("customer.phone"), useFieldText("customer.email")];
  const [startsNew, setStartsNew] = useState(false);
  const isNew = customerId === "" && (startsNew || contact.some(Boolean));
  if (!can(customers.list)) return <NewCustomerFields />;
  if (!isNew)
    return (
      <CustomerSearchField
        optional={optional}
        onNew={(typed, goesOn = true) => {
          const parts = splitTypedCustomer(typed);
          set("customer.customerId", "");
          for (const [part, text] of Object.entries(parts)) set(`customer.${part}`, text);
          setStartsNew(true);
          if (!goesOn) return;
          const next = parts.name === "" ? "name" : parts.phone === "" ? "phone" : "email";
          requestAnimationFrame(() => focus(`customer.${next}`));
        }}
      />
    );
  return (
    <>
      <NewCustomerFields
        onBack={() => {
          for (const part of ["name", "phone", "email"]) set(`customer.${part}`, "");
          setStartsNew(false);
          requestAnimationFrame(() => focus("customer.customerId"));
        }}
      />
      <SimilarCustomers />
    </>
  );
}

function NewCustomerFields({ onBack }: { onBack?: () => void }) {
  const t = useTranslation();
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-1">
        <TextField
          name="customer.name"
          label={t("events.customerName")}
          autoComplete="off"
          className="min-w-0 flex-1"
        />
        {onBack && (
          <Button variant="ghost" size="icon" aria-label={t("planning.searchCustomer")} onClick={onBack}>
            <X aria-hidden />
          </Button>
        )}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <TextField name="customer.phone" type="tel" label={t("planning.phone")} autoComplete="off" />
        <TextField name="customer.email" type="email" label={t("members.email")} autoComplete="off" />
      </div>
    </div>
  );
}

interface CustomerSearchFieldProps {
  optional: boolean;
  /** @param goesOn false when the focus has already left */
  onNew: (typed: string, goesOn?: boolean) => void;
}

/** The name of a customer who came by id alone, as from a link. */
function useNameOf(customerId: string, known: string): string {
  const { organizationId } = useScope();
  const { data } = useQuery({
    ...endpointQuery(customers.read, { params: { organizationId, customerId } }, { quiet: true }),
    enabled: customerId !== "" && known === "",
  });
  return known || (data?.data.name ?? "…");
}

function CustomerSearchField({ optional, onNew }: CustomerSearchFieldProps) {
  const t = useTranslation();
  const set = useSetField();
  const customerId = useFieldText("customer.customerId");
  const name = useNameOf(customerId, useFieldText("customer.name"));
  const learned = useFieldValue("customer.phone");
  const [typed, setTyped] = useState("");
  /** The list forgets its text when it loses the focus to the button "New customer". */
  const leftText = useRef("");
  const q = typed.trim();
  const { found, isAsked, isSearching } = useCustomerSearch(typed);
  const people = found.filter(({ active }) => active);
  const choose = (id: string) => {
    const one = people.find((person) => person.id === id);
    set("customer.name", one?.name ?? "");
    set("customer.phone", "");
    set("customer.email", one?.email ?? "");
    set("customer.denied", []);
  };
  /** A typed name counts even if nobody was chosen. */
  const leave = () => {
    if (q === "") return;
    const [one, another] = people.filter((person) => person.name.toLowerCase() === q.toLowerCase());
    if (!one || another) return onNew(q, false);
    set("customer.customerId", one.id);
    choose(one.id);
  };
  const add = {
    value: NEW_CUSTOMER,
    label: q ? t("planning.newCustomerNamed", { name: q }) : t("planning.newCustomer"),
  };
  return (
    <div
      className="contents"
      onBlur={({ currentTarget, relatedTarget }) => {
        leftText.current = q;
        if (!currentTarget.contains(relatedTarget)) leave();
      }}
    >
      <ComboboxField
        name="customer.customerId"
        label={t("events.customer")}
        placeholder={t("customers.find")}
        options={[
          ...people.map((one) => ({ value: one.id, label: one.name, hint: contactOf(one) })),
          ...(isSearching ? [] : [add]),
        ]}
        chosenLabel={customerId && name}
        hint={typeof learned === "string" && learned ? t("customers.phoneAdded", { phone: learned }) : undefined}
        onSearch={setTyped}
        searching={isSearching}
        note={isAsked ? undefined : t("planning.typeToFind")}
        onChosen={(chosen) => (chosen === NEW_CUSTOMER ? onNew(q) : choose(chosen))}
        action={
          <button
            type="button"
            onClick={() => onNew(q || leftText.current)}
            className="flex items-center gap-1 text-xs text-accent-ink hover:underline [&_svg]:size-3.5"
          >
            <UserPlus aria-hidden />
            {t("planning.newCustomer")}
          </button>
        }
        optional={optional}
        clearable
      />
    </div>
  );
}
