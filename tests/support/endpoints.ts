/** All endpoints of the contract, with their path parameters. */
import { contract } from "#contract/index.ts";
import { type Endpoint, isOfApi } from "#contract/kit.ts";
import { API_BASE_PATH } from "#server/kit/http/serve-module.ts";

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

const pagePatterns = endpoints
  .filter((endpoint) => !isOfApi(endpoint))
  .map(({ path }) => new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/?]+")}(?:\\?|$)`));
/** The address of a path at the server: pages that it renders stand beside the API. */
export const urlOf = (path: string): string =>
  pagePatterns.some((pattern) => pattern.test(path)) ? path : API_BASE_PATH + path;
