import { expect, test } from "vitest";
import { pagePaths } from "#contract/page-paths.ts";
import { router } from "./router.tsx";

test("the server knows every page of the web, and no other", () => {
  const routes = Object.keys(router.routesByPath).filter((path) => path !== "/$");
  expect(routes.toSorted()).toEqual(pagePaths.toSorted());
});
