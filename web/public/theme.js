try {
  var theme = localStorage.getItem("current-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  var tags = [localStorage.getItem("language"), ...navigator.languages, "fr"];
  var language = tags.find((tag) => /^(en|fr)\b/i.test(tag)).slice(0, 2);
  document.querySelector(`[data-messages=${language} i]`).rel = "preload";
} catch {}
