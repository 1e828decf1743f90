import { useQuery } from "@tanstack/react-query";
import { confidentialities, type Field, fieldStatuses, spaces, startSteps } from "#contract/fields.ts";
import { approvals, type Named, type Organization, organizations } from "#contract/organizations.ts";
import { files } from "#contract/files.ts";
import { PhotoField } from "#web/files/photo-field.tsx";
import { read } from "#web/kit/api.ts";
import { MultiSelectField, SegmentsField, SelectField, SwitchField, TriStateField } from "#web/kit/choice-fields.tsx";
import { useDates } from "#web/kit/dates.ts";
import { useFieldText } from "#web/kit/field-text.ts";
import { TextareaField, TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, FormRow, type Initial, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { approvalLabels } from "#web/organizations/labels.ts";
import { useSportOptions } from "#web/sports/sport-options.ts";
import { blankField, FieldFormDraft, filledWith } from "./field-draft.ts";
import { confidentialityHints, confidentialityLabels, spaceLabels, statusLabels } from "./labels.ts";
import { PatternFields, PlaceFields } from "./place-fields.tsx";

const comforts = ["lights", "handicapAccess", "airConditioning", "heating"] as const;
const mostSports = 20;

interface FieldFormProps {
  /** The one to edit; a new one where it is missing. */
  field?: Field;
  /** On the platform: whose field a new one will be. */
  askOrganization?: boolean;
  /** The facility chosen from the start, and whose it is. */
  facility?: (Named & { organization: Named }) | undefined;
  /** Whose approval and deadline a new one begins with; on the platform it is chosen in the form. */
  organization: Organization | undefined;
  onSave: (draft: FieldFormDraft) => Promise<unknown>;
}

export function FieldForm({ field, askOrganization = false, facility, organization, onSave }: FieldFormProps) {
  const t = useWords();
  const isNew = field === undefined;
  const title = t(isNew ? "fields.create" : "fields.edit");
  const { can, isPlatform } = useScope();
  const sportOptions = useSportOptions();
  const start = isNew
    ? {
        ...blankField,
        sportIds: [],
        facilityId: facility?.id ?? "",
        ...(organization && { approval: organization.approvalDefault }),
        ...(askOrganization ? { organizationId: facility?.organization.id ?? "" } : {}),
      }
    : filledWith(field);
  return (
    <Form
      schema={FieldFormDraft}
      // An empty deadline is none of its own.
      defaultValues={{ ...start, photos: [] } as Initial<typeof FieldFormDraft>}
      onSubmit={onSave}
      label={title}
      className="gap-6"
    >
      <FormSection title={t("fields.identity")} hint={isNew ? t("fields.noneHint") : undefined}>
        <PlaceFields askOrganization={askOrganization} facility={field?.facility ?? facility} field={field} />
        <TextField name="name" label={t("fields.name")} required />
        <MultiSelectField
          name="sportIds"
          label={t("fields.sports")}
          options={sportOptions}
          known={field?.sports.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          max={mostSports}
          optional
        />
        <TextareaField name="description" label={t("fields.description")} optional />
        {can(files.upload) && <PhotoField name="photos" label={t("fields.photo")} current={field?.image} optional />}
      </FormSection>
      <BookingSection organization={organization} />
      {can("patterns.manage") && !isPlatform && (
        <FormSection title={t("fields.hoursAndPrices")}>
          <PatternFields />
        </FormSection>
      )}
      <ComfortSection />
      <FormActions>
        <ResetButton />
        <SubmitButton>{isNew ? title : t("kit.save")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function BookingSection({ organization }: Pick<FieldFormProps, "organization">) {
  const t = useWords();
  const { duration } = useDates();
  return (
    <FormSection title={t("fields.booking")}>
      <FormRow>
        <SegmentsField
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

/** As the organization has it, unless it is said here. */
function PolicyFields({ organization }: Pick<FieldFormProps, "organization">) {
  const t = useWords();
  const organizationId = useFieldText("organizationId");
  const chosen = useQuery({
    ...read(organizations.read, { params: { organizationId } }),
    enabled: organizationId !== "",
  });
  const { approvalDefault, cancellationDeadline } = organization ?? chosen.data?.data ?? {};
  const isUsual = useFieldText("approval") === "" && approvalDefault !== undefined;
  return (
    <FormRow>
      <SegmentsField
        name="approval"
        label={t("fields.approval")}
        hint={isUsual && t("fields.approvalDefault", { approval: t(approvalLabels[approvalDefault]) })}
        options={approvals.map((value) => ({ value, label: t(approvalLabels[value]) }))}
      />
      <TextField
        name="cancellationDeadline"
        type="number"
        min={0}
        suffix="h"
        placeholder={cancellationDeadline === undefined ? undefined : String(cancellationDeadline)}
        label={t("fields.cancellationDeadline")}
        hint={t("fields.cancellationHint")}
      />
    </FormRow>
  );
}

/** Says what the chosen one means. */
function ConfidentialityField() {
  const t = useWords();
  const chosen = useFieldValue("confidentiality") === "private" ? "private" : "public";
  return (
    <SegmentsField
      name="confidentiality"
      label={t("fields.confidentiality")}
      hint={t(confidentialityHints[chosen])}
      options={confidentialities.map((value) => ({ value, label: t(confidentialityLabels[value]) }))}
    />
  );
}

function ComfortSection() {
  const t = useWords();
  return (
    <FormSection title={t("fields.comfort")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SegmentsField
          name="space"
          label={t("fields.space")}
          options={[
            ...spaces.map((value) => ({ value, label: t(spaceLabels[value]) })),
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
