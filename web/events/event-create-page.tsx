import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { events } from "#contract/events.ts";
import { fields } from "#contract/fields.ts";
import { read, write } from "#web/kit/api.ts";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { type EventFormDraft, toDraft } from "./event-draft.ts";
import { EventForm } from "./event-form.tsx";
import { fillKeys } from "./fill-key.ts";

export function EventCreatePage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const fieldId = useSearch({ strict: false, select: (search: { fieldId?: string }) => search.fieldId ?? "" });
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [keyOf] = useState(fillKeys);
  const create = useMutation({
    ...write(events.create),
    onSuccess: async ({ data }) => {
      for (const { name } of [events.list, events.mine]) void cache.invalidateQueries({ queryKey: [name] });
      await navigate({ to: path(`/events/${data.id}`) });
    },
  });
  const save = async (filled: EventFormDraft) => {
    const field = await cache.ensureQueryData(
      read(fields.read, { params: { organizationId, fieldId: filled.fieldId } }),
    );
    const body = toDraft(filled, field.data.timezone);
    await create.mutateAsync({ params: { organizationId }, body, idempotencyKey: keyOf(body) });
  };
  return (
    <Page
      title={t("events.create")}
      crumbs={[
        <Link key="list" to={path("/events")}>
          {t("events.title")}
        </Link>,
      ]}
    >
      <EventForm fieldId={fieldId} onSave={save} />
    </Page>
  );
}
