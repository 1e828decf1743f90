import { useSearch } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Pagination } from "./pagination.tsx";
import { SearchBox } from "./search-box.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { DataTable } from "./table.tsx";

interface Court {
  id: number;
  name: string;
  sport: string;
}
const courts: Court[] = Array.from({ length: 4 }, (_, id) => ({ id, name: `Court ${id}`, sport: "Tennis" }));
const Courts = ({ rows, pending = false, media = true }: { rows?: Court[]; pending?: boolean; media?: boolean }) => (
  <DataTable
    caption="Courts"
    pending={pending}
    rows={rows}
    rowKey={(court) => court.id}
    skeletonRows={4}
    columns={[
      {
        key: "name",
        header: "Name",
        cell: (court) => court.name,
        ...(media ? { media: () => <div className="h-9 w-13" /> } : {}),
      },
      { key: "sport", header: "Sport", phone: "below", cell: (court) => court.sport },
    ]}
  />
);
const rowHeights = () => [...document.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect().height);

function Finder() {
  const { q = "", page: current = "1" } = useSearch({ strict: false }) as { q?: string; page?: string };
  return (
    <>
      <SearchBox q={q} label="Search courts" />
      <Pagination meta={{ current_page: Number(current), last_page: 3, total: 41 }} />
    </>
  );
}

afterEach(async () => {
  await cleanup();
  await page.viewport(1280, 800);
});

test("a total that is an estimate is shown as one", async () => {
  await renderInApp(() => (
    <Pagination meta={{ current_page: 2, last_page: 600, total: 12_000, total_is_estimate: true }} />
  ));
  await expect.element(page.getByText("page 2 of about 600 - about 12,000 results")).toBeVisible();
});

test("rows are 60 px high, the skeleton's as well as the data's", async () => {
  await renderInApp(() => <Courts pending />);
  expect(rowHeights()).toEqual([60, 60, 60, 60]);
  await renderInApp(() => <Courts rows={courts} />);
  expect(rowHeights()).toEqual([60, 60, 60, 60]);
});

test("stacked on a phone, the skeleton's rows are as high as the data's", async () => {
  await page.viewport(390, 844);
  for (const media of [true, false]) {
    await renderInApp(() => <Courts pending media={media} />);
    const skeleton = rowHeights();
    await renderInApp(() => <Courts rows={courts} media={media} />);
    expect(rowHeights()).toEqual(skeleton);
  }
  expect(document.documentElement.scrollWidth).toBe(390);
});

test("an empty list says that nothing was found", async () => {
  await renderInApp(() => <Courts rows={[]} />);
  await expect.element(page.getByText("No results found")).toBeVisible();
});

test("paging keeps q, and goes no further than the first and the last page", async () => {
  const router = await renderInApp(Finder, "/?q=ten");
  const previous = page.getByRole("button", { name: "Previous" });
  const next = page.getByRole("button", { name: "Next" });
  await expect.element(page.getByText("page 1 of 3 - 41 results")).toBeVisible();
  await expect.element(previous).toBeDisabled();
  await next.click();
  await expect.poll(() => router.state.location.search).toEqual({ q: "ten", page: "2" });
  await next.click();
  await expect.element(page.getByText("page 3 of 3 - 41 results")).toBeVisible();
  await expect.element(next).toBeDisabled();
  await previous.click();
  await previous.click();
  await expect.poll(() => router.state.location.search).toEqual({ q: "ten" });
});

test("each input writes q, clears page, keeps the rest, and leaves no trail in the history", async () => {
  const router = await renderInApp(Finder, "/?page=2&facilityId=7");
  const before = router.history.length;
  await page.getByRole("searchbox").fill("ten");
  await expect.poll(() => router.state.location.search).toEqual({ q: "ten", facilityId: "7" });
  expect(router.history.length).toBe(before);
});

test("quick typing loses no letter", async () => {
  const router = await renderInApp(Finder);
  await page.getByRole("searchbox").click();
  await userEvent.keyboard("central court 12");
  await expect.poll(() => router.state.location.search).toEqual({ q: "central court 12" });
  expect(page.getByRole("searchbox").element()).toHaveProperty("value", "central court 12");
});

test("the search box follows the address when that changes by itself", async () => {
  const router = await renderInApp(Finder, "/?q=one");
  await router.navigate({ to: "/", search: { q: "two" } as never });
  await expect.poll(() => page.getByRole("searchbox").element()).toHaveProperty("value", "two");
  router.history.back();
  await expect.poll(() => page.getByRole("searchbox").element()).toHaveProperty("value", "one");
});

test("clearing the search box removes q and stays in it", async () => {
  const router = await renderInApp(Finder, "/?q=one");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => router.state.location.search).toEqual({});
  expect(document.activeElement?.getAttribute("type")).toBe("search");
});
