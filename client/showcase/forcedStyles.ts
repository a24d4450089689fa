/** Changes the loaded style sheets, because a theme or `:hover` cannot be set on a single element. */

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const controls = ":where(a, button, input, select, textarea, summary)";
const isDarkRule = new WeakSet<CSSRule>();

/** Returns all rules of the page, including those in groups. */
function* listRules(rules: Iterable<CSSRule>): Generator<CSSRule> {
  for (const rule of rules) {
    yield rule;
    if (rule instanceof CSSGroupingRule) yield* listRules(rule.cssRules);
  }
}

const listAllRules = () => [...document.styleSheets].flatMap((sheet) => [...listRules(sheet.cssRules)]);

/** Applies the styles of `:hover` and `:focus-visible` to controls inside `[data-pseudo]`. */
export function forcePseudoStates(): void {
  for (const rule of listAllRules()) {
    if (!(rule instanceof CSSStyleRule) || rule.selectorText.includes("data-pseudo")) continue;
    const forced = rule.selectorText
      .replaceAll(":hover", `:is(:hover, [data-pseudo="hover"] ${controls})`)
      .replaceAll(":focus-visible", `:is(:focus-visible, [data-pseudo="focus"] ${controls})`);
    if (forced !== rule.selectorText) rule.selectorText = forced;
  }
}

/** Shows a theme regardless of the device's setting. */
export function showTheme(theme: Theme): void {
  for (const rule of listAllRules()) {
    if (!(rule instanceof CSSMediaRule)) continue;
    if (rule.media.mediaText.includes("prefers-color-scheme: dark")) isDarkRule.add(rule);
    if (!isDarkRule.has(rule)) continue;
    rule.media.mediaText = {
      system: "screen and (prefers-color-scheme: dark)",
      light: "not all",
      dark: "screen",
    }[theme];
  }
  document.documentElement.style.colorScheme = theme === "system" ? "" : theme;
}
