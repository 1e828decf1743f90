import { useRef, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";
import { AmountGrid } from "./amount-grid.tsx";
import type { CellChange } from "./amount-cells.ts";
import type { CellValue } from "./parse-amount.ts";

const rows = ["Day", "Evening", "Weekend"].map((name) => ({ key: name, name }));
const columns = ["1 h", "90 min", "2 h"].map((name) => ({ key: name, name }));
const money = { currency: "EUR", tag: "en", free: "Free" };

function Prices({ inherited }: { inherited?: number }) {
  const [cells, setCells] = useState<readonly CellValue[]>([1000, 1500, undefined, 2000]);
  const past = useRef<(readonly CellValue[])[]>([]);
  const at = (row: number, column: number) => row * columns.length + column;
  const onChange = (changes: readonly CellChange[]) => {
    past.current.push(cells);
    const next = Array.from({ length: 9 }, (_, index) => cells[index]);
    for (const { row, column, cell } of changes) next[at(row, column)] = cell;
    setCells(next);
  };
  return (
    <>
      <button type="button">Before</button>
      <AmountGrid
        label="Prices"
        rows={rows}
        columns={columns}
        read={(row, column) => cells[at(row, column)]}
        {...(inherited === undefined ? {} : { inherited: () => inherited })}
        money={money}
        corner="Timeslots"
        texts={{ none: "Not sold", inherited: "as everybody", unreadable: "No amount" }}
        onChange={onChange}
        onUndo={() => {
          const before = past.current.pop();
          if (before) setCells(before);
          return before !== undefined;
        }}
        onRedo={() => false}
      />
      <button type="button">After</button>
    </>
  );
}

const cell = (row: number, column: number) =>
  page
    .getByRole("row")
    .nth(row + 1)
    .getByRole("gridcell")
    .nth(column);
const shown = () =>
  [...document.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map((td) => (td.firstChild?.textContent ?? "").replace("—", "")).join("|"),
  );
const focused = () => document.activeElement?.closest("td")?.dataset["place"];
const selectedCells = () => document.querySelectorAll("[aria-selected=true]").length;
const said = () => page.getByRole("status").element().textContent;

function pasteText(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
}
function copied(): string {
  const clipboardData = new DataTransfer();
  document.activeElement?.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
  return clipboardData.getData("text/plain");
}

afterEach(cleanup);

test("typing replaces, Enter keeps it and goes down, Tab right and on to the next row", async () => {
  await renderInApp(() => <Prices />);
  await cell(0, 1).click();
  await userEvent.keyboard("12,5{Enter}");
  await expect.poll(shown).toEqual(["€10.00|€12.50|", "€20.00||", "||"]);
  expect(focused()).toBe("1-1");
  await userEvent.keyboard("30{Tab}0{Tab}");
  await expect.poll(shown).toEqual(["€10.00|€12.50|", "€20.00|€30.00|Free", "||"]);
  expect(focused()).toBe("2-0");
});

test("F2 and a double click edit what is there, Escape leaves it, Delete clears it", async () => {
  await renderInApp(() => <Prices />);
  await cell(1, 0).dblClick();
  const editor = page.getByRole("textbox", { name: "Evening, 1 h" });
  await expect.element(editor).toHaveValue("20");
  await userEvent.keyboard("{End}.5{Escape}");
  expect(shown()[1]).toBe("€20.00||");
  await expect.poll(focused).toBe("1-0");
  await userEvent.keyboard("{F2}{End}.5{Enter}");
  await expect.poll(() => shown()[1]).toBe("€20.50||");
  await userEvent.keyboard("{ArrowUp}{Delete}");
  await expect.poll(() => shown()[1]).toBe("||");
});

test("arrows move, also out of a price begun by typing; Tab leaves at the end, and after Escape anywhere", async () => {
  await renderInApp(() => <Prices />);
  await page.getByRole("button", { name: "Before" }).click();
  await userEvent.keyboard("{Tab}");
  expect(focused()).toBe("0-0");
  await userEvent.keyboard("{ArrowDown}{ArrowRight}7{ArrowRight}");
  await expect.poll(() => shown()[1]).toBe("€20.00|€7.00|");
  expect(focused()).toBe("1-2");
  await userEvent.keyboard("{Control>}{Home}{/Control}");
  expect(focused()).toBe("0-0");
  await userEvent.keyboard("{Control>}{End}{/Control}{Tab}");
  await expect.element(page.getByRole("button", { name: "After" })).toHaveFocus();
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}{ArrowLeft}{Escape}{Tab}");
  await expect.element(page.getByRole("button", { name: "After" })).toHaveFocus();
});

test("a table of another program is pasted, with its commas and currencies; what finds no cell is told", async () => {
  await renderInApp(() => <Prices />);
  await cell(1, 1).click();
  pasteText("18,00 €\t1 234,50 €\r\n$20.00\t-\r\n9\t9\r\n");
  await expect.poll(shown).toEqual(["€10.00|€15.00|", "€20.00|€18.00|€1,234.50", "|€20.00|"]);
  expect(said()).toBe("4 values pasted. 2 found no cell");
  expect(selectedCells()).toBe(4);
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.poll(shown).toEqual(["€10.00|€15.00|", "€20.00||", "||"]);
  expect(said()).toBe("Undone");
});

test("one amount is pasted into all that is chosen; a choice is copied with tabs and lines", async () => {
  await renderInApp(() => <Prices />);
  await cell(0, 0).click();
  await userEvent.keyboard("{Shift>}{ArrowRight}{ArrowDown}{/Shift}");
  expect(selectedCells()).toBe(4);
  expect(copied()).toBe("10\t15\n20\t");
  pasteText("8.5");
  await expect.poll(shown).toEqual(["€8.50|€8.50|", "€8.50|€8.50|", "||"]);
  await userEvent.keyboard("{Control>}a{/Control}{Delete}");
  await expect.poll(shown).toEqual(["||", "||", "||"]);
});

test("a table is pasted while a cell is being typed, as telephones do", async () => {
  await renderInApp(() => <Prices />);
  await cell(0, 0).dblClick();
  pasteText("1\t2\n3\t4");
  await expect.poll(shown).toEqual(["€1.00|€2.00|", "€3.00|€4.00|", "||"]);
});

test("Ctrl+D fills down and Ctrl+R right", async () => {
  await renderInApp(() => <Prices />);
  await cell(0, 0).click();
  await userEvent.keyboard("{Shift>}{ArrowRight}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}");
  await expect.poll(shown).toEqual(["€10.00|€15.00|", "€10.00|€15.00|", "€10.00|€15.00|"]);
  expect(said()).toBe("4 values filled");
  await cell(2, 2).click();
  await userEvent.keyboard("{Control>}r{/Control}");
  await expect.poll(() => shown()[2]).toBe("€10.00|€15.00|€15.00");
});

test("the corner is dragged to fill, a drag over cells chooses them", async () => {
  await renderInApp(() => <Prices />);
  await cell(0, 0).click();
  await cell(0, 1).click({ modifiers: ["Shift"] });
  expect(selectedCells()).toBe(2);
  const corner = document.querySelector("[data-fill]");
  if (corner) await userEvent.dragAndDrop(corner, cell(2, 1));
  await expect.poll(shown).toEqual(["€10.00|€15.00|", "€10.00|€15.00|", "€10.00|€15.00|"]);
  await userEvent.dragAndDrop(cell(0, 1), cell(1, 2));
  expect(selectedCells()).toBe(4);
});

test("what is no amount stays, and is marked", async () => {
  await renderInApp(() => <Prices />);
  await cell(0, 2).click();
  await userEvent.keyboard("a lot{Enter}");
  await expect.poll(() => shown()[0]).toBe("€10.00|€15.00|a lot");
  await expect.element(cell(0, 2)).toHaveAttribute("aria-invalid", "true");
});

test("where nothing stands, what holds instead is shown and said", async () => {
  await renderInApp(() => <Prices inherited={900} />);
  await expect.element(cell(0, 2)).toHaveTextContent("€9.00, as everybody");
  await expect.element(cell(0, 0)).toHaveTextContent("€10.00");
});
