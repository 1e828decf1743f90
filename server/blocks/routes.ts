import { blocks } from "#contract/blocks.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { createBlocks } from "./create.ts";
import { undoBlocks } from "./undo.ts";

export default serveModule(blocks, { create: createBlocks, undo: undoBlocks });
