/** Catalogue of promo codes, and the form of one. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, TicketPercent } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { fields } from "#contract/fields.ts";
import type { MessageKey } from "#messages/keys.ts";
import { members } from "#contract/members.ts";
import { prices } from "#contract/prices.ts";
import { promoKinds, promoTargets } from "#contract/promo-codes-discount-rules.ts";
import { type PromoCode, PromoCodeMembers, promoCodes } from "#contract/promo-codes.ts";
import { type TimeWindow, timeWindows } from "#contract/time-windows.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { MultiSelectField, SegmentedField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, FormRow, type InitialValues, useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { amountInUnits, MoneyField } from "#web/kit/form/money-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useNumberFormats } from "#web/kit/format/number-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { roleName } from "#web/members/member-badges.tsx";
import { useSettingsCrumbs } from "#web/organizations/settings-crumbs.tsx";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { useQuotaChoices } from "#web/organizations/use-quota-choices.ts";
import { ListSection } from "#web/products/list-section.tsx";
import { WindowForm } from "#web/time-windows/window-form.tsx";
import { useDatesText, useWindowText } from "#web/time-windows/window-text.ts";
import { kindLabels, targetLabels } from "./labels.ts";

export function PromoCodesPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const money = useAmountFormat();
  const { signedPercent } = useNumberFormats();
  const currency = useOrganizationCurrency() ?? "EUR";
  const query = useQuery({ ...endpointQuery(promoCodes.list, { params: { organizationId } }), staleTime: 0 });
  const { windows } = useQuotaChoices();
  const datesText = useDatesText();
  const facts = ({ appliesTo, kind, value, uses, maxUses, windowIds, ...code }: PromoCode) => {
    const [booked, played] = [datesText(code.bookedFrom, code.bookedTo), datesText(code.playedFrom, code.playedTo)];
    return [
      appliesTo !== "booking" && t(targetLabels[appliesTo]),
      kind === "percent" ? signedPercent(-value / 100) : t("promo-codes.off", { amount: money(value, currency) }),
      maxUses === null
        ? t("promo-codes.used", { count: uses })
        : t("promo-codes.usedOf", { count: uses, most: maxUses }),
      booked && t("promo-codes.booked", { dates: booked }),
      played && t("promo-codes.played", { dates: played }),
      ...windows.flatMap(({ id, name }) => (windowIds.includes(id) ? name : [])),
    ]
      .filter(Boolean)
      .join(" · ");
  };
  return (
    <Page title={t("promo-codes.title")} crumbs={useSettingsCrumbs()}>
      <div className="grid max-w-3xl gap-6">
        <p className="max-w-prose text-13 text-ink-2">{t("promo-codes.intro")}</p>
        <ListSection
          title={t("promo-codes.title")}
          add={t("promo-codes.create")}
          query={query}
          empty={
            <EmptyState icon={TicketPercent} title={t("promo-codes.none")}>
              {t("promo-codes.noneText")}
            </EmptyState>
          }
          nameOf={({ code }) => code}
          facts={facts}
          description={(code) => t(code ? "promo-codes.editText" : "promo-codes.createText")}
          form={(code, close) => <PromoCodeForm code={code} onClose={close} />}
        />
      </div>
    </Page>
  );
}

/** The form holds a percentage and an amount, of which the kind chooses one. */
const PromoCodeFormDraft = z
  .extend(z.omit(PromoCodeMembers, { value: true, minAmount: true }), {
    percent: z.nullish(z.int().check(z.gte(1), z.lte(100))),
    /** In units of the currency. */
    amount: z.nullish(amountInUnits),
    minAmount: z.nullish(amountInUnits),
  })
  .check(({ value: { kind, percent, amount }, issues }) => {
    const [path, chosen] = kind === "percent" ? (["percent", percent] as const) : (["amount", amount] as const);
    if (typeof chosen !== "number")
      issues.push({ code: "custom", input: null, path: [path], message: "kit.required" satisfies MessageKey });
  });

type FormValues = InitialValues<typeof PromoCodeFormDraft>;

const blank: FormValues = {
  code: "",
  appliesTo: "booking",
  kind: "percent",
  percent: 10,
  amount: null,
  minAmount: null,
  bookedFrom: null,
  bookedTo: null,
  playedFrom: null,
  playedTo: null,
  windowIds: [],
  fieldIds: [],
  roleIds: [],
  firstBookingOnly: false,
  maxUses: null,
  maxPerCustomer: null,
  active: true,
};

/** Rules of bookings alone, as a code for something else has them. */
const withoutBookings = { playedFrom: null, playedTo: null, windowIds: [], fieldIds: [], firstBookingOnly: false };

function toFormValues(code: PromoCode | undefined): FormValues {
  if (!code) return blank;
  const { id: _id, uses: _uses, created_at: _created, updated_at: _updated, value, minAmount, ...values } = code;
  return {
    ...values,
    percent: code.kind === "percent" ? value : null,
    amount: code.kind === "amount" ? value / 100 : null,
    minAmount: minAmount === null ? null : minAmount / 100,
  };
}

function PromoCodeForm({ code, onClose }: { code: PromoCode | undefined; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const currency = useOrganizationCurrency() ?? "EUR";
  const cache = useQueryClient();
  const params = { organizationId };
  const refresh = {
    onSuccess: () =>
      Promise.all([promoCodes.list, prices.quote].map(({ name }) => cache.invalidateQueries({ queryKey: [name] }))),
  };
  const create = useMutation({ ...endpointMutation(promoCodes.create), ...refresh });
  const update = useMutation({ ...endpointMutation(promoCodes.update), ...refresh });
  return (
    <Form
      schema={PromoCodeFormDraft}
      defaultValues={toFormValues(code)}
      guard={false}
      onSubmit={async ({ percent, amount, minAmount, ...draft }) => {
        const body = {
          ...(draft.appliesTo === "booking" ? draft : { ...draft, ...withoutBookings }),
          value: draft.kind === "percent" ? (percent ?? 0) : toMinorUnits(amount ?? 0),
          minAmount: typeof minAmount === "number" ? toMinorUnits(minAmount) : null,
        };
        if (code) await update.mutateAsync({ params: { ...params, promoCodeId: code.id }, body });
        else await create.mutateAsync({ params, body });
        onClose();
      }}
    >
      <TextField
        name="code"
        label={t("promo-codes.code")}
        hint={t("promo-codes.codeHint")}
        placeholder={t("promo-codes.codePlaceholder")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <SegmentedField
        name="appliesTo"
        label={t("promo-codes.appliesTo")}
        options={promoTargets.map((value) => ({ value, label: t(targetLabels[value]) }))}
      />
      <DiscountFields currency={currency} />
      <MoneyField name="minAmount" label={t("promo-codes.minAmount")} currency={currency} optional />
      <DateFields />
      <PlayedFields />
      <RestrictionFields />
      <fieldset className="grid gap-3">
        <legend className="text-13 font-medium">{t("promo-codes.limits")}</legend>
        <FormRow>
          <TextField name="maxUses" type="number" min={1} label={t("promo-codes.maxUses")} optional />
          <TextField name="maxPerCustomer" type="number" min={1} label={t("promo-codes.maxPerCustomer")} optional />
        </FormRow>
      </fieldset>
      <FirstOnlyField />
      {code && <SwitchField name="active" label={t("promo-codes.active")} />}
      <DialogFormActions onClose={onClose}>{code ? t("kit.save") : t("promo-codes.create")}</DialogFormActions>
    </Form>
  );
}

const useIsForBookings = (): boolean => useFieldValue("appliesTo") === "booking";

/** Days on which it can be used. */
function DateFields() {
  const t = useTranslation();
  const isForBookings = useIsForBookings();
  return (
    <FormRow>
      <DateField
        name="bookedFrom"
        label={t(isForBookings ? "promo-codes.bookedFrom" : "promo-codes.soldFrom")}
        optional
      />
      <DateField name="bookedTo" label={t(isForBookings ? "promo-codes.bookedTo" : "promo-codes.soldTo")} optional />
    </FormRow>
  );
}

function PlayedFields() {
  const t = useTranslation();
  if (!useIsForBookings()) return null;
  return (
    <FormRow>
      <DateField name="playedFrom" label={t("promo-codes.playedFrom")} optional />
      <DateField name="playedTo" label={t("promo-codes.playedTo")} optional />
    </FormRow>
  );
}

function FirstOnlyField() {
  const t = useTranslation();
  return useIsForBookings() ? <SwitchField name="firstBookingOnly" label={t("promo-codes.firstOnly")} /> : null;
}

function DiscountFields({ currency }: { currency: string }) {
  const t = useTranslation();
  const isPercent = useFieldValue("kind") === "percent";
  return (
    <FormRow>
      <SegmentedField
        name="kind"
        label={t("promo-codes.kind")}
        options={promoKinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
      />
      {isPercent ? (
        <TextField
          name="percent"
          type="number"
          min={1}
          max={100}
          suffix="%"
          label={t("promo-codes.percentOff")}
          required
        />
      ) : (
        <MoneyField name="amount" label={t("promo-codes.amountOff")} currency={currency} />
      )}
    </FormRow>
  );
}

/** Hours are chosen by their name; a window that is missing is made here. */
function WindowsField({ windows }: { windows: readonly TimeWindow[] }) {
  const t = useTranslation();
  const { can } = useScope();
  const set = useSetField();
  const chosen = useFieldValue("windowIds");
  const [isAdding, setAdding] = useState(false);
  const text = useWindowText();
  const label = t("promo-codes.windowIds");
  return (
    <div className="grid gap-2">
      {windows.length > 0 ? (
        <MultiSelectField
          name="windowIds"
          label={label}
          hint={t("promo-codes.windowsHint")}
          options={windows.map((window) => ({ value: window.id, label: window.name, hint: text(window) }))}
          optional
        />
      ) : (
        <div className="grid gap-1">
          <p className="text-13 font-medium">{label}</p>
          <p className="text-xs text-ink-3">{t("promo-codes.windowsHint")}</p>
        </div>
      )}
      {can(timeWindows.create) && (
        <Button
          size="sm"
          className="justify-self-start"
          aria-haspopup="dialog"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setAdding(true)}
        >
          <Plus aria-hidden />
          {t("time-windows.create")}
        </Button>
      )}
      <Dialog open={isAdding} onOpenChange={setAdding} title={t("time-windows.create")}>
        <WindowForm
          window={undefined}
          onClose={() => setAdding(false)}
          onSaved={(id) => set("windowIds", [...(Array.isArray(chosen) ? (chosen as string[]) : []), id])}
        />
      </Dialog>
    </div>
  );
}

function RestrictionFields() {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const params = { organizationId };
  const [q, setQ] = useState("");
  const found = useQuery(endpointQuery(fields.search, { params, query: { q } }, { quiet: true }));
  const { windows } = useQuotaChoices();
  const roles = useQuery({
    ...endpointQuery(members.roles, { params, query: { per_page: 100 } }, { quiet: true }),
    enabled: can(members.roles),
  }).data?.data;
  const categories = roles?.filter(({ type }) => type === "member") ?? [];
  const isForBookings = useIsForBookings();
  if (!isForBookings && categories.length === 0) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="text-13 font-medium">{t("promo-codes.holdsFor")}</legend>
      <p className="text-xs text-ink-3">{t("promo-codes.holdsForHint")}</p>
      {isForBookings && (
        <>
          <MultiSelectField
            name="fieldIds"
            label={t("promo-codes.fieldIds")}
            options={(found.data?.data ?? []).map(({ id, name, facility }) => ({
              value: id,
              label: name,
              hint: facility.name,
            }))}
            onSearch={setQ}
            searching={found.isFetching}
            optional
          />
          <WindowsField windows={windows} />
        </>
      )}
      {categories.length > 0 && (
        <MultiSelectField
          name="roleIds"
          label={t("promo-codes.roleIds")}
          options={categories.map((role) => ({ value: role.id, label: roleName(t, role) }))}
          optional
        />
      )}
    </fieldset>
  );
}
