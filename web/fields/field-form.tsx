import { confidentialities, FieldDraft, type fields, fieldStatuses, spaces, startSteps } from "#contract/fields.ts";
import type { Body } from "#contract/kit.ts";
import { approvals, type Organization } from "#contract/organizations.ts";
import { MultiSelectField, SegmentsField, SelectField, SwitchField, TriStateField } from "#web/kit/choice-fields.tsx";
import { useDates } from "#web/kit/dates.ts";
import { TextareaField, TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form.tsx";
import { useWords } from "#web/kit/words.ts";
import { approvalLabels } from "#web/organizations/labels.ts";
import { useSportOptions } from "#web/sports/sport-options.ts";
import { FacilityField } from "./facility-field.tsx";
import { confidentialityHints, confidentialityLabels, spaceLabels, statusLabels } from "./labels.ts";

const blank = {
  name: "",
  description: "",
  status: fieldStatuses[0],
  confidentiality: confidentialities[0],
  bookable: false,
  space: null,
  lights: null,
  handicapAccess: null,
  airConditioning: null,
  heating: null,
  minPeopleByEvent: 1,
  maxPeopleByEvent: 99,
  seatsStands: null,
  sportIds: [],
  startStep: 30,
  turnaround: 0,
} as const;
const comforts = ["lights", "handicapAccess", "airConditioning", "heating"] as const;
const mostSports = 20;

interface FieldFormProps {
  /** On the platform: whose field it will be. */
  askOrganization: boolean;
  /** The facility chosen from the start, and whose it is. */
  chosen: { facilityId: string; organizationId: string } | undefined;
  /** Whose approval and deadline it begins with; where it is not known, the server gives it theirs. */
  organization: Pick<Organization, "approvalDefault" | "cancellationDeadline"> | undefined;
  onSave: (draft: Body<typeof fields.create>) => Promise<unknown>;
}

export function FieldForm({ askOrganization, chosen, organization, onSave }: FieldFormProps) {
  const t = useWords();
  const { duration } = useDates();
  const sportOptions = useSportOptions();
  return (
    <Form
      schema={FieldDraft}
      defaultValues={{
        ...blank,
        sportIds: [],
        facilityId: chosen?.facilityId ?? "",
        ...(organization && {
          approval: organization.approvalDefault,
          cancellationDeadline: organization.cancellationDeadline,
        }),
        ...(askOrganization ? { organizationId: chosen?.organizationId ?? "" } : {}),
      }}
      onSubmit={onSave}
      label={t("fields.create")}
      className="gap-6"
    >
      <FormSection title={t("fields.identity")} hint={t("fields.noneHint")}>
        <FacilityField askOrganization={askOrganization} />
        <TextField name="name" label={t("fields.name")} required />
        <MultiSelectField name="sportIds" label={t("fields.sports")} options={sportOptions} max={mostSports} optional />
        <TextareaField name="description" label={t("fields.description")} optional />
      </FormSection>
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
        {organization && <PolicyFields />}
      </FormSection>
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
      <FormActions>
        <ResetButton />
        <SubmitButton>{t("fields.create")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** As the organization has it, unless it is said here. */
function PolicyFields() {
  const t = useWords();
  return (
    <FormRow>
      <SegmentsField
        name="approval"
        label={t("fields.approval")}
        options={approvals.map((value) => ({ value, label: t(approvalLabels[value]) }))}
      />
      <TextField
        name="cancellationDeadline"
        type="number"
        min={0}
        suffix="h"
        label={t("fields.cancellationDeadline")}
        hint={t("fields.cancellationHint")}
        required
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
