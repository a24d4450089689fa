import { use, useEffect } from "react";
import { HeadContext, headTags, type Head } from "./head";

/** Keeps the head of the page, title apart (see usePageTitle); the next page takes over. */
export function useHead(head: Omit<Head, "title">): void {
  use(HeadContext)?.(head);
  const tags = JSON.stringify(headTags(head));
  useEffect(() => {
    document.head.querySelectorAll("[data-head]").forEach((element) => element.remove());
    for (const { tag, attributes, text } of JSON.parse(tags) as ReturnType<typeof headTags>) {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.setAttribute("data-head", "");
      if (text) element.textContent = text;
      document.head.append(element);
    }
  }, [tags]);
}
