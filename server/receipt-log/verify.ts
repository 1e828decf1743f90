/** Verifies the receipt log of an organization, page by page, and finds the first entry that is broken. */
import type { ReceiptLogVerification } from "#contract/receipt-log.ts";
import { inScope } from "#server/kit/db/database.ts";
import { FIRST_HASH, hashEntry } from "./entry-hash.ts";
import type { LogScope } from "./payloads.ts";
import { type LogEntry, streamEntries } from "./queries.ts";
import { findPublicKey, isSignedBy } from "./signing-key.ts";

type Broken = Omit<NonNullable<ReceiptLogVerification["broken"]>, "organization">;

const describe = ({ seq, at }: LogEntry, problem: Broken["problem"]): Broken => ({
  ...{ seq, problem },
  at: at.toISOString(),
});

/** @param before the entry before it; undefined for the first one */
function findProblem(entry: LogEntry, before: LogEntry | undefined): Broken | undefined {
  const seq = (before?.seq ?? 0) + 1;
  if (entry.seq !== seq) return { seq, at: null, problem: "missing" };
  if (!hashEntry(entry).equals(entry.sha256)) return describe(entry, "changed");
  // It was computed over the one before as that was then.
  if (!entry.prev_sha256.equals(before?.sha256 ?? FIRST_HASH)) return describe(before ?? entry, "changed");
  return undefined;
}

/** Every total names its key. */
function readSigner({ payload }: LogEntry): string {
  const { publicKey } = JSON.parse(payload) as { publicKey?: unknown };
  return typeof publicKey === "string" ? publicKey : "";
}

type Result = Omit<ReceiptLogVerification, "broken"> & { broken: Broken | null };

/** Entries that come meanwhile are not looked at. */
async function verifyOne(
  scope: LogScope,
  head: { seq: string; sha256: Buffer },
  publicKey: string | undefined,
): Promise<Result> {
  const lastSeq = Number(head.seq);
  const counts = { entries: 0, signatures: 0, signedElsewhere: 0 };
  let first: LogEntry | undefined;
  let last: LogEntry | undefined;
  const answer = (broken: Broken | null): Result => ({
    ...counts,
    firstAt: first?.at.toISOString() ?? null,
    lastAt: last?.at.toISOString() ?? null,
    broken,
  });
  for await (const entry of streamEntries(scope, { after: 0, until: lastSeq })) {
    const problem = findProblem(entry, last);
    if (problem) return answer(problem);
    if (entry.signature) {
      const signer = readSigner(entry);
      if (!isSignedBy(signer, entry.sha256, entry.signature)) return answer(describe(entry, "signature"));
      counts[signer === publicKey ? "signatures" : "signedElsewhere"] += 1;
    }
    first ??= entry;
    last = entry;
    counts.entries += 1;
  }
  const seq = last?.seq ?? 0;
  if (seq < lastSeq) return answer({ seq: seq + 1, at: null, problem: "missing" });
  return answer(last && !last.sha256.equals(head.sha256) ? describe(last, "changed") : null);
}

const extreme = (pick: "first" | "last", instants: readonly (string | null)[]): string | null => {
  const known = instants.filter((one) => one !== null).toSorted();
  return known.at(pick === "first" ? 0 : -1) ?? null;
};

/** In the scope of the platform it goes on until the first organization whose log is broken. */
export async function verifyLogs({ db, organizationId }: LogScope): Promise<ReceiptLogVerification> {
  const publicKey = await findPublicKey(db);
  const logs = await db
    .selectFrom("receipt_log_heads")
    .innerJoin("organizations", "organizations.id", "receipt_log_heads.organization_id")
    .select(["organizations.id", "organizations.name", "seq", "sha256"])
    .where(inScope("receipt_log_heads.organization_id", organizationId))
    .orderBy("organizations.name")
    .execute();
  const results: Result[] = [];
  let broken: ReceiptLogVerification["broken"] = null;
  for (const { id, name, ...head } of logs) {
    const result = await verifyOne({ db, organizationId: id }, head, publicKey);
    results.push(result);
    if (!result.broken) continue;
    broken = { organization: { id, name }, ...result.broken };
    break;
  }
  const sum = (member: "entries" | "signatures" | "signedElsewhere") =>
    results.reduce((total, result) => total + result[member], 0);
  return {
    ...{ entries: sum("entries"), signatures: sum("signatures"), signedElsewhere: sum("signedElsewhere") },
    firstAt: extreme(
      "first",
      results.map(({ firstAt }) => firstAt),
    ),
    lastAt: extreme(
      "last",
      results.map(({ lastAt }) => lastAt),
    ),
    broken,
  };
}
