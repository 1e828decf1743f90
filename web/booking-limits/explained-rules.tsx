/** Asks what holds for a customer or a role, on a field at a moment, and shows from where each rule comes. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Info } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import * as z from "zod/mini";
import { bookingLimits, type RulesExplanation } from "#contract/booking-limits.ts";
import { fields } from "#contract/fields.ts";
import type { Role } from "#contract/members.ts";
import { toInstant } from "#web/availability/slots.ts";
import { CustomerField } from "#web/customers/customer-field.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SegmentedField, SelectField } from "#web/kit/form/choice-fields.tsx";
import { ComboboxField } from "#web/kit/form/combobox-field.tsx";
import { DateField, TimeField } from "#web/kit/form/date-fields.tsx";
import { Form, FormRow, useFieldValue } from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { roleName } from "#web/members/member-badges.tsx";
import { useLeadTimeText } from "#web/organizations/use-cancellation-text.ts";
import { ruleLabels, ruleNames, useRuleText } from "#web/organizations/use-rule-text.ts";
import { useUsualText } from "./use-usual-text.ts";

const ExplainDraft = z.object({
  of: z.enum(["customer", "role"]),
  customerId: z.string(),
  roleId: z.nullable(z.int()),
  fieldId: z.string(),
  date: z.string(),
  time: z.string(),
  duration: z.nullable(z.int()),
});

export function ExplainedRules({ roles }: { roles: readonly Role[] }) {
  const t = useTranslation();
  return (
    <Card title={t("booking-limits.explain")} padded>
      <Form
        schema={ExplainDraft}
        defaultValues={{
          of: "role" as const,
          ...{ customerId: "", roleId: roles[0]?.id ?? null, fieldId: "" },
          ...{ date: "", time: "18:00", duration: 60 },
        }}
        guard={false}
        onSubmit={() => Promise.resolve()}
        label={t("booking-limits.explain")}
      >
        <SubjectFields roles={roles} />
        <MomentFields />
        <Explanation />
      </Form>
    </Card>
  );
}

function SubjectFields({ roles }: { roles: readonly Role[] }) {
  const t = useTranslation();
  const isRole = useFieldValue("of") === "role";
  return (
    <FormRow>
      <SegmentedField
        name="of"
        label={t("booking-limits.whose")}
        options={[
          { value: "role", label: t("members.role") },
          { value: "customer", label: t("events.customer") },
        ]}
      />
      {isRole ? (
        <SelectField
          name="roleId"
          label={t("members.role")}
          options={roles.map((role) => ({ value: role.id, label: roleName(t, role) }))}
        />
      ) : (
        <CustomerField name="customerId" label={t("events.customer")} />
      )}
    </FormRow>
  );
}

function MomentFields() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [q, setQ] = useState("");
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const fieldId = useFieldText("fieldId");
  const { data, isFetching } = useQuery({
    ...endpointQuery(fields.search, { params: { organizationId }, query: { q } }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const found = data?.data ?? [];
  return (
    <>
      <ComboboxField
        name="fieldId"
        label={t("events.field")}
        options={found.map(({ id, name, facility }) => ({ value: id, label: name, hint: facility.name }))}
        chosenLabel={fieldId && (names[fieldId] ?? "…")}
        onSearch={setQ}
        searching={isFetching}
        onChosen={(id) => {
          const name = found.find((field) => field.id === id)?.name;
          if (name) setNames({ ...names, [id]: name });
        }}
        clearable
        optional
      />
      <FormRow>
        <DateField name="date" label={t("events.date")} />
        <TimeField name="time" label={t("events.startTime")} />
        <DurationField />
      </FormRow>
    </>
  );
}

function DurationField() {
  const t = useTranslation();
  const choices = [30, 45, 60, 90, 120, 180];
  return (
    <SelectField
      name="duration"
      label={t("events.duration")}
      options={choices.map((minutes) => ({ value: minutes, label: t("kit.minutes", { minutes }) }))}
    />
  );
}

function useExplanation() {
  const { organizationId } = useScope();
  const isRole = useFieldValue("of") === "role";
  const [customerId, fieldId] = [useFieldText("customerId"), useFieldText("fieldId")];
  const [date, time] = [useFieldText("date"), useFieldText("time")];
  const [roleId, duration] = [useFieldValue("roleId"), useFieldValue("duration")];
  const field = useQuery({
    ...endpointQuery(fields.read, { params: { organizationId, fieldId } }, { quiet: true }),
    enabled: fieldId !== "",
  }).data?.data;
  const startTime = field && toInstant(date, time, field.timezone);
  return useQuery({
    ...endpointQuery(
      bookingLimits.explain,
      {
        params: { organizationId },
        query: {
          ...(isRole ? typeof roleId === "number" && { roleId } : customerId && { customerId }),
          ...(fieldId && { fieldId }),
          ...(startTime && { startTime }),
          ...(typeof duration === "number" && { duration }),
        },
      },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function Explanation() {
  const t = useTranslation();
  const { data, error, refetch } = useExplanation();
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  const explanation = data?.data;
  if (!explanation) return <Skeleton className="h-64" />;
  return (
    <section className="grid gap-3" aria-label={t("booking-limits.result")}>
      <Verdict explanation={explanation} />
      {!explanation.isTeam && <RuleList explanation={explanation} />}
    </section>
  );
}

function Notice({ tone, children }: { tone: "good" | "bad" | "plain"; children: ReactNode }) {
  const Icon = { good: CircleCheck, bad: CircleX, plain: Info }[tone];
  const colors = { good: "bg-lime-bg text-lime-fg", bad: "bg-rose-bg text-rose-fg", plain: "bg-sunken text-ink-2" };
  return (
    <div
      role="status"
      className={cx(
        "flex gap-2 rounded-md px-3 py-2.5 text-13 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0",
        colors[tone],
      )}
    >
      <Icon aria-hidden />
      <div className="grid min-w-0 gap-1">{children}</div>
    </div>
  );
}

const refusalLabels = {
  ...ruleLabels,
  field: "events.field",
  hours: "fields.openingHours",
  past: "events.startTime",
} as const;

function Verdict({ explanation: { isTeam, refusals } }: { explanation: RulesExplanation }) {
  const t = useTranslation();
  if (isTeam) return <Notice tone="plain">{t("booking-limits.team")}</Notice>;
  if (refusals === null) return <Notice tone="plain">{t("booking-limits.chooseMoment")}</Notice>;
  if (refusals.length === 0) return <Notice tone="good">{t("booking-limits.accepted")}</Notice>;
  return (
    <Notice tone="bad">
      <p className="font-medium">{t("booking-limits.refused")}</p>
      <ul className="grid gap-1">
        {refusals.map(({ rule, text }) => (
          <li key={rule}>{t("booking-limits.refusal", { rule: t(refusalLabels[rule]), text })}</li>
        ))}
      </ul>
    </Notice>
  );
}

function RuleList({ explanation: { rules, sources, field } }: { explanation: RulesExplanation }) {
  const t = useTranslation();
  const ruleText = useRuleText();
  const usualText = useUsualText();
  const leadTime = useLeadTimeText();
  return (
    <DescriptionList className="rounded-xl border border-line">
      {ruleNames.map((rule) => (
        <DescriptionItem key={rule} name={t(ruleLabels[rule])}>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {ruleText(rules, rule) ?? usualText(rule)}
            {sources[rule].map((role) => (
              <Badge key={role ? `${role.id} ${role.name}` : "organization"} tone="outline">
                {role?.name ?? t("booking-limits.organization")}
              </Badge>
            ))}
          </span>
        </DescriptionItem>
      ))}
      {field && field.cancellationDeadline !== null && (
        <DescriptionItem name={t("organizations.cancellationUntil")}>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {leadTime(field.cancellationDeadline * 60)}
            <Badge tone="outline">{field.name}</Badge>
          </span>
        </DescriptionItem>
      )}
    </DescriptionList>
  );
}
