/** Creates people (factory of test users) with sessions and roles, for tests of the server. */
import { hashSync } from "@node-rs/argon2";
import { builtInRoles, FIRST_CUSTOM_ROLE_ID, type Permission, type RoleType } from "#contract/permissions.ts";
import { hashToken, randomToken } from "#server/accounts/sessions.ts";
import type { Database } from "#server/kit/db/database.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { Language } from "#messages/translator.ts";

export const password = "correct horse battery";
// Cheap parameters make tests fast; tests of accounts check the real cost.
const passwordHash = hashSync(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

export interface Person {
  id: string;
  email: string;
  token: string;
  sessionId: string;
}
export interface PersonDraft {
  email?: string;
  firstName?: string;
  lastName?: string;
  verified?: boolean;
  active?: boolean;
  platformAdmin?: boolean;
  language?: Language;
}
export interface MembershipOptions {
  type?: RoleType;
  active?: boolean;
}

/** May take money: VAT at 20 %, as an association without number that has applied for its VAT number. */
const completeSeller = {
  legal_name: "Association sportive",
  address_line: "1 rue du Stade",
  postal_code: "69007",
  city: "Lyon",
  is_unregistered: true,
  vat_profile: "standard",
  vat_number_pending: true,
};

export function createPeople(db: Database, clock: { now(): Date }) {
  let count = 0;

  async function person(draft: PersonDraft = {}): Promise<Person> {
    const now = clock.now();
    const [id, sessionId, token] = [uuidv7(now), uuidv7(now), randomToken()];
    const email = draft.email ?? `person${++count}@example.org`;
    const {
      firstName = "Alex",
      lastName = `Martin ${count}`,
      verified = true,
      active = true,
      platformAdmin = false,
      language = null,
    } = draft;
    await db
      .insertInto("users")
      .values({
        id,
        email,
        first_name: firstName,
        last_name: lastName,
        password_hash: passwordHash,
        email_verified_at: verified ? now : null,
        active,
        platform_admin: platformAdmin,
        language,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const expires = new Date(now.getTime() + 30 * 86_400_000);
    await db
      .insertInto("sessions")
      .values({
        id: sessionId,
        user_id: id,
        token_hash: hashToken(token),
        device: "Test",
        created_at: now,
        last_used_at: now,
        expires_at: expires,
      })
      .execute();
    return { id, email, token, sessionId };
  }

  async function organization(name: string): Promise<string> {
    const now = clock.now();
    const id = uuidv7(now);
    await db
      .insertInto("organizations")
      .values({
        id,
        name,
        type: "club",
        country_id: 250,
        timezone: "Europe/Paris",
        currency: "EUR",
        ...completeSeller,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const roles = builtInRoles.map((role) => ({
      organization_id: id,
      id: role.id,
      name: role.name,
      type: role.type,
      permissions: [...role.permissions],
      created_at: now,
      updated_at: now,
    }));
    await db.insertInto("roles").values(roles).execute();
    return id;
  }

  async function roleOf(organizationId: string, permissions: readonly Permission[], type: RoleType): Promise<number> {
    const now = clock.now();
    const id = FIRST_CUSTOM_ROLE_ID + count++;
    await db
      .insertInto("roles")
      .values({
        organization_id: organizationId,
        id,
        name: `Role ${id}`,
        type,
        permissions: [...permissions],
        created_at: now,
        updated_at: now,
      })
      .execute();
    return id;
  }

  async function join(
    who: Person,
    organizationId: string,
    role: number | readonly Permission[],
    { type = "admin", active = true }: MembershipOptions = {},
  ) {
    const roleId = typeof role === "number" ? role : await roleOf(organizationId, role, type);
    await db
      .insertInto("memberships")
      .values({ organization_id: organizationId, user_id: who.id, active, joined_at: clock.now() })
      .execute();
    await db
      .insertInto("membership_roles")
      .values({ organization_id: organizationId, user_id: who.id, role_id: roleId })
      .execute();
    return who;
  }

  return {
    person,
    organization,
    join,
    member: async (organizationId: string, role: number | readonly Permission[], joining?: MembershipOptions) =>
      join(await person(), organizationId, role, joining),
  };
}
