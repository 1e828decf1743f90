import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pin, PinOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { type CustomerNote, customers, NoteDraft } from "#contract/customers.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";

export function CustomerNotes({ customerId }: { customerId: string }) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const params = { organizationId, customerId };
  const notes = useQuery(endpointQuery(customers.notes, { params })).data?.data ?? [];
  const manages = can(customers.addNote);
  const [isWriting, setWriting] = useState(false);
  return (
    <Card
      title={t("customers.notes")}
      action={
        manages &&
        !isWriting && (
          <button type="button" className={`${textLinkClass} text-13`} onClick={() => setWriting(true)}>
            {t("customers.addNote")}
          </button>
        )
      }
    >
      {notes.length > 0 ? (
        <ul aria-label={t("customers.notes")} className="divide-y divide-line">
          {notes.map((note) => (
            <NoteRow key={note.id} note={note} params={params} mayChange={manages} />
          ))}
        </ul>
      ) : (
        <p className="px-4 py-3 text-13 text-ink-3">{t("customers.noNotes")}</p>
      )}
      {manages && isWriting && <NoteForm params={params} onDone={() => setWriting(false)} />}
    </Card>
  );
}

type Params = { organizationId: string; customerId: string };

function useForgetNotes(params: Params) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: endpointQuery(customers.notes, { params }).queryKey });
}

function NoteRow({ note, params, mayChange }: { note: CustomerNote; params: Params; mayChange: boolean }) {
  const t = useTranslation();
  const timezone = useOrganizationTimezone();
  const forget = useForgetNotes(params);
  const change = useMutation({ ...endpointMutation(customers.changeNote), onSuccess: forget });
  const remove = useMutation({ ...endpointMutation(customers.deleteNote), onSuccess: forget });
  const noteParams = { ...params, noteId: note.id };
  const pinLabel = t(note.pinned ? "customers.unpin" : "customers.pin");
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-13 [overflow-wrap:anywhere] whitespace-pre-line">
          {note.pinned && <Pin className="mr-1.5 inline size-3.5 text-accent-ink" aria-label={t("customers.pinned")} />}
          {note.text}
        </p>
        <p className="text-xs text-ink-3">
          {note.author.full_name} · <DateTime timeZone={timezone} at={note.created_at} />
        </p>
      </div>
      {mayChange && (
        <div className="flex shrink-0 gap-1">
          <Button
            variant="ghost"
            size="icon"
            aria-label={pinLabel}
            title={pinLabel}
            onClick={() => change.mutate({ params: noteParams, body: { pinned: !note.pinned } })}
          >
            {note.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          </Button>
          <ConfirmButton
            label={<Trash2 aria-hidden />}
            aria-label={t("customers.deleteNote")}
            size="icon"
            title={t("customers.deleteNoteTitle")}
            confirm={t("customers.deleteNote")}
            onConfirm={() => remove.mutateAsync({ params: noteParams })}
          >
            {note.text}
          </ConfirmButton>
        </div>
      )}
    </li>
  );
}

function NoteForm({ params, onDone }: { params: Params; onDone: () => void }) {
  const t = useTranslation();
  const forget = useForgetNotes(params);
  const add = useMutation({ ...endpointMutation(customers.addNote), onSuccess: forget });
  return (
    <Form
      schema={NoteDraft}
      defaultValues={{ text: "", pinned: false }}
      guard={false}
      label={t("customers.addNote")}
      className="gap-3 border-t border-line p-4"
      onSubmit={async (body) => {
        await add.mutateAsync({ params, body });
        onDone();
      }}
    >
      <TextareaField
        name="text"
        label={t("customers.newNote")}
        hint={t("customers.noteHint")}
        rows={2}
        required
        autoFocus
      />
      <div className="flex gap-2">
        <SubmitButton>{t("customers.addNote")}</SubmitButton>
        <Button variant="ghost" onClick={onDone}>
          {t("kit.cancel")}
        </Button>
      </div>
    </Form>
  );
}
