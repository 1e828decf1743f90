/** The role of the application in the embedded PostgreSQL: owner of its database, no superuser. */
import pg from "pg";
import { isDatabaseError } from "./database.ts";

/** Made by `initdb`. It cannot log in once the application has its own role. */
export const SUPERUSER = "baseline";
export const APPLICATION_ROLE = "application";

const WRONG_PASSWORD = "28P01";
/** PostgreSQL's own objects have smaller ids. */
const FIRST_ID_OF_USERS = 16_384;

/** `reassign owned` refuses the superuser that `initdb` made. Linked sequences follow their tables. */
const transferOwnership = `
  do $$
  declare
    object record;
  begin
    for object in
      select named.type, named.identity
      from (
        select 'pg_class'::regclass as catalog, oid, relowner as owner from pg_class
        where relkind in ('r', 'p', 'v', 'm', 'f') or relkind = 'S' and not exists (
          select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i')
        )
        union all
        select 'pg_type', oid, typowner from pg_type
        where typtype in ('e', 'd', 'r')
          or typtype = 'c' and exists (select from pg_class where pg_class.oid = typrelid and relkind = 'c')
        union all select 'pg_proc', oid, proowner from pg_proc
        union all select 'pg_collation', oid, collowner from pg_collation
        union all select 'pg_namespace', oid, nspowner from pg_namespace where nspname !~ '^pg_'
      ) as owned, pg_identify_object(catalog, oid, 0) as named
      where owner = current_user::text::regrole and oid >= ${FIRST_ID_OF_USERS} and not exists (
        select from pg_depend where classid = catalog and objid = owned.oid and deptype = 'e'
      )
    loop
      execute format('alter %s %s owner to ${APPLICATION_ROLE}', object.type, object.identity);
    end loop;
  end $$`;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

const canLogIn = (url: string): Promise<boolean> =>
  withClient(url, async () => true).catch((error: unknown) => {
    if (isDatabaseError(error) && error.code === WRONG_PASSWORD) return false;
    throw error;
  });

export interface EmbeddedRoles {
  url: string;
  superuserUrl: string;
  password: string;
  /** Allows the application to create databases and to skip triggers. */
  isForTests: boolean;
}

/**
 * Makes the role, and gives it everything in the database, all or nothing. Earlier versions worked as the superuser.
 * @throws the database's error
 */
export async function ensureApplicationRole(roles: EmbeddedRoles, isNew: boolean): Promise<void> {
  if (!isNew && (await canLogIn(roles.url))) return;
  await withClient(roles.superuserUrl, async (client) => {
    const password = client.escapeLiteral(roles.password);
    await client.query("begin");
    await client.query(
      `create role ${APPLICATION_ROLE} login ${roles.isForTests ? "createdb" : ""} password ${password}`,
    );
    if (roles.isForTests) await client.query(`grant set on parameter session_replication_role to ${APPLICATION_ROLE}`);
    await client.query(`alter database ${client.escapeIdentifier(client.database ?? "")} owner to ${APPLICATION_ROLE}`);
    await client.query(transferOwnership);
    await client.query(`alter role ${SUPERUSER} nologin`);
    await client.query("commit");
  });
}
