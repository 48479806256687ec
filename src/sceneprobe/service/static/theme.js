// Light or dark: what the reader chose here before, else what the system says. Runs before the
// page is drawn, so that nothing flashes; hence no module.
(() => {
  const KEY = "sceneprobe-theme";
  const system = matchMedia("(prefers-color-scheme: dark)");

  const remembered = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage can be switched off; the choice then holds until the page is closed
    }
  };

  const show = (theme) => {
    document.documentElement.dataset.theme = theme;
    const button = document.getElementById("theme");
    if (button) button.textContent = theme === "dark" ? "Light" : "Dark";
    if (button) button.setAttribute("aria-label", theme === "dark" ? "Light colours" : "Dark colours");
  };

  const wanted = () => remembered() ?? (system.matches ? "dark" : "light");

  show(wanted());
  system.addEventListener("change", () => show(wanted()));
  document.addEventListener("DOMContentLoaded", () => {
    show(wanted());
    document.getElementById("theme").addEventListener("click", () => {
      const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
      try {
        localStorage.setItem(KEY, theme);
      } catch {
        // as above
      }
      show(theme);
    });
  });
})();
