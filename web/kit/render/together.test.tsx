import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanup, renderInApp } from "#tests/support/render-in-app.tsx";
import { Together } from "./together.tsx";

afterEach(cleanup);

const client = new QueryClient();
const answers = {
  fast: Promise.withResolvers<string>(),
  slow: Promise.withResolvers<string>(),
  wrong: Promise.withResolvers<string>(),
};
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
  const seen: string[] = [];
  const parts = page.getByText("first").element().parentElement;
  const observer = new MutationObserver(() => {
    if (parts && !parts.hidden) seen.push(parts.textContent);
  });
  observer.observe(document.body, { attributes: true, childList: true, characterData: true, subtree: true });
  answers.slow.resolve("second");
  await expect.element(page.getByText("first")).toBeVisible();
  await expect.element(page.getByText("loading")).not.toBeInTheDocument();
  observer.disconnect();
  // Nothing moves, since the last answer is there with the first sight.
  expect(new Set(seen)).toEqual(new Set(["firstsecond"]));
});

test("a part that fails holds nothing up", async () => {
  await renderInApp(() => (
    <QueryClientProvider client={client}>
      <Together endpoints={[{ name: "wrong" }]} fallback={<p>loading</p>}>
        <Part name="wrong" />
      </Together>
    </QueryClientProvider>
  ));
  await expect.element(page.getByText("loading")).toBeVisible();
  answers.wrong.reject(new Error("no"));
  await expect.element(page.getByText("nothing")).toBeVisible();
});
