/** People join the demo's club: somebody has asked to, and a link stands at its entrance. */
import type { Insertable } from "kysely";
import { topicOfKind } from "#contract/notifications.ts";
import { MEMBER_ROLE_ID, OWNER_ROLE_ID } from "#contract/permissions.ts";
import type { Tables } from "#server/kit/db/tables.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { PersonPlan } from "./people.ts";
import { demoId } from "./random.ts";
import { DAY_MS, PUBLIC_KEY } from "./rows.ts";

export const DEMO_JOIN_CODE = "BERGES24";

const MANAGER_ROLE_ID = 2;
const HOUR_MS = DAY_MS / 24;

interface JoiningPlan {
  links: Insertable<Tables["join_links"]>[];
  codes: Insertable<Tables["join_codes"]>[];
  requests: Insertable<Tables["join_requests"]>[];
  notifications: Insertable<Tables["notifications"]>[];
}

const isOf = (person: PersonPlan, key: string) => person.roles.some(({ organization }) => organization === key);
const isPlayer = ({ roles }: PersonPlan) => roles.every(({ roleId }) => roleId === MEMBER_ROLE_ID);

export function generateDemoJoinRequests(
  codeHash: Buffer,
  { people, message, now }: { people: readonly PersonPlan[]; message: string; now: Date },
): JoiningPlan {
  const organization_id = demoId(PUBLIC_KEY);
  const [linkId, requestId] = [demoId("join link"), demoId("join request")];
  const asker = people.findLast((person) => isPlayer(person) && isOf(person, "town") && !isOf(person, PUBLIC_KEY));
  if (!asker) throw new Error("Nobody of the demo's town could ask to join the club");
  const asked = new Date(now.getTime() - 3 * HOUR_MS);
  const made = new Date(now.getTime() - 20 * DAY_MS);
  const answering = people.filter(({ roles }) =>
    roles.some(
      ({ organization, roleId }) => organization === PUBLIC_KEY && [OWNER_ROLE_ID, MANAGER_ROLE_ID].includes(roleId),
    ),
  );
  return {
    links: [
      {
        ...{ organization_id, id: linkId, last_signs: DEMO_JOIN_CODE.slice(-3), role_id: MEMBER_ROLE_ID },
        ...{ needs_approval: false, max_uses: 50, uses: 12, created_by: demoId("user manager"), created_at: made },
        expires_at: new Date(made.getTime() + 90 * DAY_MS),
      },
    ],
    codes: [{ code_hash: codeHash, organization_id, link_id: linkId }],
    requests: [
      {
        ...{ organization_id, id: requestId, user_id: asker.id, link_id: null, role_id: MEMBER_ROLE_ID },
        ...{ message, status: "open", created_at: asked },
      },
    ],
    notifications: answering.map(({ id: user_id }) => ({
      ...{ id: uuidv7(asked), user_id, organization_id, kind: "join_requested", topic: topicOfKind.join_requested },
      ...{ subject_id: requestId, params: "{}", count: 1, created_at: asked },
    })),
  };
}
