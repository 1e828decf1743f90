/** Environment of programs that tests start: compiling the server anew costs each start half a second of CPU time. */
import { join } from "node:path";

/** The folder that the commands in `bin` use as well. */
export const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, "../../node_modules/.cache/compile") };
