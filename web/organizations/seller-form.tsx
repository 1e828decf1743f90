/**
 * The form of the seller on invoices: in the settings, and in dialogs whose payment was refused because something is
 * missing.
 */
import { Check, Circle } from "lucide-react";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import {
  countryCodeOf,
  FRANCE_ID,
  isNorthAmerican,
  type TaxName,
  taxNameOf,
  UNITED_STATES_ID,
} from "#contract/general-countries-rules.ts";
import { type Organization, OrganizationChanges } from "#contract/organization-shape.ts";
import { vatProfiles } from "#contract/organization-options.ts";
import { listSellerParts, sellerPartLabels } from "#contract/organizations-seller-rules.ts";
import { SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormActions, FormRow, SubmitButton, useFieldValue } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";
import { vatLabels } from "./labels.ts";
import { taxNumberLabel } from "./tax-number-label.ts";
import { useUpdateOrganization } from "./organization-form-pages.tsx";
import { SellerAddressButton } from "./seller-address-button.tsx";
import { membersOf, valuesOf } from "./settings-forms.tsx";

/** Forms have percent (5.5) and units (100.00), the contract hundredths of a percent (550) and minor units (10000). */
const inHundredths = (max: number) =>
  z.pipe(
    z.number().check(z.gte(0), z.lte(max)),
    z.transform((given: number) => Math.round(given * 100)),
  );
const numbers = { vatNumber: true, identificationNumber: true } as const;
const SellerSettings = z.extend(z.pick(OrganizationChanges, { ...membersOf("seller"), ...numbers }), {
  vatProfile: z.nullish(z.enum(vatProfiles)),
  vatRate: inHundredths(100),
  shareCapital: z.nullish(inHundredths(20_000_000)),
});

interface SellerFormProps {
  organization: Organization;
  onSaved?: () => void;
  actions?: ReactNode;
  /** Save only what is complete. The settings may be filled in bit by bit. */
  mustBeComplete?: boolean;
}

export function SellerForm({ organization, onSaved, actions, mustBeComplete = false }: SellerFormProps) {
  const t = useTranslation();
  const update = useUpdateOrganization();
  const { name, legalName, vatProfile, vatRate, shareCapital, vatNumber, identificationNumber } = organization;
  const values = {
    ...valuesOf(organization, "seller"),
    vatNumber,
    identificationNumber,
    // Most are registered under the name that they use.
    legalName: legalName ?? name,
    vatProfile: vatProfile === "unset" ? null : vatProfile,
    vatRate: vatRate / 100,
    shareCapital: shareCapital === null ? null : shareCapital / 100,
  };
  return (
    <Form
      key={JSON.stringify(values)}
      schema={SellerSettings}
      defaultValues={values}
      onSubmit={async ({ vatProfile: profile, ...seller }) => {
        await update(organization, { ...seller, ...(profile && { vatProfile: profile }) });
        onSaved?.();
      }}
      label={t("organizations.seller")}
    >
      <SellerChecklist organization={organization} />
      <SellerFields organization={organization} required={mustBeComplete} />
      <FormActions>
        {actions}
        <SubmitButton />
      </FormActions>
    </Form>
  );
}

function SellerChecklist({ organization }: { organization: Organization }) {
  const t = useTranslation();
  const { sellerMissing } = organization;
  if (sellerMissing.length === 0) return null;
  return (
    <ul
      aria-label={t("organizations.sellerParts")}
      className="flex flex-wrap gap-x-5 gap-y-1.5 rounded-md bg-sunken px-3 py-2.5 text-13"
    >
      {listSellerParts(organization).map((part) => {
        const isMissing = sellerMissing.includes(part);
        return (
          <li key={part} className="flex items-center gap-1.5">
            {isMissing ? (
              <Circle className="size-3.5 text-rose-fg" aria-hidden />
            ) : (
              <Check className="size-3.5 text-accent-ink" aria-hidden />
            )}
            <span className={isMissing ? "font-medium" : "text-ink-3"}>
              <span className="inline-block first-letter:uppercase">{t(sellerPartLabels[part])}</span>
              <span className="sr-only"> {t(isMissing ? "organizations.sellerOpen" : "organizations.sellerDone")}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function SellerFields({ organization, required }: { organization: Organization; required: boolean }) {
  const t = useTranslation();
  const { id, countryId } = organization;
  const isFrench = countryId === FRANCE_ID;
  const hasRegion = isNorthAmerican(countryId);
  const isUnregistered = useFieldValue("isUnregistered") === true;
  return (
    <>
      <TextField
        name="legalName"
        label={t("organizations.legalName")}
        hint={t("organizations.legalNameHint")}
        required={required}
      />
      <SellerAddressButton organizationId={id} countryCode={countryCodeOf(countryId)} />
      <TextField name="addressLine" label={t("organizations.addressLine")} autoComplete="off" required={required} />
      <FormRow>
        <TextField
          name="postalCode"
          label={t("organizations.postalCode")}
          autoComplete="off"
          required={required && (isFrench || hasRegion)}
        />
        <TextField name="city" label={t("organizations.city")} autoComplete="off" required={required} />
        {hasRegion && (
          <TextField name="region" label={t("organizations.region")} autoComplete="off" required={required} />
        )}
      </FormRow>
      <TextField
        name="identificationNumber"
        label={t("organizations.identificationNumber")}
        hint={
          isFrench
            ? t("organizations.sellerNumberHint")
            : countryId === UNITED_STATES_ID
              ? t("organizations.identificationHintUs")
              : undefined
        }
        autoComplete="off"
        disabled={isFrench && isUnregistered}
        required={required && isFrench && !isUnregistered}
        optional={!isFrench}
      />
      {isFrench && (
        <>
          <SwitchField
            name="isUnregistered"
            label={t("organizations.isUnregistered")}
            hint={t("organizations.isUnregisteredHint")}
          />
          <FormRow>
            <TextField
              name="legalForm"
              label={t("organizations.legalForm")}
              hint={t("organizations.legalFormHint")}
              autoComplete="off"
              optional
            />
            <TextField
              name="shareCapital"
              type="number"
              inputMode="decimal"
              step="0.01"
              label={t("organizations.shareCapital")}
              hint={t("organizations.shareCapitalHint")}
              optional
            />
            <TextField
              name="registrationCity"
              label={t("organizations.registrationCity")}
              hint={t("organizations.registrationCityHint")}
              autoComplete="off"
              optional
            />
          </FormRow>
        </>
      )}
      <TaxFields countryId={countryId} required={required} />
    </>
  );
}

/** The exemption of small enterprises (franchise) is one of French law. */
const offeredProfiles = (isFrench: boolean, chosen: unknown) =>
  vatProfiles.filter((profile) => profile !== "franchise" || isFrench || chosen === profile);

const taxLabels = {
  vat: { ...vatLabels, profile: "organizations.vatProfile", rate: "organizations.vatRate" },
  salesTax: {
    ...vatLabels,
    profile: "organizations.taxProfile",
    rate: "organizations.taxRate",
    standard: "organizations.taxStandard",
    exempt: "organizations.taxNone",
  },
  gst: {
    ...vatLabels,
    profile: "organizations.gstProfile",
    rate: "organizations.gstRate",
    standard: "organizations.gstStandard",
    exempt: "organizations.gstNone",
  },
} as const satisfies Record<TaxName, Record<string, MessageKey>>;

function TaxFields({ countryId, required }: { countryId: number; required: boolean }) {
  const t = useTranslation();
  const profile = useFieldValue("vatProfile");
  const isTaxed = profile === "standard";
  const isPending = useFieldValue("vatNumberPending") === true;
  const isFrench = countryId === FRANCE_ID;
  const taxName = taxNameOf(countryId);
  const labels = taxLabels[taxName];
  return (
    <>
      <FormRow>
        <SelectField
          name="vatProfile"
          label={t(labels.profile)}
          options={offeredProfiles(isFrench, profile).map((value) => ({ value, label: t(labels[value]) }))}
          required={required}
        />
        <TextField
          name="vatRate"
          type="number"
          inputMode="decimal"
          step="0.01"
          suffix="%"
          label={t(labels.rate)}
          hint={profile && !isTaxed ? t("organizations.vatRateUnused") : undefined}
          disabled={!isTaxed}
        />
      </FormRow>
      {taxName !== "salesTax" && (
        <TextField
          name="vatNumber"
          label={t(taxNumberLabel(countryId))}
          autoComplete="off"
          disabled={isTaxed && isPending}
          required={required && isFrench && isTaxed && !isPending}
          optional={!isTaxed}
        />
      )}
      {isFrench && isTaxed && (
        <SwitchField
          name="vatNumberPending"
          label={t("organizations.vatNumberPending")}
          hint={t("organizations.vatNumberPendingHint")}
        />
      )}
      {isFrench && isTaxed && (
        <SwitchField
          name="vatOnDebits"
          label={t("organizations.vatOnDebits")}
          hint={t("organizations.vatOnDebitsHint")}
        />
      )}
    </>
  );
}
