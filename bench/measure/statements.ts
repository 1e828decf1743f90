/** Statements of a call, and copies of its inserts with other ids and times. */
import { randomUUID } from "node:crypto";
import { deserialize } from "node:v8";

export interface Statement {
  text: string;
  values: unknown[];
}

export const readStatements = (recorded: string): Statement[] =>
  recorded
    .split("\n")
    .filter(Boolean)
    .map((line) => deserialize(Buffer.from(line, "base64")) as Statement);

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const madeAt = (id: string) => Number.parseInt(id.slice(0, 13).replace("-", ""), 16);

/** @param since ids of an earlier time are references and stay; instants that are to come move by `hours` */
export function copyStatements(statements: readonly Statement[], since: number, hours: number): Statement[] {
  const ids = new Map<string, string>();
  const copyId = (id: string) => {
    if (madeAt(id) < since) return id;
    const copy = ids.get(id) ?? randomUUID();
    ids.set(id, copy);
    return copy;
  };
  const moveTime = (time: number) => new Date(time > since + 86_400_000 ? time + hours * 3_600_000 : time);
  const copyValue = (value: unknown): unknown => {
    if (value instanceof Date) return moveTime(value.getTime());
    if (typeof value !== "string") return value;
    return value.replaceAll(uuid, copyId).replaceAll(instant, (text) => moveTime(Date.parse(text)).toISOString());
  };
  return statements.map(({ text, values }) => ({ text, values: values.map(copyValue) }));
}
