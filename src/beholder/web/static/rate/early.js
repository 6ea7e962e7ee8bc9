// Runs before the first paint, so that neither the theme nor the language flickers.
(() => {
  const read = (/** @type {string} */ key) => {
    try { return localStorage.getItem(key) ?? ""; } catch { return ""; }
  };
  const root = document.documentElement;
  const theme = read("beholder.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const address = new URL(location.href);
  const language = read("beholder.language");
  if (!address.searchParams.has("lang") && /^[a-z]{2}$/.test(language) && language !== root.dataset.lang) {
    address.searchParams.set("lang", language);
    location.replace(address);
  }
})();
