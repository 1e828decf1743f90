import { expect, test } from "vitest";
import type { CalendarReadingOptions } from "./icalendar-content.ts";
import { readCalendar } from "./icalendar-reader.ts";
import { readInWorker } from "./read-in-worker.ts";

const options: CalendarReadingOptions = {
  timezone: "Europe/Paris",
  from: Date.parse("2026-06-01T00:00:00Z"),
  until: Date.parse("2027-06-01T00:00:00Z"),
  maxEntries: 100,
};
const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
const spans = (text: string, more: Partial<CalendarReadingOptions> = {}) =>
  readCalendar(text, { ...options, ...more }).entries.map(({ key, start, end }) => [
    key,
    new Date(start).toISOString().slice(0, 16),
    new Date(end).toISOString().slice(0, 16),
  ]);

test("times in UTC, in a named zone, without a zone, as a duration and as whole days", () => {
  const text = calendar(
    ...event("UID:utc", "DTSTART:20260610T080000Z", "DTEND:20260610T090000Z"),
    ...event(
      "UID:named",
      "DTSTART;TZID=America/New_York:20260610T080000",
      "DTEND;TZID=America/New_York:20260610T090000",
    ),
    ...event("UID:floating", "DTSTART:20260610T080000", "DURATION:PT1H30M"),
    ...event("UID:day", "DTSTART;VALUE=DATE:20260611"),
    ...event("UID:nothing", "DTSTART:20260610T080000Z"),
  );
  expect(spans(text)).toEqual(
    [
      ["floating", "2026-06-10T06:00", "2026-06-10T07:30"],
      ["utc", "2026-06-10T08:00", "2026-06-10T09:00"],
      ["day", "2026-06-10T22:00", "2026-06-11T22:00"],
      ["named", "2026-06-10T12:00", "2026-06-10T13:00"],
    ].toSorted((one, other) => (one[1] ?? "").localeCompare(other[1] ?? "")),
  );
});

test("a zone that the calendar describes itself, under a name of Windows", () => {
  const zone = [
    ...["BEGIN:VTIMEZONE", "TZID:Romance Standard Time"],
    ...["BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"],
    ...["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD"],
    ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
    ...["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
  ];
  const at = (time: string) => `;TZID=Romance Standard Time:${time}`;
  const text = calendar(
    ...zone,
    ...event("UID:summer", `DTSTART${at("20260610T080000")}`, `DTEND${at("20260610T090000")}`),
    ...event("UID:winter", `DTSTART${at("20261210T080000")}`, `DTEND${at("20261210T090000")}`),
  );
  expect(spans(text, { timezone: "Asia/Tokyo" })).toEqual([
    ["summer", "2026-06-10T06:00", "2026-06-10T07:00"],
    ["winter", "2026-12-10T07:00", "2026-12-10T08:00"],
  ]);
});

test("a series keeps its local time over the change of the clock, without its exceptions, with what moved", () => {
  const text = calendar(
    ...event(
      ...["UID:training", "SUMMARY:Training", "DTSTART;TZID=Europe/Paris:20261013T200000"],
      ...["DTEND;TZID=Europe/Paris:20261013T213000", "RRULE:FREQ=WEEKLY;UNTIL=20261110T190000Z"],
      "EXDATE;TZID=Europe/Paris:20261020T200000",
    ),
    ...event(
      ...["UID:training", "RECURRENCE-ID;TZID=Europe/Paris:20261103T200000", "SUMMARY:Final"],
      ...["DTSTART;TZID=Europe/Paris:20261104T180000", "DTEND;TZID=Europe/Paris:20261104T200000"],
    ),
  );
  expect(spans(text)).toEqual([
    ["training 2026-10-13T20:00:00", "2026-10-13T18:00", "2026-10-13T19:30"],
    ["training 2026-10-27T20:00:00", "2026-10-27T19:00", "2026-10-27T20:30"],
    ["training 2026-11-03T20:00:00", "2026-11-04T17:00", "2026-11-04T19:00"],
    ["training 2026-11-10T20:00:00", "2026-11-10T19:00", "2026-11-10T20:30"],
  ]);
  expect(readCalendar(text, options).entries[2]?.name).toBe("Final");
});

test("what is canceled or free is not busy; who is named comes along", () => {
  const [canceled, free, tennis] = readCalendar(
    calendar(
      "X-WR-CALNAME:Town hall",
      ...event("UID:1", "DTSTART:20260610T080000Z", "DTEND:20260610T090000Z", "STATUS:CANCELLED"),
      ...event("UID:2", "DTSTART:20260611T080000Z", "DTEND:20260611T090000Z", "TRANSP:TRANSPARENT"),
      ...event(
        ...["UID:3", "DTSTART:20260612T080000Z", "DTEND:20260612T090000Z", "SUMMARY:Tennis\\, singles"],
        ...['ORGANIZER;CN="Morel, Zoé":mailto:Zoe@Example.com', "ATTENDEE:mailto:leo@example.com"],
      ),
    ),
    options,
  ).entries;
  expect([canceled?.isBusy, free?.isBusy, tennis?.isBusy]).toEqual([false, false, true]);
  expect(tennis).toMatchObject({
    name: "Tennis, singles",
    organizer: { name: "Morel, Zoé", email: "zoe@example.com" },
    attendees: [{ name: null, email: "leo@example.com" }],
  });
});

test("busy times without entries", () => {
  const text = calendar(
    ...["BEGIN:VFREEBUSY", "UID:fb", "FREEBUSY:20260610T080000Z/PT1H,20260610T120000Z/20260610T130000Z"],
    ...["FREEBUSY;FBTYPE=FREE:20260610T140000Z/PT1H", "END:VFREEBUSY"],
  );
  expect(readCalendar(text, options).entries.map(({ isBusy, end }) => [isBusy, new Date(end).getUTCHours()])).toEqual([
    [true, 9],
    [true, 13],
    [false, 15],
  ]);
});

test("an entry that makes no sense is counted, and the others are read", () => {
  const { entries, unreadable } = readCalendar(
    calendar(
      ...event("UID:bad", "DTSTART:tomorrow", "DTEND:20260610T090000Z"),
      ...event("UID:good", "DTSTART:20260610T080000Z", "DTEND:20260610T090000Z"),
      ...event("SUMMARY:Without a date"),
    ),
    options,
  );
  expect([entries.map(({ key }) => key), unreadable]).toEqual([["good"], 2]);
});

test.each([
  ["<html><body>Sign in</body></html>", "not_calendar"],
  ["", "not_calendar"],
  // Half of an answer is no answer: what is missing would count as deleted.
  [calendar(...event("UID:1", "DTSTART:20260610T080000Z")).slice(0, -40), "not_calendar"],
  [calendar(...event("UID:1", "DTSTART:20260610T080000Z", "DTEND:20260610T081000Z", "RRULE:FREQ=HOURLY")), "too_many"],
])("%j is refused: %s", (text, fault) => {
  expect(() => readCalendar(text, options)).toThrow(expect.objectContaining({ fault }));
});

test("a repetition that never ends is stopped, and does not hold anybody up", async () => {
  const endless = calendar(
    ...event("UID:1", "DTSTART:00010101T000000Z", "DTEND:00010101T000001Z", "RRULE:FREQ=SECONDLY"),
  );
  await expect(readInWorker(endless, options, 1500)).rejects.toMatchObject({ fault: "too_complex" });
  const { entries } = await readInWorker(
    calendar(...event("UID:1", "DTSTART:20260610T080000Z", "DTEND:20260610T090000Z")),
    options,
  );
  expect(entries).toHaveLength(1);
  await expect(readInWorker("nothing", options)).rejects.toMatchObject({ fault: "not_calendar" });
});
