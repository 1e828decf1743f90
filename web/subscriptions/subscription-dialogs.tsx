/** Dialogs of the team: freezes a membership, ends it with its term, lets it become another type, shows its terms. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { id, localDate, requiredText } from "#contract/kit.ts";
import { type Subscription, type SubscriptionDetail, subscriptions } from "#contract/subscriptions.ts";
import { countDays } from "#contract/subscriptions-rules.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, FormRow, useFieldValue } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { ConcernedBookings } from "./concerned-bookings.tsx";
import { paramsOf } from "./labels.ts";
import { SubscriptionRow } from "./subscription-row.tsx";
import { useSubscriptionText } from "./use-subscription-text.ts";

interface DialogProps {
  subscription: Subscription;
  onClose: () => void;
}

const FreezeDraft = z.strictObject({ from: localDate, to: localDate, reason: requiredText(300) });

export function FreezeDialog({ subscription, onClose }: DialogProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const today = Temporal.Now.plainDateISO(useOrganizationTimezone());
  const freeze = useMutation(endpointMutation(subscriptions.freeze));
  const { name, freezeMinDays, freezeDaysLeft, startsOn } = subscription;
  const from = subscription.state === "scheduled" ? Temporal.PlainDate.from(startsOn) : today;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("subscriptions.freezeNamed", { name })}
      description={t("subscriptions.freezeText", { min: freezeMinDays, left: freezeDaysLeft })}
    >
      <Form
        schema={FreezeDraft}
        defaultValues={{ from: from.toString(), to: from.add({ days: freezeMinDays - 1 }).toString(), reason: "" }}
        guard={false}
        onSubmit={async (body) => {
          await freeze.mutateAsync({ params: paramsOf(subscription), body });
          await refetchPaymentQueries(cache);
          onClose();
        }}
      >
        <FormRow>
          <DateField name="from" label={t("subscriptions.freezeFrom")} required />
          <DateField name="to" label={t("subscriptions.freezeTo")} required />
        </FormRow>
        <FreezeOutcome subscription={subscription} />
        <TextField name="reason" label={t("packs.reason")} autoComplete="off" required />
        <DialogFormActions onClose={onClose}>{t("subscriptions.freeze")}</DialogFormActions>
      </Form>
    </Dialog>
  );
}

/** The later end of the term, and the bookings in the days that are chosen. */
function FreezeOutcome({ subscription }: Pick<DialogProps, "subscription">) {
  const t = useTranslation();
  const { date } = useSubscriptionText();
  const [from, to] = [useFieldValue("from"), useFieldValue("to")];
  const isSpan = typeof from === "string" && typeof to === "string" && from !== "" && from <= to;
  const span = isSpan ? { from, to } : { from: "", to: "" };
  const { data } = useQuery({
    ...endpointQuery(subscriptions.freezePreview, { params: paramsOf(subscription), query: span }, { quiet: true }),
    placeholderData: keepPreviousData,
    enabled: isSpan,
    staleTime: 0,
    retry: false,
  });
  if (!isSpan) return null;
  return (
    <>
      {data && (
        <p aria-live="polite" className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2 tnum">
          {t("subscriptions.freezeOutcome", { count: data.data.days, date: date(data.data.endsOn) })}
        </p>
      )}
      <ConcernedBookings {...paramsOf(subscription)} {...span} />
    </>
  );
}

const EndDraft = z.strictObject({ reason: requiredText(300) });

export function EndDialog({ subscription, onClose }: DialogProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { date } = useSubscriptionText();
  const end = useMutation(endpointMutation(subscriptions.end));
  const { name, customer, endsOn } = subscription;
  const after = Temporal.PlainDate.from(endsOn).add({ days: 1 }).toString();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("subscriptions.endItNamed", { name })}
      description={t("subscriptions.endText", { customer: customer.name, date: date(endsOn) })}
    >
      <Form
        schema={EndDraft}
        defaultValues={{ reason: "" }}
        guard={false}
        onSubmit={async (body) => {
          await end.mutateAsync({ params: paramsOf(subscription), body });
          await refetchPaymentQueries(cache);
          onClose();
        }}
      >
        <ConcernedBookings {...paramsOf(subscription)} from={after} />
        <TextField name="reason" label={t("packs.reason")} autoComplete="off" required />
        <DialogFormActions onClose={onClose}>{t("subscriptions.endIt")}</DialogFormActions>
      </Form>
    </Dialog>
  );
}

const ChangeDraft = z.strictObject({ typeId: z.nullable(id) });

export function ChangeDialog({ subscription, onClose }: DialogProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const money = useAmountFormat();
  const { date } = useSubscriptionText();
  const change = useMutation(endpointMutation(subscriptions.changeLater));
  const { name, typeId, endsOn, becomes, currency, organization } = subscription;
  const { data, error, refetch } = useQuery({
    ...endpointQuery(subscriptions.typesForSale, { params: { organizationId: organization.id } }),
    staleTime: 0,
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("subscriptions.changeNamed", { name })}
      description={t("subscriptions.changeText", { date: date(endsOn) })}
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data ? (
        <Form
          schema={ChangeDraft}
          defaultValues={{ typeId: becomes?.id ?? null }}
          guard={false}
          onSubmit={async (body) => {
            await change.mutateAsync({ params: paramsOf(subscription), body });
            await refetchPaymentQueries(cache);
            onClose();
          }}
        >
          <SelectField
            name="typeId"
            label={t("subscriptions.changeTo")}
            options={[
              { value: null, label: t("subscriptions.staysAsItIs") },
              ...data.data
                .filter((type) => type.id !== typeId)
                .map((type) => ({ value: type.id, label: type.name, hint: money(type.price, currency) })),
            ]}
          />
          <DialogFormActions onClose={onClose}>{t("kit.save")}</DialogFormActions>
        </Form>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Dialog>
  );
}

export function TermsDialog({ subscription, onClose }: DialogProps) {
  const t = useTranslation();
  const { name, customer } = subscription;
  const { data, error, refetch } = useQuery({
    ...endpointQuery(subscriptions.read, { params: paramsOf(subscription) }),
    staleTime: 0,
  });
  return (
    <Dialog open onOpenChange={onClose} title={t("subscriptions.termsOf", { name, customer: customer.name })}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data ? (
        <Terms subscription={data.data} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Dialog>
  );
}

function Terms({ subscription }: { subscription: SubscriptionDetail }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { date } = useSubscriptionText();
  const { periods, freezes, currency } = subscription;
  const span = (from: string, to: string) => t("subscriptions.fromTo", { from: date(from), to: date(to) });
  return (
    <div className="grid gap-4">
      <ul className="-mx-4 -mt-3">
        <SubscriptionRow subscription={subscription} />
      </ul>
      <DatedList title={t("subscriptions.termList")}>
        {periods.map(({ id, name, from, to, price, due }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2">
            <span className="grid gap-0.5">
              <span className="tnum">{span(from, to)}</span>
              {name !== subscription.name && <span className="text-ink-3">{name}</span>}
            </span>
            <span className="flex items-center gap-3 tnum">
              {money(price, currency)}
              <Badge tone={due === 0 ? "lime" : "amber"} dot>
                {due === 0
                  ? t("payments.paid")
                  : due < price
                    ? t("subscriptions.dueStill", { amount: money(due, currency) })
                    : t("payments.unpaid")}
              </Badge>
            </span>
          </li>
        ))}
      </DatedList>
      {freezes.length > 0 && (
        <DatedList title={t("subscriptions.freezeList")}>
          {freezes.map(({ id, from, to, reason }) => (
            <li key={id} className="grid gap-0.5 px-3 py-2">
              <span className="flex flex-wrap justify-between gap-x-3 tnum">
                {span(from, to)}
                <span className="text-ink-2">{t("subscriptions.daysCount", { count: countDays({ from, to }) })}</span>
              </span>
              <span className="[overflow-wrap:anywhere] text-ink-3">{reason}</span>
            </li>
          ))}
        </DatedList>
      )}
    </div>
  );
}

function DatedList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 text-13">
      <h3 className="font-medium">{title}</h3>
      <ul aria-label={title} className="divide-y divide-line rounded-md border border-line">
        {children}
      </ul>
    </section>
  );
}
