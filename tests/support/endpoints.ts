/** All endpoints of the contract, with their path parameters. */
import { contract } from "#contract/index.ts";
import type { Endpoint } from "#contract/kit.ts";

export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((module) =>
  Object.values(module as Record<string, Endpoint>),
);

export const paramsOf = ({ path }: Pick<Endpoint, "path">): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

export const fillPath = ({ path }: Pick<Endpoint, "path">, ids: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = ids[name];
    if (!id) throw new Error(`tests/fixtures/seed-one-of-each.ts has no ${name}: give the organization one`);
    return id;
  });
