/** Ids that answers contain, by the name of the parameter that takes them: `fieldId`. */

export type IdPool = Map<string, string[]>;

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Ids of what no organization owns. */
const commonIds = new Set(["sportId", "countryId"]);

function singular(name: string): string {
  if (name.endsWith("ies")) return `${name.slice(0, -3)}y`;
  return name.endsWith("s") ? name.slice(0, -1) : name;
}

export function addId(pool: IdPool, name: string, id: unknown): void {
  const isId = typeof id === "string" ? uuidPattern.test(id) : name === "roleId" && Number.isInteger(id);
  if (!isId) return;
  const ids = pool.get(name) ?? [];
  if (!ids.includes(String(id))) ids.push(String(id));
  pool.set(name, ids);
}

/** Few things are pending or canceled: they have a pool of their own. */
export const withStatus = (name: string, status: string): string => `${name} ${status}`;
export const listStatusPools = (pool: IdPool, name: string): string[][] =>
  [...pool].filter(([other]) => other.startsWith(`${name} `)).map(([, ids]) => ids);

/**
 * Walks an answer: `{field: {id}}` and `{fieldId}` are both ids of fields.
 * @param name of the parameter that takes the ids of the outermost objects
 */
export function collectIds(pool: IdPool, value: unknown, name: string): void {
  if (Array.isArray(value)) {
    for (const item of value) collectIds(pool, item, name);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (key === "id") {
      addId(pool, name, part);
      const status = (value as { status?: unknown }).status;
      if (typeof status === "string") addId(pool, withStatus(name, status), part);
    } else if (/\w(Id|_id)$/.test(key)) addId(pool, key.replace("_id", "Id"), part);
    else collectIds(pool, part, `${singular(key)}Id`);
    if (key === "url" && typeof part === "string") {
      const picture = /\/files\/([\w.-]+)$/.exec(part)?.[1];
      if (picture) pool.set("picture", [...new Set([...(pool.get("picture") ?? []), picture])]);
    }
  }
}

/** Ids that belong to an organization: sports, countries and built-in roles are everybody's. */
export const tenantIds = (pool: IdPool): string[] =>
  [...pool].flatMap(([name, ids]) =>
    commonIds.has(name) || name === "picture" ? [] : ids.filter((id) => uuidPattern.test(id)),
  );

export const readUuids = (text: string): string[] => [
  ...new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)),
];
