/** Codes of join links. Only a keyed hash is kept: a code is short enough to be guessed from a plain one. */
import { createHmac, randomInt } from "node:crypto";
import { joinCode } from "#contract/joining.ts";
import type { Database } from "#server/kit/db/database.ts";
import { findOrCreateSecret } from "#server/kit/db/secrets.ts";

/** Nobody takes one of them for another. */
const SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

export const createJoinCode = (): string =>
  Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");

export const hashJoinCode = async (db: Database, code: string): Promise<Buffer> =>
  createHmac("sha256", await findOrCreateSecret(db, "join-codes"))
    .update(code)
    .digest();

/** @returns undefined for what cannot be a code */
export const parseJoinCode = (text: string): string | undefined => joinCode.safeParse(text).data;
