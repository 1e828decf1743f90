/** Whom it is for: somebody who is known, found by name, email or phone, or somebody new who walks in; and what is noted for them. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserPlus, X } from "lucide-react";
import { useState } from "react";
import { members } from "#contract/members.ts";
import { read } from "#web/kit/api.ts";
import { Button } from "#web/kit/button.tsx";
import { ComboboxField } from "#web/kit/combobox-field.tsx";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextField } from "#web/kit/fields.tsx";
import { useFieldValue, useFocusField, useSetField } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";

const some = 8;
/** Letters from which on people are looked for. */
const least = 2;
const newcomer = "new";

export function Whom() {
  const { can } = useScope();
  const set = useSetField();
  const focus = useFocusField();
  const userId = useFieldText("customer.userId");
  const name = useFieldText("customer.name");
  const [isNew, setNew] = useState(name !== "" && userId === "");
  if (!can(members.list)) return <WalkIn />;
  if (!isNew)
    return (
      <Known
        onNew={(typed, goesOn = true) => {
          set("customer.userId", "");
          set("customer.name", typed);
          setNew(true);
          if (goesOn) requestAnimationFrame(() => focus(typed ? "customer.phone" : "customer.name"));
        }}
      />
    );
  return (
    <WalkIn
      onBack={() => {
        set("customer.name", "");
        set("customer.phone", "");
        setNew(false);
        requestAnimationFrame(() => focus("customer.userId"));
      }}
    />
  );
}

function WalkIn({ onBack }: { onBack?: () => void }) {
  const t = useWords();
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

interface KnownProps {
  /** @param goesOn whether there is more to say of them; else whoever typed is somewhere else already */
  onNew: (typed: string, goesOn?: boolean) => void;
}

function Known({ onNew }: KnownProps) {
  const t = useWords();
  const { organizationId } = useScope();
  const set = useSetField();
  const userId = useFieldText("customer.userId");
  const name = useFieldText("customer.name");
  const [typed, setTyped] = useState("");
  const q = typed.trim();
  const isAsked = q.length >= least;
  const ask = (type: "customer" | "team") => ({
    ...read(members.list, { params: { organizationId }, query: { type, q, per_page: some } }),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
  const found = [useQuery(ask("customer")), useQuery(ask("team"))];
  const people = isAsked
    ? found
        .flatMap(({ data }) => data?.data ?? [])
        .filter(({ active }) => active)
        .slice(0, some)
    : [];
  const choose = (id: string) => {
    set("customer.name", people.find((one) => one.id === id)?.full_name ?? "");
    set("customer.phone", "");
  };
  /** A name that was typed and not chosen is meant all the same. */
  const leave = () => {
    if (q === "") return;
    const [one, another] = people.filter(({ full_name }) => full_name.toLowerCase() === q.toLowerCase());
    if (!one || another) return onNew(q, false);
    set("customer.userId", one.id);
    choose(one.id);
  };
  const add = { value: newcomer, label: q ? t("planning.newCustomerNamed", { name: q }) : t("planning.newCustomer") };
  return (
    <div
      className="contents"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) leave();
      }}
    >
      <ComboboxField
        name="customer.userId"
        label={t("events.customer")}
        placeholder={t("availability.findMember")}
        options={[
          ...people.map(({ id, full_name, email, phone }) => ({
            value: id,
            label: full_name,
            hint: phone ? `${email} · ${phone}` : email,
          })),
          add,
        ]}
        chosenLabel={userId && name}
        onSearch={setTyped}
        searching={isAsked && found.some(({ isFetching }) => isFetching)}
        note={isAsked ? undefined : t("planning.typeToFind")}
        onChosen={(chosen) => (chosen === newcomer ? onNew(q) : choose(chosen))}
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

/** What there is to say of it: to who booked, or to the team alone. */
export function Note() {
  const t = useWords();
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
