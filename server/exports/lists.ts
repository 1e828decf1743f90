/** Finds a list that can be exported among the manifests of the modules. */
import type { ExportList } from "#server/kit/documents/export-list.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { listModules } from "#server/kit/process/modules.ts";

/** @throws HttpError 404 for an unknown list */
export function findExportList(name: string, isPlatform: boolean): ExportList {
  const modules = listModules();
  const platformLists = isPlatform ? modules.map(({ platformExports }) => platformExports) : [];
  const lists = [...platformLists, ...modules.map(({ exports }) => exports)];
  const found = lists.find((declared) => declared !== undefined && Object.hasOwn(declared, name))?.[name];
  if (!found) throw notFound();
  return found;
}
