/** Runs before all other scripts: applies the chosen theme, and asks for the messages of the language. */
try {
  var theme = localStorage.getItem("current-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  var tags = [localStorage.getItem("language") || ""].concat(navigator.languages);
  var known = tags.map((tag) => tag.toLowerCase().split("-")[0]).find((language) => /^(en|fr)$/.test(language));
  var messages = document.querySelector(`link[data-messages=${known || "fr"}]`);
  if (messages) messages.rel = "preload";
} catch {}
