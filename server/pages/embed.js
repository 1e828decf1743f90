// Other sites load this script: it makes the frame with the free times, which follows its height.
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const { club = "", sport, theme, lang, title = "Baseline" } = script.dataset;
  const { origin } = new URL(script.src);
  const address = new URL(`/embed/${encodeURIComponent(club)}`, origin);
  for (const [name, value] of Object.entries({ sport, theme, lang })) if (value) address.searchParams.set(name, value);
  const frame = document.createElement("iframe");
  frame.src = address.href;
  frame.title = title;
  frame.style.cssText = "display:block;width:100%;height:480px;border:0";
  script.after(frame);
  addEventListener("message", ({ origin: from, source, data }) => {
    if (from !== origin || source !== frame.contentWindow) return;
    const height = data?.baselineHeight;
    if (typeof height === "number" && height > 0 && height < 10000) frame.style.height = `${Math.ceil(height)}px`;
  });
})();
