/** Page of a member: profile, roles, access, permissions. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { type MemberDetail, members } from "#contract/members.ts";
import { organizations } from "#contract/organizations.ts";
import { OWNER_ROLE_ID } from "#contract/permissions.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { MultiSelectField } from "#web/kit/form/choice-fields.tsx";
import { ConfirmButton, ConfirmDialog } from "#web/kit/ui/confirm-dialog.tsx";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { DescriptionList, DescriptionItem } from "#web/kit/ui/description-list.tsx";
import { DetailSkeleton } from "#web/kit/ui/detail-skeleton.tsx";
import { Form, FormActions, ResetButton, SubmitButton } from "#web/kit/form/form.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { PageColumns, Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Switch } from "#web/kit/ui/switch.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useCanAssignRole, useCanAssignOwners } from "#web/organizations/organization-owner.tsx";
import { LostSecondFactorCard } from "./lost-second-factor-card.tsx";
import { ActiveBadge, RoleBadges, roleName } from "./member-badges.tsx";
import { PermissionMatrix } from "./permission-matrix.tsx";

const RolesDraft = z.strictObject({ roles: z.array(z.int()).check(z.minLength(1)) });
const affectedEndpoints = [
  members.list,
  members.roles,
  members.readRole,
  members.min,
  organizations.read,
  organizations.list,
];

export const TeamMemberPage = () => <MemberPage list="/team-users" />;
export const CustomerAccountPage = () => <MemberPage list="/users" />;

function MemberPage({ list }: { list: "/team-users" | "/users" }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const params = { organizationId, userId: useRouteParam("userId") };
  const { data, error, refetch } = useFreshQuery(endpointQuery(members.read, { params }));
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
        <MemberContent member={member} list={path(list)} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} />
      )}
    </Page>
  );
}

/** The message why the reader may not change this member; undefined if allowed. The server enforces the same rules. */
function useChangeRefusal(member: MemberDetail): string | undefined {
  const t = useTranslation();
  const mayGive = useCanAssignRole();
  const { organizationId } = useScope();
  const mayMakeOwners = useCanAssignOwners();
  const isOwner = member.roles.some(({ id }) => id === OWNER_ROLE_ID);
  const roleId = String(OWNER_ROLE_ID);
  const owners = useQuery({
    ...endpointQuery(members.readRole, { params: { organizationId, roleId } }, { quiet: true }),
    enabled: isOwner,
  });
  if (isOwner && !mayMakeOwners) return t("members.ownersOnly");
  if (!mayGive({ permissions: member.permissions })) return t("members.aboveYou");
  return isOwner && owners.data?.data.members === 1 ? t("members.lastOwner") : undefined;
}

interface MemberContentProps {
  member: MemberDetail;
  list: string;
}

function MemberContent({ member, list }: MemberContentProps) {
  const t = useTranslation();
  const { can } = useScope();
  const lock = useChangeRefusal(member);
  const manages = can(members.update);
  const parts = (
    <>
      <Details member={member} withRoles={!manages} />
      {manages && <RolesCard member={member} lock={lock} />}
      {/* Permissions of a customer are those of every member. */}
      {list === "/team-users" && (
        <Card title={t("members.permissions")}>
          <PermissionMatrix granted={member.permissions} />
        </Card>
      )}
    </>
  );
  if (!manages) return <div className="grid gap-5">{parts}</div>;
  return (
    <PageColumns
      aside={
        <>
          <AccessCard member={member} list={list} lock={lock} />
          <LostSecondFactorCard member={member} />
        </>
      }
    >
      {parts}
    </PageColumns>
  );
}

function Details({ member, withRoles }: { member: MemberDetail; withRoles: boolean }) {
  const t = useTranslation();
  const { phone, emailVerifiedAt } = member;
  return (
    <Card title={t("kit.details")}>
      <DescriptionList>
        <DescriptionItem name={t("members.firstName")}>{member.firstName}</DescriptionItem>
        <DescriptionItem name={t("members.lastName")}>{member.lastName}</DescriptionItem>
        <DescriptionItem name={t("members.email")}>{member.email}</DescriptionItem>
        <DescriptionItem name={t("members.phone")}>{phone && <span className="tnum">{phone}</span>}</DescriptionItem>
        <DescriptionItem name={t("members.emailVerified")}>
          {emailVerifiedAt && <DateTime at={emailVerifiedAt} />}
        </DescriptionItem>
        <DescriptionItem name={t("members.joined")}>
          <DateTime at={member.joinedAt} />
        </DescriptionItem>
        {withRoles && (
          <DescriptionItem name={t("members.roles")}>
            <RoleBadges roles={member.roles} />
          </DescriptionItem>
        )}
      </DescriptionList>
    </Card>
  );
}

function useMemberChange(userId: string) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, userId };
  const forget = () => {
    for (const { name } of affectedEndpoints) void cache.invalidateQueries({ queryKey: [name] });
  };
  const update = useMutation({
    ...endpointMutation(members.update),
    onSuccess: (answer) => {
      cache.setQueryData(endpointQuery(members.read, { params }).queryKey, answer);
      forget();
    },
  });
  const remove = useMutation({ ...endpointMutation(members.remove), onSuccess: forget });
  return { params, update, remove };
}

function RolesCard({ member, lock }: { member: MemberDetail; lock: string | undefined }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const mayGive = useCanAssignRole();
  const { params, update } = useMemberChange(member.id);
  const all =
    useQuery(endpointQuery(members.roles, { params: { organizationId }, query: { per_page: 100 } })).data?.data ?? [];
  const roleIds = member.roles.map(({ id }) => id);
  const options = all
    .filter((role) => mayGive(role) || roleIds.includes(role.id))
    .map((role) => ({ value: role.id, label: roleName(t, role) }));
  // The last owner may still get additional roles.
  const isLocked = lock !== undefined && lock !== t("members.lastOwner");
  return (
    <Card title={t("members.roles")} padded>
      <Form
        key={roleIds.join()}
        schema={RolesDraft}
        defaultValues={{ roles: roleIds }}
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

function AccessCard({ member, list, lock }: MemberContentProps & { lock: string | undefined }) {
  const t = useTranslation();
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
