/** Customer of a quick booking (autocomplete): one who is known, or a new one by name and telephone. */
import { UserPlus, X } from "lucide-react";
import { useState } from "react";
import { customers } from "#contract/customers.ts";
import { contactOf, useCustomerSearch } from "#web/customers/customer-field.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { ComboboxField } from "#web/kit/form/combobox-field.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useFieldValue, useFocusField, useSetField } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const NEW_CUSTOMER = "new";

export function CustomerField() {
  const { can } = useScope();
  const set = useSetField();
  const focus = useFocusField();
  const customerId = useFieldText("customer.customerId");
  const name = useFieldText("customer.name");
  const [isNew, setNew] = useState(name !== "" && customerId === "");
  if (!can(customers.list)) return <WalkInFields />;
  if (!isNew)
    return (
      <CustomerSearchField
        onNew={(typed, goesOn = true) => {
          set("customer.customerId", "");
          set("customer.name", typed);
          setNew(true);
          if (goesOn) requestAnimationFrame(() => focus(typed ? "customer.phone" : "customer.name"));
        }}
      />
    );
  return (
    <WalkInFields
      onBack={() => {
        set("customer.name", "");
        set("customer.phone", "");
        setNew(false);
        requestAnimationFrame(() => focus("customer.customerId"));
      }}
    />
  );
}

function WalkInFields({ onBack }: { onBack?: () => void }) {
  const t = useTranslation();
  return (
    <div className="flex items-end gap-1">
      <TextField name="customer.name" label={t("events.customerName")} autoComplete="off" className="min-w-0 flex-1" />
      <TextField
        name="customer.phone"
        type="tel"
        label={t("planning.phone")}
        autoComplete="off"
        className="min-w-0 flex-1"
      />
      {onBack && (
        <Button variant="ghost" size="icon" aria-label={t("planning.searchCustomer")} onClick={onBack}>
          <X aria-hidden />
        </Button>
      )}
    </div>
  );
}

interface CustomerSearchFieldProps {
  /** @param goesOn false when the focus has already left */
  onNew: (typed: string, goesOn?: boolean) => void;
}

function CustomerSearchField({ onNew }: CustomerSearchFieldProps) {
  const t = useTranslation();
  const set = useSetField();
  const customerId = useFieldText("customer.customerId");
  const name = useFieldText("customer.name");
  const [typed, setTyped] = useState("");
  const q = typed.trim();
  const { found, isAsked, isSearching } = useCustomerSearch(typed);
  const people = found.filter(({ active }) => active);
  const choose = (id: string) => {
    const one = people.find((person) => person.id === id);
    set("customer.name", one?.name ?? "");
    set("customer.phone", "");
    set("customer.email", one?.email ?? "");
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
        if (!currentTarget.contains(relatedTarget)) leave();
      }}
    >
      <ComboboxField
        name="customer.customerId"
        label={t("events.customer")}
        placeholder={t("availability.findMember")}
        options={[...people.map((one) => ({ value: one.id, label: one.name, hint: contactOf(one) })), add]}
        chosenLabel={customerId && name}
        onSearch={setTyped}
        searching={isSearching}
        note={isAsked ? undefined : t("planning.typeToFind")}
        onChosen={(chosen) => (chosen === NEW_CUSTOMER ? onNew(q) : choose(chosen))}
        action={
          <button
            type="button"
            onClick={() => onNew("")}
            className="flex items-center gap-1 text-xs text-accent-ink hover:underline [&_svg]:size-3.5"
          >
            <UserPlus aria-hidden />
            {t("planning.newCustomer")}
          </button>
        }
        clearable
      />
    </div>
  );
}

export function NoteField() {
  const t = useTranslation();
  const set = useSetField();
  const isBlock = useFieldValue("kind") === "block";
  const isInternal = useFieldValue("isInternal") === true;
  return (
    <TextField
      name="text"
      label={t(isInternal || isBlock ? "events.internalNotes" : "planning.noteForCustomer")}
      autoComplete="off"
      maxLength={2000}
      action={
        !isBlock && (
          <button
            type="button"
            aria-pressed={isInternal}
            onClick={() => set("isInternal", !isInternal)}
            className="rounded-md border border-line-strong/80 px-1.5 text-2xs text-ink-2 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink pointer-coarse:min-h-8"
          >
            {t("planning.forTeam")}
          </button>
        )
      }
    />
  );
}
