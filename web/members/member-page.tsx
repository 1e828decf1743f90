/** One person in an organization: who they are, which roles they have, and what these add up to. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { type MemberDetail, members } from "#contract/members.ts";
import { organizations } from "#contract/organizations.ts";
import { ownerRoleId } from "#contract/permissions.ts";
import { read, write } from "#web/kit/api.ts";
import { Card } from "#web/kit/card.tsx";
import { MultiSelectField } from "#web/kit/choice-fields.tsx";
import { ConfirmButton, ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { useCurrent } from "#web/kit/current.ts";
import { DescriptionList, Fact } from "#web/kit/description-list.tsx";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { Form, FormActions, ResetButton, SubmitButton } from "#web/kit/form.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { Columns, Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { Switch } from "#web/kit/switch.tsx";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useMayGive, useMayMakeOwners } from "#web/organizations/owner.tsx";
import { ActiveBadge, RoleBadges, roleName } from "./member-badges.tsx";
import { PermissionMatrix } from "./permission-matrix.tsx";

const RolesDraft = z.strictObject({ roles: z.array(z.int()).check(z.minLength(1)) });
/** What one sees change with a member: the lists, who holds a role, the owner, and one's own rights. */
const changed = [members.list, members.roles, members.readRole, members.min, organizations.read, organizations.list];

export const TeamMemberPage = () => <MemberPage list="/team-users" />;
export const CustomerPage = () => <MemberPage list="/users" />;

function MemberPage({ list }: { list: "/team-users" | "/users" }) {
  const t = useWords();
  const { organizationId, path } = useScope();
  const params = { organizationId, userId: useParam("userId") };
  const { data, error, refetch } = useCurrent(read(members.read, { params }));
  const member = data?.data;
  return (
    <Page
      title={member?.full_name ?? t("members.one")}
      crumbs={[
        ...(useOrganizationCrumbs() ?? []),
        <Link key="list" to={path(list)}>
          {t(list === "/users" ? "members.customers" : "members.team")}
        </Link>,
      ]}
      meta={
        member && (
          <>
            <RoleBadges roles={member.roles} />
            <ActiveBadge active={member.active} />
          </>
        )
      }
    >
      {member ? (
        <Member member={member} list={path(list)} />
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} />
      )}
    </Page>
  );
}

/** Why nobody, or not oneself, may touch what makes this member; nothing where one may. The server says it in the same words. */
function useLock(member: MemberDetail): string | undefined {
  const t = useWords();
  const mayGive = useMayGive();
  const { organizationId } = useScope();
  const mayMakeOwners = useMayMakeOwners();
  const isOwner = member.roles.some(({ id }) => id === ownerRoleId);
  const roleId = String(ownerRoleId);
  const owners = useQuery({
    ...read(members.readRole, { params: { organizationId, roleId } }, { quiet: true }),
    enabled: isOwner,
  });
  if (isOwner && !mayMakeOwners) return t("members.ownersOnly");
  if (!mayGive({ permissions: member.permissions })) return t("members.aboveYou");
  return isOwner && owners.data?.data.members === 1 ? t("members.lastOwner") : undefined;
}

interface MemberProps {
  member: MemberDetail;
  list: string;
}

function Member({ member, list }: MemberProps) {
  const t = useWords();
  const { can } = useScope();
  const lock = useLock(member);
  const manages = can(members.update);
  const parts = (
    <>
      <Details member={member} withRoles={!manages} />
      {manages && <RolesCard member={member} lock={lock} />}
      <Card title={t("members.permissions")}>
        <PermissionMatrix granted={member.permissions} />
      </Card>
    </>
  );
  if (!manages) return <div className="grid gap-5">{parts}</div>;
  return <Columns aside={<Access member={member} list={list} lock={lock} />}>{parts}</Columns>;
}

function Details({ member, withRoles }: { member: MemberDetail; withRoles: boolean }) {
  const t = useWords();
  const { phone, emailVerifiedAt } = member;
  return (
    <Card title={t("kit.details")}>
      <DescriptionList>
        <Fact name={t("members.firstName")}>{member.firstName}</Fact>
        <Fact name={t("members.lastName")}>{member.lastName}</Fact>
        <Fact name={t("members.email")}>{member.email}</Fact>
        <Fact name={t("members.phone")}>{phone && <span className="tnum">{phone}</span>}</Fact>
        <Fact name={t("members.emailVerified")}>{emailVerifiedAt && <Moment at={emailVerifiedAt} />}</Fact>
        <Fact name={t("members.joined")}>
          <Moment at={member.joinedAt} />
        </Fact>
        {withRoles && (
          <Fact name={t("members.roles")}>
            <RoleBadges roles={member.roles} />
          </Fact>
        )}
      </DescriptionList>
    </Card>
  );
}

/** Changes this member, and shows what it now is. */
function useMemberChange(userId: string) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, userId };
  const forget = () => {
    for (const { name } of changed) void cache.invalidateQueries({ queryKey: [name] });
  };
  const update = useMutation({
    ...write(members.update),
    onSuccess: (answer) => {
      cache.setQueryData(read(members.read, { params }).queryKey, answer);
      forget();
    },
  });
  const remove = useMutation({ ...write(members.remove), onSuccess: forget });
  return { params, update, remove };
}

function RolesCard({ member, lock }: { member: MemberDetail; lock: string | undefined }) {
  const t = useWords();
  const { organizationId } = useScope();
  const mayGive = useMayGive();
  const { params, update } = useMemberChange(member.id);
  const all = useQuery(read(members.roles, { params: { organizationId }, query: { per_page: 100 } })).data?.data ?? [];
  const held = member.roles.map(({ id }) => id);
  const options = all
    .filter((role) => mayGive(role) || held.includes(role.id))
    .map((role) => ({ value: role.id, label: roleName(t, role) }));
  // The last owner may still get another role beside it.
  const isLocked = lock !== undefined && lock !== t("members.lastOwner");
  return (
    <Card title={t("members.roles")} padded>
      <Form
        key={held.join()}
        schema={RolesDraft}
        defaultValues={{ roles: held }}
        onSubmit={(body) => update.mutateAsync({ params, body })}
        label={t("members.roles")}
      >
        <MultiSelectField
          name="roles"
          label={t("members.roles")}
          hideLabel
          options={options}
          known={member.roles.map((role) => ({ value: role.id, label: roleName(t, role) }))}
          hint={lock ?? t("members.rolesHint")}
          disabled={isLocked}
        />
        {!isLocked && (
          <FormActions>
            <ResetButton />
            <SubmitButton>{t("members.saveRoles")}</SubmitButton>
          </FormActions>
        )}
      </Form>
    </Card>
  );
}

/** Whether the person may come in, and the way out. */
function Access({ member, list, lock }: MemberProps & { lock: string | undefined }) {
  const t = useWords();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { params, update, remove } = useMemberChange(member.id);
  const { active, full_name: name } = member;
  return (
    <Card title={t("members.access")} padded>
      <div className="grid gap-4">
        <div className="flex items-start justify-between gap-4">
          <span className="grid gap-1">
            <span className="text-13 font-medium">{t("members.active")}</span>
            <span className="text-xs text-ink-3">{t(active ? "members.accessOn" : "members.accessIsOff")}</span>
          </span>
          <Switch
            aria-label={t("members.active")}
            checked={active}
            disabled={lock !== undefined}
            aria-describedby={lock && "member-lock"}
            onCheckedChange={() => setAsking(true)}
          />
        </div>
        {lock && (
          <p id="member-lock" className="rounded-md bg-sunken px-3 py-2 text-xs text-ink-2">
            {lock}
          </p>
        )}
        <ConfirmButton
          quiet={false}
          label={t("members.remove")}
          disabled={lock !== undefined}
          title={t("members.removeTitle", { name })}
          confirm={t("members.remove")}
          onConfirm={async () => {
            await remove.mutateAsync({ params });
            await navigate({ to: list });
          }}
        >
          {t("members.removeText")}
        </ConfirmButton>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t(active ? "members.deactivateTitle" : "members.activateTitle", { name })}
        confirm={t(active ? "members.deactivate" : "members.activate")}
        tone={active ? "danger" : "primary"}
        onConfirm={() => update.mutateAsync({ params, body: { active: !active } })}
      >
        {t(active ? "members.deactivateText" : "members.activateText")}
      </ConfirmDialog>
    </Card>
  );
}
