/** The team's list of who waits, in the order in which what comes free is offered. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Hourglass, UserPlus } from "lucide-react";
import * as z from "zod/mini";
import { activity } from "#contract/activity.ts";
import { availability } from "#contract/availability.ts";
import { id } from "#contract/kit.ts";
import { waitlist, WaitlistWish, type WaitingPerson } from "#contract/waitlist.ts";
import { CustomerField } from "#web/customers/customer-field.tsx";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { DateField, TimeField } from "#web/kit/form/date-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, FormRow } from "#web/kit/form/form.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { teamPassOverLabels } from "./labels.ts";
import { useWishText } from "./use-wish-text.ts";

const refreshMap = { waitlist: [waitlist.people.name], events: [waitlist.people.name] };

export function WaitlistPage() {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  useLiveRefresh(activity.live, organizationId, refreshMap);
  const { data, error, refetch } = useQuery(endpointQuery(waitlist.people, { params: { organizationId }, query: {} }));
  const people = data?.data;
  return (
    <Page
      title={t("waitlist.title")}
      subtitle={t("waitlist.pageText")}
      actions={can(waitlist.addPerson) && <AddPerson />}
    >
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !people ? (
        <div className="grid gap-3" aria-busy>
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      ) : people.length === 0 ? (
        <Card>
          <EmptyState icon={Hourglass} title={t("waitlist.nobody")}>
            {t("waitlist.nobodyText")}
          </EmptyState>
        </Card>
      ) : (
        <Card>
          <ol className="divide-y divide-line" aria-label={t("waitlist.title")}>
            {people.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ol>
        </Card>
      )}
    </Page>
  );
}

function PersonRow({ person }: { person: WaitingPerson }) {
  const t = useTranslation();
  const { can, path } = useScope();
  const { name, customerId, sport, field, facility, timezone, firstStart, lastStart, durations, offer } = person;
  const wishText = useWishText(timezone);
  const { time, duration, dateTime } = useDateFormats(timezone);
  const what = field?.name ?? sport?.name ?? t("waitlist.anyField");
  const details = [what, facility?.name, durations.map((minutes) => duration(minutes)).join(", ")];
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          {customerId && can("members.show") ? (
            <Link to={path(`/customers/${customerId}`)} className={textLinkClass}>
              {name}
            </Link>
          ) : (
            name
          )}
          {offer ? (
            <Badge tone="lime" dot>
              {t("waitlist.offeredFieldUntil", { field: offer.field.name, until: time(offer.expiresAt) })}
            </Badge>
          ) : (
            <Badge tone="amber">{t("waitlist.waiting")}</Badge>
          )}
        </span>
        <span className="block text-13 text-ink-2 first-letter:uppercase tnum">{wishText(firstStart, lastStart)}</span>
        <span className="block text-13 text-ink-3">{details.filter(Boolean).join(" · ")}</span>
        {person.passedOver && (
          <span className="block text-13 text-ink-2">{t(teamPassOverLabels[person.passedOver.reason])}</span>
        )}
      </span>
      <span className="text-xs text-ink-3 tnum">{t("waitlist.since", { when: dateTime(person.created_at) })}</span>
    </li>
  );
}

const AddDraft = z.extend(z.pick(WaitlistWish, { sportId: true, date: true, from: true, to: true }), {
  customerId: id,
  duration: z.int(),
});

function AddPerson() {
  const t = useTranslation();
  return (
    <DialogButton
      label={t("waitlist.addSomebody")}
      icon={<UserPlus aria-hidden />}
      title={t("waitlist.addTitle")}
      description={t("waitlist.addText")}
    >
      {(close) => <AddForm onClose={close} />}
    </DialogButton>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { duration: durationText } = useDateFormats();
  const cache = useQueryClient();
  const add = useMutation({
    ...endpointMutation(waitlist.addPerson, { quiet: "outcome" }),
    onSettled: () => cache.invalidateQueries({ queryKey: [waitlist.people.name] }),
  });
  const params = { organizationId };
  const options = useQuery(endpointQuery(availability.slotOptions, { params, query: {} }, { quiet: true })).data?.data;
  if (!options) return <Skeleton className="h-48" />;
  const { sports, durations } = options;
  return (
    <Form
      schema={AddDraft}
      defaultValues={{
        customerId: "",
        date: "",
        ...{ sportId: sports[0]?.id ?? null, duration: durations.includes(90) ? 90 : durations[0] },
        ...{ from: "18:00", to: "20:00" },
      }}
      guard={false}
      onSubmit={async ({ duration, ...wish }) => {
        await add.mutateAsync({ params, body: { ...wish, durations: [duration] } });
        onClose();
      }}
    >
      <CustomerField name="customerId" label={t("events.customer")} hint={t("waitlist.accountHint")} required />
      <FormRow>
        {sports.length > 0 && (
          <SelectField
            name="sportId"
            label={t("events.sport")}
            options={sports.map((sport) => ({ value: sport.id, label: sport.name }))}
          />
        )}
        <SelectField
          name="duration"
          label={t("events.duration")}
          options={durations.map((minutes) => ({ value: minutes, label: durationText(minutes) }))}
        />
      </FormRow>
      <DateField name="date" label={t("waitlist.day")} required />
      <FormRow>
        <TimeField name="from" label={t("waitlist.firstStart")} required />
        <TimeField name="to" label={t("waitlist.lastStart")} required />
      </FormRow>
      <DialogFormActions onClose={onClose}>{t("waitlist.addSomebody")}</DialogFormActions>
    </Form>
  );
}
