import { eventKinds, eventTypes } from "#contract/events.ts";
import { confidentialities } from "#contract/fields.ts";
import { confidentialityHints, confidentialityLabels } from "#web/fields/labels.ts";
import { SegmentsField, SelectField, SwitchField } from "#web/kit/choice-fields.tsx";
import { TextareaField, TextField } from "#web/kit/fields.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton, useFieldValue } from "#web/kit/form.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { EventFormDraft } from "./event-draft.ts";
import { kindLabels, typeLabels } from "./labels.ts";
import { CustomerSection, PriceSection } from "./team-sections.tsx";
import { PeopleFields, SportField, WhenFields } from "./when-fields.tsx";

const blank = {
  startTime: "",
  duration: 60,
  name: "",
  type: eventTypes[0],
  kind: eventKinds[0],
  confidentiality: confidentialities[0],
  sportId: null,
  people: null,
  minPeople: null,
  maxPeople: null,
  price: null,
  priceReason: "",
  priceType: null,
  customer: { name: "", phone: "" },
  description: "",
  notes: "",
  internalNotes: "",
  override: false,
} as const;

interface EventFormProps {
  /** The field chosen from the start; an empty text for none. */
  fieldId: string;
  onSave: (filled: EventFormDraft) => Promise<unknown>;
}

export function EventForm({ fieldId, onSave }: EventFormProps) {
  const t = useWords();
  const { can } = useScope();
  const team = can("events.create");
  return (
    <Form
      schema={EventFormDraft}
      defaultValues={{ ...blank, fieldId, date: Temporal.Now.plainDateISO().toString() }}
      onSubmit={onSave}
      label={t("events.create")}
      className="gap-6"
    >
      <FormSection title={t("events.when")} hint={t("events.whenHint")}>
        <WhenFields team={team} />
        {can("events.override") && (
          <SwitchField name="override" label={t("events.override")} hint={t("events.overrideHint")} />
        )}
      </FormSection>
      <FormSection title={t("events.about")}>
        {team && <KindField />}
        <NameField />
        <FormRow>
          <SelectField
            name="type"
            label={t("events.type")}
            options={eventTypes.map((value) => ({ value, label: t(typeLabels[value]) }))}
          />
          <SportField />
        </FormRow>
        <ConfidentialityField />
        <PeopleFields team={team} />
        <TextareaField name="description" label={t("events.description")} optional />
      </FormSection>
      {team && <CustomerSection />}
      {team && <PriceSection />}
      <FormSection title={t("events.extras")}>
        <TextareaField name="notes" label={t("events.notes")} hint={t("events.notesHint")} optional />
        {team && (
          <TextareaField
            name="internalNotes"
            label={t("events.internalNotes")}
            hint={t("events.internalNotesHint")}
            optional
          />
        )}
      </FormSection>
      <FormActions>
        <ResetButton />
        <SubmitButton>{t("events.create")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** An event, or a time that the team takes out of sale. */
function KindField() {
  const t = useWords();
  const block = useFieldValue("kind") === "block";
  return (
    <SegmentsField
      name="kind"
      label={t("events.kind")}
      hint={block && t("events.kindBlockHint")}
      options={eventKinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
    />
  );
}

/** The name of a block is its reason. */
function NameField() {
  const t = useWords();
  const block = useFieldValue("kind") === "block";
  return <TextField name="name" label={t(block ? "events.reason" : "events.name")} autoComplete="off" required />;
}

function ConfidentialityField() {
  const t = useWords();
  const chosen = useFieldValue("confidentiality") === "private" ? "private" : "public";
  return (
    <SegmentsField
      name="confidentiality"
      label={t("events.confidentiality")}
      hint={t(confidentialityHints[chosen])}
      options={confidentialities.map((value) => ({ value, label: t(confidentialityLabels[value]) }))}
    />
  );
}
