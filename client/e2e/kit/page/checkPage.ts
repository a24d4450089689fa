import type { Page } from "playwright-core";

/** Returns the elements that overflow sideways, if the page or an open dialog scrolls sideways. */
export async function findSidewaysScroll(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const findWide = (scroller: Element, name: string) => {
      if (scroller.scrollWidth <= scroller.clientWidth) return [];
      const right = scroller.getBoundingClientRect().left + scroller.clientLeft + scroller.clientWidth;
      const wide = [...scroller.querySelectorAll("*")].filter(
        (element) => element.getBoundingClientRect().right > right + 0.5,
      );
      return [
        `The ${name} scrolls sideways`,
        ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
      ];
    };
    return [
      ...findWide(document.documentElement, "page"),
      ...[...document.querySelectorAll("dialog[open]")].flatMap((dialog) => findWide(dialog, "dialog")),
    ];
  });
}

/** Returns visible controls smaller than 24 px (WCAG 2.5.8), except links in a text and inputs drawn as a label. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        "button, [role=tab], [role=option], select, input, summary, a",
      ),
    ];
    return controls
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        const isShown = width > 1 && height > 1 && getComputedStyle(control).visibility !== "hidden";
        const isInText = control.tagName === "A" && getComputedStyle(control).display === "inline";
        const isBehindLabel = control.matches("input[type=checkbox], input[type=radio], input[type=file]");
        return isShown && !isInText && !isBehindLabel && (width < 24 || height < 24);
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });
}

/** Returns elements with a transition or animation over 10 ms; with reduced motion there must be none. */
export async function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const longest = (times: string) =>
      Math.max(...times.split(",").map((time) => parseFloat(time) * (time.trim().endsWith("ms") ? 1 : 1000)));
    return [...document.querySelectorAll("*")]
      .filter((element) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
        return (
          longest(transitionDuration) > 10 || (animationName !== "none" && longest(animationDuration) > 10)
        );
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
