/** Owner of an organization: who may become it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { email } from "#contract/kit.ts";
import { members } from "#contract/members.ts";
import { type Organization } from "#contract/organization-shape.ts";
import { organizations } from "#contract/organizations.ts";
import { OWNER_ROLE_ID, type Permission } from "#contract/permissions.ts";
import { ApiError, call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { useScope, useUser } from "#web/kit/data/scope.ts";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

type Owner = NonNullable<Organization["owner"]>;
const InviteOwnerDraft = z.strictObject({ email });

export function useCanAssignOwners(): boolean {
  const { membership, can } = useScope();
  const { platformAdmin } = useUser();
  return can(members.invite) && (platformAdmin || (membership?.roles.some(({ id }) => id === OWNER_ROLE_ID) ?? false));
}

/** Nobody assigns roles with more permissions than their own, and only owners appoint owners. */
export function useCanAssignRole(): (role: { id?: number; permissions: readonly string[] }) => boolean {
  const { can } = useScope();
  const mayMakeOwners = useCanAssignOwners();
  return ({ id, permissions }) =>
    (id !== OWNER_ROLE_ID || mayMakeOwners) && permissions.every((permission) => can(permission as Permission));
}

export function OwnerName({ owner }: { owner: Owner | null }) {
  const may = useCanAssignOwners();
  return (
    <span className="grid gap-2">
      {owner && (
        <span>
          {owner.full_name} <span className="text-ink-3">{owner.email}</span>{" "}
          {owner.phone && <span className="whitespace-nowrap tnum text-ink-3">{owner.phone}</span>}
        </span>
      )}
      {!owner && !may && <span className="text-ink-3">—</span>}
      {may && <InvitedOwners />}
      {may && (
        <span className="-ml-2.5 flex flex-wrap gap-1">
          <InviteOwner owner={owner} />
          {owner && <RemoveOwner owner={owner} />}
        </span>
      )}
    </span>
  );
}

/** Open invitations as owner, so that nobody is invited twice. */
function InvitedOwners() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { date } = useDateFormats();
  const query = { type: "team", per_page: 100 } as const;
  const { data } = useQuery(
    endpointQuery(members.sentInvitations, { params: { organizationId }, query }, { quiet: true }),
  );
  const invited = data?.data.filter(({ role, isExpired }) => role.id === OWNER_ROLE_ID && !isExpired) ?? [];
  return invited.map(({ id, email: invitedEmail, invitedAt }) => (
    <span key={id} className="text-13 text-ink-2">
      {t("organizations.ownerInvited", { email: invitedEmail, date: date(invitedAt) })}
    </span>
  ));
}

function InviteOwner({ owner }: { owner: Owner | null }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const [open, setOpen] = useState(false);
  const title = t(owner ? "organizations.ownerModify" : "organizations.ownerAdd");
  const invite = async ({ email: invited }: z.output<typeof InviteOwnerDraft>) => {
    const { data } = await call(members.invite, {
      params: { organizationId },
      body: { type: "team", role: OWNER_ROLE_ID, emails: [invited] },
    });
    const [outcome] = data;
    const message = outcome?.message ?? "";
    if (outcome?.outcome !== "invited") throw new ApiError(422, message, { errors: { email: [message] } });
    toast({ description: message, variant: "success", duration: OUTCOME_TOAST_MS });
    void cache.invalidateQueries({ queryKey: [members.sentInvitations.name] });
    setOpen(false);
  };
  return (
    <>
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {owner ? <Pencil aria-hidden /> : <UserPlus aria-hidden />}
        {title}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        description={
          owner ? t("organizations.ownerModifyText", { name: owner.full_name }) : t("organizations.ownerAddText")
        }
      >
        <Form schema={InviteOwnerDraft} defaultValues={{ email: "" }} onSubmit={invite} guard={false} label={title}>
          <TextField name="email" type="email" label={t("organizations.emailOwner")} autoComplete="off" required />
          <FormActions>
            <Button onClick={() => setOpen(false)}>{t("kit.cancel")}</Button>
            <SubmitButton>{t("organizations.ownerSend")}</SubmitButton>
          </FormActions>
        </Form>
      </Dialog>
    </>
  );
}

/** Removes the owner role. A person without another role leaves the organization. */
function RemoveOwner({ owner }: { owner: Owner }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, userId: owner.user_id };
  const update = useMutation(endpointMutation(members.update));
  const leave = useMutation(endpointMutation(members.remove));
  const remove = async () => {
    // Load the current roles, because the update replaces all of them.
    const { data } = await call(members.read, { params }, { quiet: true });
    const others = data.roles.map(({ id }) => id).filter((id) => id !== OWNER_ROLE_ID);
    if (others.length > 0) await update.mutateAsync({ params, body: { roles: others } });
    else await leave.mutateAsync({ params });
    for (const { name } of [organizations.read, organizations.list, members.list, members.read, members.min])
      void cache.invalidateQueries({ queryKey: [name] });
  };
  return (
    <ConfirmButton
      size="sm"
      label={
        <>
          <Trash2 aria-hidden />
          {t("organizations.ownerRemove")}
        </>
      }
      title={t("organizations.ownerRemoveTitle", { name: owner.full_name })}
      confirm={t("organizations.ownerRemove")}
      onConfirm={remove}
    >
      {t("organizations.ownerRemoveText")}
    </ConfirmButton>
  );
}
