/** Reads and changes the provider of an organization, and the domains that it is for. */
import { MAX_SIGN_ON_DOMAINS, type SignOnProvider, type signOnProviders } from "#contract/sign-on-providers.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { findBrokenConstraint } from "#server/kit/db/database.ts";
import { HttpError, invalidFields, message, notFound } from "#server/kit/http/http-error.ts";
import { findUrlFault } from "#server/kit/http/public-request.ts";
import { type Call, prefetch } from "#server/kit/http/serve-module.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { lockAndReauthorize } from "#server/members/permissions.ts";
import { notifyOwners } from "./mail.ts";
import { createDomainToken, domainRecord, isDomainProved } from "./domain-records.ts";
import { SIGN_ON_PATH } from "./callback-path.ts";
import {
  deleteDomainRow,
  deleteProviderRow,
  type DomainRow,
  findDomain,
  findProviderRow,
  insertDomain,
  listDomains,
  type ProviderRow,
  updateDomain,
  updateProviderRow,
} from "./queries.ts";

type SettingsCall = Pick<Call, "db" | "organizationId" | "appContext">;

const toDraft = ({ name, issuer, client_id: clientId, active }: ProviderRow) => ({ name, issuer, clientId, active });

export async function readProvider({ db, organizationId, appContext }: SettingsCall): Promise<SignOnProvider | null> {
  const row = await findProviderRow(db, organizationId);
  if (!row) return null;
  return {
    ...toDraft(row),
    redirectUrl: appContext.config.appUrl + SIGN_ON_PATH,
    domains: (await listDomains(db, organizationId)).map((domain) => ({
      id: domain.id,
      domain: domain.domain,
      record: domainRecord(domain),
      confirmedAt: domain.confirmed_at?.toISOString() ?? null,
    })),
  };
}

const issuerFaults = {
  protocol: message("webhooks.urlHttps"),
  credentials: message("sign-on-providers.issuerCredentials"),
  private_address: message("sign-on-providers.issuerPrivate"),
} as const;

/** @throws HttpError 422 for an issuer that is not public, and for a new provider without a secret */
export async function saveProvider(call: Call<typeof signOnProviders.save>): Promise<SignOnProvider | null> {
  const { db, organizationId, appContext, user, body, now, record } = call;
  await lockAndReauthorize(call, "organizations.delete");
  const before = await findProviderRow(db, organizationId);
  // A secret goes to the provider alone that it was given for.
  const isSame = before?.issuer === body.issuer && before.client_id === body.clientId;
  const { clientSecret = isSame ? before.client_secret : undefined, ...draft } = body;
  const fault = findUrlFault(new URL(body.issuer), { allowsLocalhost: appContext.config.demo });
  const errors = {
    ...(fault && { issuer: [issuerFaults[fault]] }),
    ...(clientSecret === undefined && { clientSecret: [message("kit.required")] }),
  };
  if (clientSecret === undefined || Object.keys(errors).length > 0) throw invalidFields(errors);
  await updateProviderRow(db, {
    organization_id: organizationId,
    name: draft.name,
    issuer: draft.issuer,
    client_id: draft.clientId,
    client_secret: clientSecret,
    active: draft.active,
    created_at: now,
    updated_at: now,
  });
  if (!isSame) {
    const kind = before ? "changed" : "added";
    await notifyOwners(call, { kind, person: user.fullName, issuer: draft.issuer, clientId: draft.clientId });
  }
  const changes = computeDiff(before ? toDraft(before) : {}, draft);
  record({ ...changes, skipsEntry: before !== undefined && !changes && body.clientSecret === undefined });
  return readProvider(call);
}

/** @throws HttpError 404 if there is none */
export async function deleteProvider(call: Call<typeof signOnProviders.delete>): Promise<null> {
  const { db, organizationId, user, record } = call;
  await lockAndReauthorize(call, "organizations.delete");
  const row = await findProviderRow(db, organizationId);
  if (!row || !(await deleteProviderRow(db, organizationId))) throw notFound();
  const { issuer, client_id: clientId } = row;
  await notifyOwners(call, { kind: "removed", person: user.fullName, issuer, clientId });
  record({ before: toDraft(row) });
  return null;
}

/** @throws HttpError 404 without a provider, 409 for too many domains, 422 for one that is here already */
export async function addDomain(call: Call<typeof signOnProviders.addDomain>): Promise<SignOnProvider | null> {
  const { db, organizationId, body, now, record } = call;
  const { domain } = body;
  await lockAndReauthorize(call, "organizations.delete");
  if (!(await findProviderRow(db, organizationId))) throw notFound();
  if ((await listDomains(db, organizationId)).length >= MAX_SIGN_ON_DOMAINS)
    throw new HttpError(409, message("sign-on-providers.tooManyDomains", { count: MAX_SIGN_ON_DOMAINS }));
  const row = { organization_id: organizationId, id: uuidv7(now), domain, token: createDomainToken(), created_at: now };
  try {
    await insertDomain(db, row);
  } catch (error) {
    const isKnown = findBrokenConstraint(error) === "sign_on_domains_organization_id_domain_key";
    throw isKnown ? invalidFields({ domain: [message("sign-on-providers.domainKnown")] }) : error;
  }
  record({ after: { domain } });
  return readProvider(call);
}

type CheckCall = Call<typeof signOnProviders.checkDomain>;

async function findDomainToCheck({ db, organizationId, params }: CheckCall): Promise<DomainRow> {
  const row = await findDomain(db, organizationId, params.signOnDomainId);
  if (!row) throw notFound();
  return row;
}

/** @throws HttpError 404, 409 if the record is not there, 503 if no name server answers */
export const checkDomain = prefetch(
  async (call: CheckCall) => isDomainProved(await findDomainToCheck(call), { isDemo: call.appContext.config.demo }),
  async (call, isProved): Promise<SignOnProvider | null> => {
    const { db, organizationId, user, now, record } = call;
    await lockAndReauthorize(call, "organizations.delete");
    const row = await findDomainToCheck(call);
    const { id, domain } = row;
    if (isProved === undefined) throw new HttpError(503, message("sign-on-providers.dnsUnavailable", { domain }));
    if (!isProved) throw new HttpError(409, message("sign-on-providers.recordMissing", domainRecord(row)));
    await updateDomain(db, organizationId, id, { absent_days: 0, confirmed_at: row.confirmed_at ?? now });
    if (row.confirmed_at === null) await notifyOwners(call, { kind: "domainConfirmed", person: user.fullName, domain });
    record(row.confirmed_at === null ? { after: { domain } } : { skipsEntry: true });
    return readProvider(call);
  },
);

/** @throws HttpError 404 */
export async function deleteDomain(call: Call<typeof signOnProviders.deleteDomain>): Promise<null> {
  const { db, organizationId, params, record } = call;
  await lockAndReauthorize(call, "organizations.delete");
  const domain = await deleteDomainRow(db, organizationId, params.signOnDomainId);
  if (domain === undefined) throw notFound();
  record({ before: { domain } });
  return null;
}
