import { Link, Outlet } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import * as z from "zod/mini";
import { OrganizationChanges } from "#contract/organization-shape.ts";
import { approvalModes } from "#contract/organization-options.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { SegmentedField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DescriptionList, DescriptionItem } from "#web/kit/ui/description-list.tsx";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { ResetButton } from "#web/kit/form/form.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { BookingRulesFields } from "./booking-rules-fields.tsx";
import { countryName } from "./countries.ts";
import { approvalLabels, typeLabels } from "./labels.ts";
import { taxNumberLabel } from "./tax-number-label.ts";
import { DebtRemindersForm } from "./debt-reminders-form.tsx";
import { JoiningForm } from "./joining-form.tsx";
import { PrivacyForm } from "./privacy-form.tsx";
import { useOrganizationCrumbs } from "./organization-tabs.tsx";
import { RemindersForm } from "./reminders-form.tsx";
import { SettingsLinks } from "./settings-links.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SellerForm } from "./seller-form.tsx";
import { UnpaidSharesForm } from "./unpaid-shares-form.tsx";
import { WaitlistForm } from "./waitlist-form.tsx";
import { membersOf, MoneyForm, SettingsPartForm, type SettingsPartProps, valuesOf } from "./settings-forms.tsx";

const BookingSettings = z.pick(OrganizationChanges, membersOf("booking"));
const BookingRulesSettings = z.pick(OrganizationChanges, membersOf("rules"));

function SellerSection({ organization }: SettingsPartProps) {
  const t = useTranslation();
  return (
    <FormSection title={t("organizations.seller")} hint={t("organizations.sellerText")}>
      <SellerForm organization={organization} actions={<ResetButton />} />
    </FormSection>
  );
}

export function SettingsPage() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data, error, refetch } = useFreshQuery(endpointQuery(organizations.read, { params: { organizationId } }));
  return (
    <Page title={t("organizations.settings")} crumbs={useOrganizationCrumbs() ?? []}>
      {data ? (
        <div className="grid gap-6">
          <SettingsLinks />
          <Profile organization={data.data} />
          <SellerSection organization={data.data} />
          <MoneyForm organization={data.data} />
          <Outlet />
          <BookingForm organization={data.data} />
          <RulesForm organization={data.data} />
          <WaitlistForm organization={data.data} />
          <UnpaidSharesForm organization={data.data} />
          <RemindersForm organization={data.data} />
          <DebtRemindersForm organization={data.data} />
          <JoiningForm organization={data.data} />
          <PrivacyForm organization={data.data} />
          <SignInForm organization={data.data} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={12} aside={false} />
      )}
    </Page>
  );
}

function Profile({ organization }: SettingsPartProps) {
  const t = useTranslation();
  const tag = useLocale();
  const { path } = useScope();
  return (
    <FormSection title={t("organizations.profile")} hint={t("organizations.profileText")}>
      <Card>
        <DescriptionList>
          <DescriptionItem name={t("organizations.name")}>{organization.name}</DescriptionItem>
          <DescriptionItem name={t("organizations.type")}>{t(typeLabels[organization.type])}</DescriptionItem>
          <DescriptionItem name={t("organizations.country")}>
            {countryName(organization.countryId, tag)}
          </DescriptionItem>
          <DescriptionItem name={t("organizations.identificationNumber")}>
            {organization.identificationNumber}
          </DescriptionItem>
          <DescriptionItem name={t(taxNumberLabel(organization.countryId))}>{organization.vatNumber}</DescriptionItem>
        </DescriptionList>
      </Card>
      <Link to={path("/edit")} className={buttonClass("secondary", "md", "justify-self-end")}>
        <Pencil aria-hidden />
        {t("organizations.edit")}
      </Link>
    </FormSection>
  );
}

function BookingForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  return (
    <SettingsPartForm
      organization={organization}
      title={t("organizations.bookings")}
      hint={t("organizations.bookingsText")}
      schema={BookingSettings}
      values={valuesOf(organization, "booking")}
    >
      <SegmentedField
        name="approvalDefault"
        label={t("organizations.approvalDefault")}
        options={approvalModes.map((value) => ({ value, label: t(approvalLabels[value]) }))}
      />
      <SwitchField
        name="paymentOnSite"
        label={t("organizations.paymentOnSite")}
        hint={t("organizations.paymentOnSiteHint")}
      />
    </SettingsPartForm>
  );
}

function RulesForm({ organization }: SettingsPartProps) {
  const t = useTranslation();
  return (
    <SettingsPartForm
      organization={organization}
      title={t("organizations.bookingRules")}
      hint={t("organizations.bookingRulesText")}
      schema={BookingRulesSettings}
      values={valuesOf(organization, "rules")}
    >
      <BookingRulesFields none={t("organizations.noLimit")} />
    </SettingsPartForm>
  );
}
