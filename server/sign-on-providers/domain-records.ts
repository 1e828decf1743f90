/** Proof that a mail domain is an organization's own: a TXT record in the DNS, which its owner alone can write. */
import { randomBytes } from "node:crypto";
import { Resolver } from "node:dns/promises";

const RECORD_START = "baseline-domain=";

export const createDomainToken = (): string => randomBytes(16).toString("hex");

export const domainRecord = ({ domain, token }: { domain: string; token: string }) => ({
  name: `_baseline.${domain}`,
  value: `${RECORD_START}${token}`,
});

/** No such name, or no such record of it: anything else means that the name server did not answer. */
const absentCodes = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * @param isDemo names below `.test` belong to nobody (RFC 6761), and count as proved in the demo
 * @returns undefined if the name server does not answer
 */
export async function isDomainProved(
  row: { domain: string; token: string },
  { isDemo }: { isDemo: boolean },
): Promise<boolean | undefined> {
  if (isDemo && row.domain.endsWith(".test")) return true;
  const { name, value } = domainRecord(row);
  try {
    const records = await new Resolver({ timeout: 2500, tries: 2 }).resolveTxt(name);
    return records.some((parts) => parts.join("").trim() === value);
  } catch (error) {
    return absentCodes.has((error as { code?: string }).code ?? "") ? false : undefined;
  }
}
