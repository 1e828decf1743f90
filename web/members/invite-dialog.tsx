import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import type { Returns } from "#contract/kit.ts";
import { InvitationDraft, members, type invitationOutcomes } from "#contract/members.ts";
import { type MemberType, memberTypeOfRole, OWNER_ROLE_ID } from "#contract/permissions.ts";
import { call, endpointQuery } from "#web/kit/data/api.ts";
import { Badge, type Tone } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { ChipsField } from "#web/kit/form/chips-field.tsx";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Form, FormActions, SubmitButton, useSetField } from "#web/kit/form/form.tsx";
import { useScope, useUser } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useCanAssignRole } from "#web/organizations/organization-owner.tsx";
import type { MessageKey } from "#messages/keys.ts";
import { roleName } from "./member-badges.tsx";

type Outcome = Returns<typeof members.invite>[number];
const InviteFormDraft = z.pick(InvitationDraft, { role: true, emails: true });
const [manager, staff, customer] = [2, 3, 4];

/** The specification shows it to people whose first role is Owner or Manager. Platform administrators see it too. */
export function AddUsersButton({ type }: { type: MemberType }) {
  const t = useTranslation();
  const { membership, can } = useScope();
  const { platformAdmin } = useUser();
  const [open, setOpen] = useState(false);
  const first = membership?.roles[0]?.id;
  if (!can(members.invite) || !(platformAdmin || first === OWNER_ROLE_ID || first === manager)) return null;
  return (
    <>
      <Button variant={type === "team" ? "primary" : "secondary"} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden />
        {t("members.addUsers")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t(type === "team" ? "members.addTeam" : "members.addCustomers")}
        description={t("members.addText")}
      >
        <InviteForm type={type} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** Splits a pasted list of emails. Drops display names: `Camille Robert <camille@example.org>, …`. */
export const splitEmails = (typed: string): string[] =>
  typed
    .replace(/[^<>,;\n]*<([^<>]*)>/g, " $1 ")
    .split(/[\s,;]+/)
    .filter(Boolean);

function InviteForm({ type, onClose }: { type: MemberType; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const mayGive = useCanAssignRole();
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const params = { organizationId };
  const roles = useQuery(endpointQuery(members.roles, { params, query: { per_page: 100 } })).data?.data ?? [];
  const options = roles
    .filter((role) => memberTypeOfRole(role.type) === type && mayGive(role))
    .map((role) => ({ value: role.id, label: roleName(t, role) }));
  const failed = outcomes.filter(({ outcome }) => outcome !== "invited").map(({ email }) => email);
  if (outcomes.length > 0 && failed.length === 0)
    return (
      <div className="grid gap-4">
        <Outcomes outcomes={outcomes} />
        <FormActions>
          <Button onClick={() => setOutcomes([])}>{t("members.inviteOthers")}</Button>
          <Button variant="primary" onClick={onClose}>
            {t("kit.done")}
          </Button>
        </FormActions>
      </div>
    );
  return (
    <Form
      schema={InviteFormDraft}
      defaultValues={{ emails: [], role: type === "team" ? staff : customer }}
      guard={false}
      onSubmit={async ({ emails, role }) => {
        const { data } = await call(members.invite, { params, body: { type, role, emails } });
        setOutcomes(data);
        void cache.invalidateQueries({ queryKey: [members.sentInvitations.name] });
      }}
    >
      <ChipsField
        name="emails"
        label={t("members.emails")}
        hint={t("members.emailsHint")}
        split={splitEmails}
        wrong={failed}
        inputMode="email"
        placeholder="camille@example.org, …"
        required
      />
      <SelectField name="role" label={t("members.role")} options={options} required />
      <KeepFailedEmails outcomes={outcomes} failed={failed} />
      <Outcomes outcomes={outcomes} />
      <FormActions>
        <Button onClick={onClose}>{t(outcomes.length > 0 ? "kit.done" : "kit.cancel")}</Button>
        <SubmitButton>{t("members.send")}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Keeps failed addresses in the field and removes the others. */
function KeepFailedEmails({ outcomes, failed }: { outcomes: Outcome[]; failed: string[] }) {
  const set = useSetField();
  const seen = useRef(outcomes);
  useEffect(() => {
    // Run once for each response, so that later typing is not overwritten.
    if (seen.current === outcomes) return;
    seen.current = outcomes;
    set("emails", failed);
  }, [outcomes, failed, set]);
  return null;
}

const outcomeLabels = {
  invited: ["members.outcomeInvited", "lime"],
  already_member: ["members.outcomeAlreadyMember", "gray"],
  invalid: ["members.outcomeInvalid", "rose"],
} as const satisfies Record<(typeof invitationOutcomes)[number], [MessageKey, Tone]>;

function Outcomes({ outcomes }: { outcomes: Outcome[] }) {
  const t = useTranslation();
  return (
    <div role="status">
      {outcomes.length > 0 && (
        <ul
          aria-label={t("members.outcomes")}
          className="max-h-48 divide-y divide-line overflow-y-auto rounded-md border border-line"
        >
          {outcomes.map(({ email, outcome, message }, index) => (
            <li key={index} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-13">
              <span className="min-w-40 flex-1 font-medium [overflow-wrap:anywhere]">{email}</span>
              <Badge tone={outcomeLabels[outcome][1]}>{t(outcomeLabels[outcome][0])}</Badge>
              {message !== t(outcomeLabels[outcome][0]) && <span className="w-full text-xs text-ink-3">{message}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
