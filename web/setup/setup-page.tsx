/** Makes a club from four answers; beside them stands what they make. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { countryCodeOf } from "#contract/general-countries-rules.ts";
import { timezonesOf } from "#contract/general-timezones-rules.ts";
import { timezoneOfAddress } from "#contract/places-timezones-rules.ts";
import { setup } from "#contract/setup.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { Form, SubmitButton, useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { TimezoneField } from "#web/kit/form/timezone-field.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { countryOptions } from "#web/organizations/countries.ts";
import { AddressField, blankAddressIn, manualPlaceId } from "#web/places/address-field.tsx";
import { CourtsField } from "./courts-field.tsx";
import { HoursField } from "./hours-field.tsx";
import { PricesField } from "./prices-field.tsx";
import { blankSetup, SetupFormDraft, toSetupBody } from "./setup-draft.ts";
import { SetupPreview } from "./setup-preview.tsx";

export function SetupPage() {
  const t = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const create = useMutation(endpointMutation(setup.create));
  return (
    <Page
      title={t("setup.title")}
      crumbs={[
        <Link key="list" to="/organizations">
          {t("organizations.title")}
        </Link>,
      ]}
    >
      <p className="mb-4 text-ink-2">{t("setup.text")}</p>
      <Form
        schema={SetupFormDraft}
        defaultValues={blankSetup as never}
        label={t("setup.title")}
        className="grid-cols-[minmax(0,1fr)] items-start lg:grid-cols-[minmax(0,1fr)_22rem]"
        onSubmit={async (draft) => {
          const body = toSetupBody(draft);
          const { data } = await create.mutateAsync({ body, idempotencyKey: keyOf(body) });
          void cache.invalidateQueries();
          await navigate({ to: `/organizations/${data.organization.id}/getting-started` });
        }}
      >
        <div className="divide-y divide-line rounded-xl border border-line bg-surface">
          <Answer number={1} title={t("setup.club")}>
            <ClubFields />
          </Answer>
          <Answer number={2} title={t("setup.courts")}>
            <CourtsField />
          </Answer>
          <Answer number={3} title={t("setup.hours")}>
            <HoursField />
          </Answer>
          <Answer number={4} title={t("setup.prices")} hint={t("setup.vatIncluded")}>
            <PricesField />
          </Answer>
        </div>
        <aside className="grid gap-3 lg:sticky lg:top-4">
          <SetupPreview />
          <SubmitButton className="h-11 w-full">
            {t("setup.create")}
            <ArrowRight aria-hidden />
          </SubmitButton>
          <p className="text-center text-xs text-ink-3">{t("setup.sellerLater")}</p>
        </aside>
      </Form>
    </Page>
  );
}

interface AnswerProps {
  number: number;
  title: string;
  hint?: string;
  children: ReactNode;
}

function Answer({ number, title, hint, children }: AnswerProps) {
  return (
    <section className="flex gap-3 p-4" aria-labelledby={`answer-${number}`}>
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-lg bg-accent-soft text-xs font-semibold text-accent-ink"
      >
        {number}
      </span>
      <div className="grid min-w-0 flex-1 gap-4">
        <h2 id={`answer-${number}`} className="text-base font-semibold">
          {title} {hint && <span className="text-13 font-normal text-ink-3">{hint}</span>}
        </h2>
        {children}
      </div>
    </section>
  );
}

function ClubFields() {
  const t = useTranslation();
  const tag = useLocale();
  const set = useSetField();
  const country = countryCodeOf(Number(useFieldValue("countryId"))) ?? "FR";
  const isByHand = useFieldText("placeId").startsWith(manualPlaceId);
  const [countryCode, postalCode] = [useFieldText("address.countryCode"), useFieldText("address.postalCode")];
  const isZoneUnknown =
    isByHand && postalCode.trim() !== "" && timezoneOfAddress({ countryCode, postalCode }) === undefined;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TextField name="name" label={t("setup.name")} autoComplete="organization" required />
        <SelectField
          name="countryId"
          label={t("organizations.country")}
          options={countryOptions(tag)}
          onChosen={(id: number) => set("address.countryCode", countryCodeOf(id) ?? "FR")}
        />
      </div>
      <AddressField country={country} isCountryGiven known={blankAddressIn(country)} />
      {isZoneUnknown && (
        <TimezoneField
          name="timezone"
          label={t("facilities.timezone")}
          hint={t("facilities.timezoneAsked")}
          first={timezonesOf(countryCode)}
          required
        />
      )}
      <SwitchField name="isOwner" label={t("setup.isOwner")} hint={t("setup.isOwnerHint")} />
    </>
  );
}
