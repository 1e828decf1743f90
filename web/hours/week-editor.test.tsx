import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { OpeningHourPatternDraft, type WeeklySlot } from "#contract/hours.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { expectDate, fillDate, firstPart } from "#tests/support/fill-date.tsx";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { WeekEditor } from "./week-editor.tsx";

const sent = vi.fn<(values: { hours: WeeklySlot[] }) => void>();
const Editor = ({ hours = [] }: { hours?: WeeklySlot[] }) => (
  <Form
    schema={OpeningHourPatternDraft}
    defaultValues={{ name: "Halls", hours, exceptions: [], fieldIds: [] }}
    onSubmit={sent}
    guard={false}
  >
    <WeekEditor name="hours" />
    <SubmitButton>Send</SubmitButton>
  </Form>
);
const on = (day: string) => page.getByRole("region", { name: day, exact: true });
const slot = (day: string, number: number) => page.getByRole("group", { name: `${day}, timeslot ${number}` });
const send = () => page.getByRole("button", { name: "Send" }).click();
const hoursSent = () => sent.mock.lastCall?.[0].hours.map(({ weekday, start, end }) => `${weekday} ${start}-${end}`);
const bars = (day: string) =>
  [...on(day).element().querySelectorAll<HTMLElement>("[aria-hidden] > span[class*=rounded]")].map(({ style }) => [
    Math.round(Number.parseFloat(style.left) * 0.24),
    Math.round((Number.parseFloat(style.left) + Number.parseFloat(style.width)) * 0.24),
  ]);

afterEach(async () => {
  sent.mockClear();
  await cleanup();
});

test("a timeslot is added with likely times, typed over, and taken away", async () => {
  await renderInApp(() => <Editor />);
  await expect.element(on("Monday")).toMatchTextContent(/Closed/);
  await page.getByRole("button", { name: "Add timeslot: Monday" }).click();
  await expect.element(firstPart("Start", slot("Monday", 1))).toHaveFocus();
  await fillDate("End", "12:00", slot("Monday", 1));
  await page.getByRole("button", { name: "Add timeslot: Monday" }).click();
  await expectDate("Start", "13:00", slot("Monday", 2));
  expect(bars("Monday")).toEqual([
    [8, 12],
    [13, 16],
  ]);
  await send();
  await expect.poll(hoursSent).toEqual(["1 08:00-12:00", "1 13:00-16:00"]);
  await page.getByRole("button", { name: "Remove Monday, timeslot 1" }).click();
  await expect.element(page.getByRole("button", { name: "Add timeslot: Monday" })).toHaveFocus();
  await send();
  await expect.poll(hoursSent).toEqual(["1 13:00-16:00"]);
});

test("the whole week is filled in at once, and a day copied to others", async () => {
  await renderInApp(() => <Editor />);
  await page.getByRole("button", { name: /^Every day/ }).click();
  await page.getByRole("button", { name: "Remove Saturday, timeslot 1" }).click();
  await fillDate("End", "18:00", slot("Friday", 1));
  await page.getByRole("button", { name: "Copy Friday to other days" }).click();
  const choice = page.getByRole("dialog", { name: "Copy Friday to other days" });
  await choice.getByRole("button", { name: "Weekend" }).click();
  await expect.element(choice.getByRole("checkbox", { name: "Sunday" })).toBeChecked();
  await choice.getByRole("checkbox", { name: "Sunday" }).click();
  await choice.getByRole("checkbox", { name: "Monday" }).click();
  await choice.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.element(page.getByText("The hours of Friday now hold on: Monday, Saturday")).toBeInTheDocument();
  await expectDate("End", "18:00", slot("Saturday", 1));
  await send();
  await expect
    .poll(() => hoursSent()?.toSorted())
    .toEqual([
      "1 08:00-18:00",
      "2 08:00-22:00",
      "3 08:00-22:00",
      "4 08:00-22:00",
      "5 08:00-18:00",
      "6 08:00-18:00",
      "7 08:00-22:00",
    ]);
});

test("past midnight is said so, and shows on both days", async () => {
  await renderInApp(() => <Editor hours={[{ weekday: 7, start: "18:00", end: "02:00" }]} />);
  await expect.element(slot("Sunday", 1)).toMatchTextContent(/until 2:00\sAM the next day/);
  expect(bars("Sunday")).toEqual([[18, 24]]);
  // Sunday's slot continues on Monday.
  expect(bars("Monday")).toEqual([[0, 2]]);
  await fillDate("Start", "00:00", slot("Sunday", 1));
  await fillDate("End", "00:00", slot("Sunday", 1));
  await expect.element(slot("Sunday", 1)).toMatchTextContent(/All day/);
});

test("timeslots that touch are said to become one", async () => {
  const morning = { weekday: 2, start: "08:00", end: "11:00" };
  await renderInApp(() => <Editor hours={[morning, { weekday: 2, start: "12:00", end: "18:00" }]} />);
  await fillDate("End", "12:00", slot("Tuesday", 1));
  await expect.element(on("Tuesday")).toMatchTextContent(/saved as one: 8:00\sAM – 6:00\sPM/);
  expect(bars("Tuesday")).toEqual([[8, 18]]);
});

test("overlaps are refused beside both timeslots at once, over midnight too, and keep the week from being sent", async () => {
  const night = { weekday: 3, start: "20:00", end: "03:00" };
  await renderInApp(() => <Editor hours={[night, { weekday: 4, start: "04:00", end: "12:00" }]} />);
  const start = firstPart("Start", slot("Thursday", 1));
  await fillDate("Start", "02:00", slot("Thursday", 1));
  await expect.element(slot("Thursday", 1)).toMatchTextContent(/Overlaps Wednesday 8:00\sPM – 3:00\sAM the next day/);
  await expect.element(slot("Wednesday", 1)).toMatchTextContent(/Overlaps Thursday 2:00\sAM – 12:00\sPM/);
  await expect.element(start).toHaveAttribute("aria-invalid", "true");
  await send();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/Some timeslots overlap each other/);
  expect(sent).not.toHaveBeenCalled();
  await fillDate("Start", "03:00", slot("Thursday", 1));
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await send();
  await expect.poll(() => sent.mock.calls.length).toBe(1);
});

test("a time that is missing is asked for beside it", async () => {
  await renderInApp(() => <Editor hours={[{ weekday: 1, start: "08:00", end: "12:00" }]} />);
  await fillDate("End", "", slot("Monday", 1));
  await send();
  await expect.element(slot("Monday", 1)).toMatchTextContent(/Enter the whole time/);
  await expect.element(firstPart("End", slot("Monday", 1))).toHaveFocus();
  expect(sent).not.toHaveBeenCalled();
});

test("all of it goes by keyboard", async () => {
  await renderInApp(() => <Editor hours={[{ weekday: 1, start: "08:00", end: "12:00" }]} />);
  (page.getByRole("button", { name: "Copy Monday to other days" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog").getByRole("button", { name: "All" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const copy = page.getByRole("dialog").getByRole("button", { name: "Copy", exact: true });
  for (let steps = 0; document.activeElement !== copy.element() && steps < 12; steps += 1) await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Copy Monday to other days" })).toHaveFocus();
  await expect.poll(() => document.querySelectorAll("[data-date-input]").length).toBe(14);
});
