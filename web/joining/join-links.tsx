/** Join links: made, shown once with their code and poster, and revoked. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Link2, Plus } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { JOIN_LINK_DEFAULT_DAYS, type JoinLink, JoinLinkDraft, joining, type NewJoinLink } from "#contract/joining.ts";
import { members } from "#contract/members.ts";
import { MEMBER_ROLE_ID } from "#contract/permissions.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { download } from "#web/kit/data/download.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SegmentedField, SelectField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardList } from "#web/kit/list/card-list.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { CopyField } from "#web/kit/ui/copy-field.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { roleName } from "#web/members/member-badges.tsx";

const DAY_MS = 86_400_000;
const validities = ["7", "30", String(JOIN_LINK_DEFAULT_DAYS), "365"] as const;

const LinkForm = z.extend(z.omit(JoinLinkDraft, { expiresAt: true }), { validity: z.enum(validities) });

export function JoinLinks() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [isOpen, setIsOpen] = useState(false);
  const list = useQuery({ ...endpointQuery(joining.links, { params: { organizationId } }), staleTime: 0 });
  const create = (
    <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
      <Plus aria-hidden />
      {t("joining.createLink")}
    </Button>
  );
  return (
    <section aria-labelledby="join-links">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="join-links" className="text-sm font-semibold">
          {t("joining.links")}
        </h2>
        {list.data && list.data.data.length > 0 && create}
      </div>
      <CardList
        label={t("joining.links")}
        query={list}
        empty={
          <EmptyState icon={Link2} title={t("joining.noLinks")} action={create}>
            {t("joining.noLinksText")}
          </EmptyState>
        }
        row={(link) => <LinkRow key={link.id} link={link} />}
      />
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t("joining.createLink")}
        description={t("joining.createLinkText")}
      >
        <CreateLink onClose={() => setIsOpen(false)} />
      </Dialog>
    </section>
  );
}

const stateBadges = { expired: "joining.stateExpired", used_up: "joining.stateUsedUp" } as const;

function LinkRow({ link }: { link: JoinLink }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { date } = useDateFormats();
  const cache = useQueryClient();
  const { id, lastSigns: signs, role, needsApproval, maxUses, uses, expiresAt, state, maker, created_at: at } = link;
  const revoke = useMutation({
    ...endpointMutation(joining.revokeLink),
    onSuccess: () => cache.invalidateQueries({ queryKey: [joining.links.name] }),
  });
  const facts = [
    maxUses === null ? t("joining.uses", { count: uses }) : t("joining.usesOf", { count: uses, max: maxUses }),
    t("joining.until", { date: date(expiresAt) }),
    t("joining.madeBy", { name: maker, date: date(at) }),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
          <span className="font-medium">{t("joining.linkOf", { signs })}</span>
          <Badge>{roleName(t, role)}</Badge>
          {needsApproval && <Badge tone="amber">{t("joining.withApproval")}</Badge>}
          {state !== "open" && <Badge tone="gray">{t(stateBadges[state])}</Badge>}
        </p>
        <p className="text-xs text-ink-3 tnum">{facts.join(" · ")}</p>
      </div>
      <ConfirmButton
        label={t("joining.revoke")}
        aria-label={`${t("joining.revoke")} ${t("joining.linkOf", { signs })}`}
        title={t("joining.revokeTitle", { signs })}
        confirm={t("joining.revoke")}
        onConfirm={() => revoke.mutateAsync({ params: { organizationId, joinLinkId: id } })}
      >
        {t("joining.revokeText")}
      </ConfirmButton>
    </li>
  );
}

function CreateLink({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId };
  const roles = useQuery(endpointQuery(members.roles, { params, query: { per_page: 100 } })).data?.data ?? [];
  const create = useMutation({
    ...endpointMutation(joining.createLink),
    onSuccess: () => cache.invalidateQueries({ queryKey: [joining.links.name] }),
  });
  if (create.data) return <NewLink link={create.data.data} onClose={onClose} />;
  return (
    <Form
      schema={LinkForm}
      defaultValues={{
        ...{ role: MEMBER_ROLE_ID, needsApproval: false, maxUses: null },
        validity: String(JOIN_LINK_DEFAULT_DAYS),
      }}
      guard={false}
      onSubmit={({ validity, ...draft }) => {
        const expiresAt = new Date(Date.now() + Number(validity) * DAY_MS).toISOString();
        return create.mutateAsync({ params, body: { ...draft, expiresAt } });
      }}
    >
      <SelectField
        name="role"
        label={t("joining.role")}
        options={roles
          .filter(({ type }) => type === "member")
          .map((role) => ({ value: role.id, label: roleName(t, role) }))}
        required
      />
      <SegmentedField
        name="validity"
        label={t("joining.validFor")}
        options={validities.map((value) => ({ value, label: t("joining.days", { count: Number(value) }) }))}
      />
      <TextField
        name="maxUses"
        type="number"
        min={1}
        max={10_000}
        label={t("joining.maxUses")}
        hint={t("joining.maxUsesHint")}
      />
      <SwitchField name="needsApproval" label={t("joining.needsApproval")} hint={t("joining.needsApprovalHint")} />
      <FormActions>
        <Button onClick={onClose}>{t("kit.cancel")}</Button>
        <SubmitButton>{t("joining.make")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function NewLink({ link: { id, url, code }, onClose }: { link: NewJoinLink; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [isPending, setIsPending] = useState(false);
  const savePoster = async () => {
    setIsPending(true);
    const request = { params: { organizationId, joinLinkId: id }, body: { code } };
    // A failure has been shown in a toast.
    await download(joining.poster, request, "poster.pdf").catch(() => undefined);
    setIsPending(false);
  };
  return (
    <CopyField
      variant="primary"
      label={t("joining.linkReady")}
      value={url}
      hint={t("joining.linkOnce", { code })}
      copy={t("joining.copy")}
      copied={t("joining.copied")}
    >
      <Button pending={isPending} onClick={() => void savePoster()}>
        <Download aria-hidden />
        {t("joining.poster")}
      </Button>
      <Button onClick={onClose}>{t("joining.done")}</Button>
    </CopyField>
  );
}
