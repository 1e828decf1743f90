/** Reads a calendar of strangers in a thread of its own, which is stopped when it takes too long or too much memory. */
import { Worker } from "node:worker_threads";
import { createLimiter } from "#server/kit/process/limiter.ts";
import {
  type CalendarContent,
  CalendarError,
  type CalendarFault,
  type CalendarReadingOptions,
} from "./icalendar-content.ts";

const MAX_READING_MS = 20_000;
const MAX_MEMORY_MB = 256;
const MAX_PENDING = 50;

const limit = createLimiter(MAX_PENDING, 2);

type Answer = { content: CalendarContent } | { fault: CalendarFault };

/**
 * @param timeoutMs for tests
 * @throws CalendarError; HttpError 503 while too many others are read
 */
export const readInWorker = (
  text: string,
  options: CalendarReadingOptions,
  timeoutMs = MAX_READING_MS,
): Promise<CalendarContent> =>
  limit(async () => {
    const worker = new Worker(new URL("./icalendar-worker.ts", import.meta.url), {
      workerData: { text, options },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const timer = setTimeout(() => void worker.terminate(), timeoutMs);
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        worker.on("message", resolve);
        worker.on("error", (error) => reject(new CalendarError("too_complex", error)));
        worker.on("exit", () => reject(new CalendarError("too_complex")));
      });
      if ("fault" in answer) throw new CalendarError(answer.fault);
      return answer.content;
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  });
