/** Customer of a booking by the team: a member, found by name, email or phone, or a walk-in's name and phone. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { members } from "#contract/members.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { ComboboxField } from "#web/kit/form/combobox-field.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormRow, useSetField } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export function CustomerFields({ known }: { known?: { userId: string | null; name: string } | null }) {
  const t = useTranslation();
  const { can } = useScope();
  const hasMember = useFieldText("customer.userId") !== "";
  return (
    <>
      {can(members.list) && <MemberField known={known} />}
      {!hasMember && (
        <FormRow>
          <TextField name="customer.name" label={t("events.customerName")} autoComplete="off" optional />
          <TextField name="customer.phone" type="tel" label={t("events.customerPhone")} autoComplete="off" optional />
        </FormRow>
      )}
    </>
  );
}

const MAX_FOUND_MEMBERS = 8;

function MemberField({ known }: { known: { userId: string | null; name: string } | null | undefined }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const set = useSetField();
  const userId = useFieldText("customer.userId");
  const name = useFieldText("customer.name");
  const [q, setQ] = useState("");
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const membersRequest = (type: "customer" | "team") => ({
    ...endpointQuery(members.list, { params: { organizationId }, query: { type, q, per_page: MAX_FOUND_MEMBERS } }),
    placeholderData: keepPreviousData,
  });
  const found = [useQuery(membersRequest("customer")), useQuery(membersRequest("team"))];
  const people = found
    .flatMap(({ data }) => data?.data ?? [])
    .filter(({ active }) => active)
    .slice(0, MAX_FOUND_MEMBERS);
  return (
    <ComboboxField
      name="customer.userId"
      label={t("availability.member")}
      placeholder={t("availability.findMember")}
      options={people.map(({ id, full_name, email, phone }) => ({
        value: id,
        label: full_name,
        hint: phone ? `${email} · ${phone}` : email,
      }))}
      chosenLabel={userId && (names[userId] ?? (known?.userId === userId ? known.name : name || "…"))}
      onSearch={setQ}
      searching={found.some(({ isFetching }) => isFetching)}
      onChosen={(chosen) => {
        const person = people.find(({ id }) => id === chosen);
        if (person) setNames({ ...names, [chosen]: person.full_name });
        set("customer.name", "");
        set("customer.phone", "");
      }}
      clearable
      optional
    />
  );
}
