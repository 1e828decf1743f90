import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { Together } from "./together.tsx";

afterEach(cleanup);

const client = new QueryClient();
const answers = { fast: Promise.withResolvers<string>(), slow: Promise.withResolvers<string>() };
function Part({ name }: { name: keyof typeof answers }) {
  const { data } = useQuery({ queryKey: [name], queryFn: () => answers[name].promise, retry: false });
  return <p>{data ?? "nothing"}</p>;
}

test("parts are shown at once, when each has answered or failed", async () => {
  await renderInApp(() => (
    <QueryClientProvider client={client}>
      <Together endpoints={[{ name: "fast" }, { name: "slow" }]} fallback={<p>loading</p>}>
        <Part name="fast" />
        <Part name="slow" />
      </Together>
    </QueryClientProvider>
  ));
  await expect.element(page.getByText("loading")).toBeVisible();
  answers.fast.resolve("first");
  await expect.element(page.getByText("first")).not.toBeVisible();
  await expect.element(page.getByText("loading")).toBeVisible();
  answers.slow.reject(new Error("no"));
  await expect.element(page.getByText("first")).toBeVisible();
  await expect.element(page.getByText("loading")).not.toBeInTheDocument();
});
