/** Form of a field (court, pitch). */
import { useQuery } from "@tanstack/react-query";
import { comforts, confidentialities, type Field, fieldStatuses, fieldSpaces, startSteps } from "#contract/fields.ts";
import { type Organization } from "#contract/organization-shape.ts";
import { approvalModes } from "#contract/organization-options.ts";
import { type EntityRef, organizations } from "#contract/organizations.ts";
import { files } from "#contract/files.ts";
import { PhotoField } from "#web/files/photo-field.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import {
  MultiSelectField,
  SegmentedField,
  SelectField,
  SwitchField,
  TriStateField,
} from "#web/kit/form/choice-fields.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import {
  Form,
  FormActions,
  FormRow,
  type InitialValues,
  ResetButton,
  SubmitButton,
  useFieldValue,
} from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { approvalLabels } from "#web/organizations/labels.ts";
import { useSportOptions } from "#web/sports/use-sport-options.ts";
import { PublicPageSection } from "#web/facilities/public-page-section.tsx";
import { fieldForm, FieldFormDraft } from "./field-draft.ts";
import { confidentialityHints, confidentialityLabels, spaceLabels, statusLabels } from "./labels.ts";
import { PatternFields, LocationFields } from "./location-fields.tsx";
import type { ProposedSale } from "./proposed-patterns.ts";
import { UsualMaxPeople } from "./usual-max-people.tsx";

const MAX_SPORTS = 20;

interface FieldFormProps {
  field?: Field;
  askOrganization?: boolean;
  facility?: (EntityRef & { organization: EntityRef }) | undefined;
  organization: Organization | undefined;
  /** Hours and prices of a new field in a facility. */
  propose?: (facilityId: string) => ProposedSale;
  onSave: (draft: FieldFormDraft) => Promise<unknown>;
}

export function FieldForm({ field, askOrganization = false, facility, organization, propose, onSave }: FieldFormProps) {
  const t = useTranslation();
  const isNew = field === undefined;
  const title = t(isNew ? "fields.create" : "fields.edit");
  const { can, isPlatform } = useScope();
  const sportOptions = useSportOptions();
  const start = isNew
    ? {
        ...fieldForm.blank,
        facilityId: facility?.id ?? "",
        ...propose?.(facility?.id ?? ""),
        ...(organization && { approval: organization.approvalDefault }),
        ...(askOrganization ? { organizationId: facility?.organization.id ?? "" } : {}),
      }
    : fieldForm.filledWith(field);
  return (
    <Form
      schema={FieldFormDraft}
      // An empty deadline means the organization's default.
      defaultValues={{ ...start, photos: [] } as InitialValues<typeof FieldFormDraft>}
      onSubmit={onSave}
      label={title}
      className="gap-6"
    >
      <FormSection title={t("fields.identity")} hint={isNew ? t("fields.noneHint") : undefined}>
        <LocationFields
          askOrganization={askOrganization}
          facility={field?.facility ?? facility}
          {...{ field, propose }}
        />
        <TextField name="name" label={t("fields.name")} required />
        <MultiSelectField
          name="sportIds"
          label={t("fields.sports")}
          options={sportOptions}
          known={field?.sports.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          max={MAX_SPORTS}
          optional
        />
        <TextareaField name="description" label={t("fields.description")} optional />
        {can(files.upload) && <PhotoField name="photos" label={t("fields.photo")} current={field?.image} optional />}
      </FormSection>
      {isNew && <UsualMaxPeople />}
      <BookingSection organization={organization} />
      {can("patterns.manage") && !isPlatform && (
        <FormSection title={t("fields.hoursAndPrices")}>
          <PatternFields />
        </FormSection>
      )}
      <AmenitySection />
      <PublicPageSection publishedHint={t("pages.fieldPublishedHint")} isNew={isNew} />
      <FormActions>
        <ResetButton />
        <SubmitButton>{isNew ? title : t("kit.save")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function BookingSection({ organization }: Pick<FieldFormProps, "organization">) {
  const t = useTranslation();
  const { duration } = useDateFormats();
  return (
    <FormSection title={t("fields.booking")}>
      <FormRow>
        <SegmentedField
          name="status"
          label={t("fields.status")}
          hint={t("fields.statusHint")}
          options={fieldStatuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
        />
        <ConfidentialityField />
      </FormRow>
      <SwitchField name="bookable" label={t("fields.bookable")} hint={t("fields.bookableHint")} />
      <FormRow>
        <TextField name="minPeopleByEvent" type="number" min={1} label={t("fields.minPeople")} required />
        <TextField name="maxPeopleByEvent" type="number" min={1} label={t("fields.maxPeople")} required />
      </FormRow>
      <FormRow>
        <SelectField
          name="startStep"
          label={t("fields.startStep")}
          options={startSteps.map((value) => ({ value, label: duration(value) }))}
        />
        <TextField
          name="turnaround"
          type="number"
          min={0}
          suffix="min"
          label={t("fields.turnaround")}
          hint={t("fields.turnaroundHint")}
        />
      </FormRow>
      <PolicyFields organization={organization} />
    </FormSection>
  );
}

function PolicyFields({ organization }: Pick<FieldFormProps, "organization">) {
  const t = useTranslation();
  const organizationId = useFieldText("organizationId");
  const chosen = useQuery({
    ...endpointQuery(organizations.read, { params: { organizationId } }),
    enabled: organizationId !== "",
  });
  const { approvalDefault, bookingRules } = organization ?? chosen.data?.data ?? {};
  const usual = bookingRules && (bookingRules.cancellation?.until ?? 0) / 60;
  const isUsual = useFieldText("approval") === "" && approvalDefault !== undefined;
  return (
    <FormRow>
      <SegmentedField
        name="approval"
        label={t("fields.approval")}
        hint={isUsual && t("fields.approvalDefault", { approval: t(approvalLabels[approvalDefault]) })}
        options={approvalModes.map((value) => ({ value, label: t(approvalLabels[value]) }))}
      />
      <TextField
        name="cancellationDeadline"
        type="number"
        min={0}
        suffix="h"
        placeholder={usual === undefined ? undefined : String(usual)}
        label={t("fields.cancellationDeadline")}
        hint={t("fields.cancellationHint")}
      />
    </FormRow>
  );
}

function ConfidentialityField() {
  const t = useTranslation();
  const chosen = useFieldValue("confidentiality") === "private" ? "private" : "public";
  return (
    <SegmentedField
      name="confidentiality"
      label={t("fields.confidentiality")}
      hint={t(confidentialityHints[chosen])}
      options={confidentialities.map((value) => ({ value, label: t(confidentialityLabels[value]) }))}
    />
  );
}

function AmenitySection() {
  const t = useTranslation();
  return (
    <FormSection title={t("fields.comfort")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SegmentedField
          name="space"
          label={t("fields.space")}
          options={[
            ...fieldSpaces.map((value) => ({ value, label: t(spaceLabels[value]) })),
            { value: null, label: t("kit.unset") },
          ]}
        />
        <TextField name="seatsStands" type="number" min={0} label={t("fields.seats")} optional />
        {comforts.map((name) => (
          <TriStateField key={name} name={name} label={t(`fields.${name}`)} />
        ))}
      </div>
    </FormSection>
  );
}
