/** One role: whose it is, what it allows, and the way to change or delete it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { members, type Role } from "#contract/members.ts";
import { memberPermissions, ownerRoleId } from "#contract/permissions.ts";
import { read, write } from "#web/kit/api.ts";
import { Badges } from "#web/kit/badge.tsx";
import { Card } from "#web/kit/card.tsx";
import { useDates } from "#web/kit/dates.ts";
import { DescriptionList, Fact } from "#web/kit/description-list.tsx";
import { DetailSkeleton } from "#web/kit/detail-skeleton.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { Page } from "#web/kit/page.tsx";
import { DeleteButton, EditLink } from "#web/kit/record-buttons.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { Select } from "#web/kit/select.tsx";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useMayGive } from "#web/organizations/owner.tsx";
import { roleName, TypeBadge } from "./member-badges.tsx";
import { PermissionMatrix } from "./permission-matrix.tsx";
import { BuiltInBadge } from "./roles-page.tsx";

/** The way to a role, for `Page`'s `crumbs`. */
export function useRoleCrumbs() {
  const t = useWords();
  const { path } = useScope();
  return [
    ...(useOrganizationCrumbs() ?? []),
    <Link key="roles" to={path("/roles")}>
      {t("members.roles")}
    </Link>,
  ];
}

export function RolePage() {
  const t = useWords();
  const { organizationId, can, path } = useScope();
  const params = { organizationId, roleId: useParam("roleId") };
  const mayGive = useMayGive();
  const { data, error, refetch } = useQuery(read(members.readRole, { params }));
  const role = data?.data;
  const actions = role && !role.isBuiltIn && can(members.updateRole) && mayGive(role) && (
    <>
      <DeleteRole role={role} />
      <EditLink to={path(`/roles/${role.id}/edit`)} />
    </>
  );
  return (
    <Page
      title={role ? roleName(t, role) : t("members.role")}
      crumbs={useRoleCrumbs()}
      meta={
        role && (
          <>
            <TypeBadge type={role.type} />
            {role.isBuiltIn && <BuiltInBadge />}
          </>
        )
      }
      actions={actions}
    >
      {role ? (
        <Overview role={role} />
      ) : error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <DetailSkeleton rows={8} aside={false} />
      )}
    </Page>
  );
}

function Overview({ role }: { role: Role }) {
  const t = useWords();
  const { duration } = useDates();
  const { horizonDays = null, noticeMinutes = null, mostActive = null } = role.bookingRules ?? {};
  const bound = (value: number | null, say: (value: number) => string) =>
    value === null ? t("members.rulesInherit") : say(value);
  return (
    <div className="grid gap-5">
      {role.isBuiltIn && (
        <p className="rounded-lg bg-sunken px-4 py-3 text-13 text-ink-2">{t("members.builtInNote")}</p>
      )}
      <Card title={t("kit.details")}>
        <DescriptionList>
          <Fact name={t("members.type")}>
            {t(role.type === "admin" ? "members.typeAdminHint" : "members.typeMemberHint")}
          </Fact>
          <Fact name={t("members.holders")}>
            <span className="tnum">{role.members}</span>
          </Fact>
          {role.type === "member" && (
            <>
              <Fact name={t("members.fields")}>
                {role.fields.length > 0 ? (
                  <Badges names={role.fields.map(({ name }) => name)} limit={50} />
                ) : (
                  t("members.fieldsPublic")
                )}
              </Fact>
              <Fact name={t("organizations.horizonDays")}>
                {bound(horizonDays, (count) => t("organizations.daysCount", { count }))}
              </Fact>
              <Fact name={t("organizations.noticeMinutes")}>{bound(noticeMinutes, duration)}</Fact>
              <Fact name={t("organizations.mostActive")}>{bound(mostActive, String)}</Fact>
            </>
          )}
          <Fact name={t("kit.created")}>
            <Moment at={role.created_at} />
          </Fact>
          <Fact name={t("kit.updated")}>
            <Moment at={role.updated_at} />
          </Fact>
        </DescriptionList>
      </Card>
      <Card title={t("members.rolePermissions")}>
        <PermissionMatrix
          granted={role.permissions}
          {...(role.type === "member" ? { shown: memberPermissions } : {})}
        />
      </Card>
    </div>
  );
}

/** Asks which role its holders get instead, where there are any. */
function DeleteRole({ role }: { role: Role }) {
  const t = useWords();
  const id = useId();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const mayGive = useMayGive();
  const [replacement, setReplacement] = useState<number>();
  const params = { organizationId };
  const all = useQuery(read(members.roles, { params, query: { per_page: 100 } })).data?.data ?? [];
  const remove = useMutation(write(members.deleteRole));
  const options = all
    .filter((other) => other.id !== role.id && other.type === role.type && other.id !== ownerRoleId && mayGive(other))
    .map((other) => ({ value: other.id, label: roleName(t, other) }));
  // Who is only invited to it is counted by the server alone.
  const asks = role.members > 0 || remove.error !== null;
  const leave = async () => {
    await remove.mutateAsync({ params: { organizationId, roleId: String(role.id) }, query: { replacement } });
    for (const { name } of [members.roles, members.list, members.read, members.min])
      void cache.invalidateQueries({ queryKey: [name] });
    await navigate({ to: path("/roles") });
  };
  return (
    <DeleteButton
      label={t("members.deleteRole")}
      title={t("members.deleteRoleTitle", { name: role.name })}
      onConfirm={leave}
    >
      {role.members === 0 ? t("members.deleteRoleText") : t("members.deleteRoleHeld", { count: role.members })}
      {asks && (
        <span className="mt-4 grid gap-1.5 text-ink">
          <label htmlFor={id} className="text-13 font-medium">
            {t("members.replacement")}
          </label>
          <Select
            id={id}
            options={options}
            value={replacement}
            onValueChange={setReplacement}
            placeholder={t("kit.choose")}
          />
        </span>
      )}
    </DeleteButton>
  );
}
