/** The thread in which calendars of strangers are read. Started by `readInWorker` alone. */
import { parentPort, workerData } from "node:worker_threads";
import { CalendarError, type CalendarReadingOptions } from "./icalendar-content.ts";
import { readCalendar } from "./icalendar-reader.ts";

const { text, options } = workerData as { text: string; options: CalendarReadingOptions };
try {
  parentPort?.postMessage({ content: readCalendar(text, options) });
} catch (error) {
  if (!(error instanceof CalendarError)) throw error;
  parentPort?.postMessage({ fault: error.fault });
}
