/** What an organization's team decides once: its clock, its money, and how it is booked. Each part is saved by itself. */
import { Link, Outlet } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import * as z from "zod/mini";
import { approvals, OrganizationChanges, organizations } from "#contract/organizations.ts";
import { read } from "#web/kit/api.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { Card } from "#web/kit/card.tsx";
import { SegmentsField, SwitchField } from "#web/kit/choice-fields.tsx";
import { DescriptionList, Fact } from "#web/kit/description-list.tsx";
import { useCurrent } from "#web/kit/current.ts";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { FormRow } from "#web/kit/form.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { BookingRulesFields } from "./booking-rules-fields.tsx";
import { approvalLabels, countryName, typeLabels } from "./labels.ts";
import { useOrganizationCrumbs } from "./organization-tabs.tsx";
import { MoneyForm, PartForm, type PartProps, SellerForm } from "./settings-parts.tsx";

const Booking = z.pick(OrganizationChanges, { approvalDefault: true, cancellationDeadline: true, paymentOnSite: true });
const Rules = z.pick(OrganizationChanges, { bookingRules: true });

export function SettingsPage() {
  const t = useWords();
  const { organizationId } = useScope();
  const { data, error, refetch } = useCurrent(read(organizations.read, { params: { organizationId } }));
  return (
    <Page title={t("organizations.settings")} crumbs={useOrganizationCrumbs() ?? []}>
      {data ? (
        <div className="grid gap-6">
          <Profile organization={data.data} />
          <SellerForm organization={data.data} />
          <MoneyForm organization={data.data} />
          <Outlet />
          <BookingForm organization={data.data} />
          <RulesForm organization={data.data} />
        </div>
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={12} aside={false} />
      )}
    </Page>
  );
}

function Profile({ organization }: PartProps) {
  const t = useWords();
  const tag = useLocale();
  const { path } = useScope();
  return (
    <FormSection title={t("organizations.profile")} hint={t("organizations.profileText")}>
      <Card>
        <DescriptionList>
          <Fact name={t("organizations.name")}>{organization.name}</Fact>
          <Fact name={t("organizations.type")}>{t(typeLabels[organization.type])}</Fact>
          <Fact name={t("organizations.country")}>{countryName(organization.countryId, tag)}</Fact>
          <Fact name={t("organizations.identificationNumber")}>{organization.identificationNumber}</Fact>
          <Fact name={t("organizations.vatNumber")}>{organization.vatNumber}</Fact>
        </DescriptionList>
      </Card>
      <Link to={path("/edit")} className={buttonClass("secondary", "md", "justify-self-end")}>
        <Pencil aria-hidden />
        {t("organizations.edit")}
      </Link>
    </FormSection>
  );
}

function BookingForm({ organization }: PartProps) {
  const t = useWords();
  const { approvalDefault, cancellationDeadline, paymentOnSite } = organization;
  return (
    <PartForm
      organization={organization}
      title={t("organizations.bookings")}
      hint={t("organizations.bookingsText")}
      schema={Booking}
      values={{ approvalDefault, cancellationDeadline, paymentOnSite }}
    >
      <FormRow>
        <SegmentsField
          name="approvalDefault"
          label={t("organizations.approvalDefault")}
          options={approvals.map((value) => ({ value, label: t(approvalLabels[value]) }))}
        />
        <TextField
          name="cancellationDeadline"
          type="number"
          min={0}
          suffix="h"
          label={t("organizations.cancellationDeadline")}
          hint={t("organizations.cancellationHint")}
        />
      </FormRow>
      <SwitchField
        name="paymentOnSite"
        label={t("organizations.paymentOnSite")}
        hint={t("organizations.paymentOnSiteHint")}
      />
    </PartForm>
  );
}

function RulesForm({ organization }: PartProps) {
  const t = useWords();
  return (
    <PartForm
      organization={organization}
      title={t("organizations.bookingRules")}
      hint={t("organizations.bookingRulesText")}
      schema={Rules}
      values={{ bookingRules: organization.bookingRules }}
    >
      <BookingRulesFields none={t("organizations.noLimit")} />
    </PartForm>
  );
}
