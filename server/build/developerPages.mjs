/**
 * Makes the developer pages (`/developers`) from the Markdown in `docs/api`, with highlighted code, anchors at
 * headings, and examples instead of links to them.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import hljs from "highlight.js";
import { Marked } from "marked";

const source = new URL("../../docs/api/", import.meta.url);
const target = new URL("../../dist/client/developers/", import.meta.url);

/** The file of each page, in the order of the menu. */
const pages = [
  "README",
  "keys",
  "test-world",
  "apply",
  "hand-over",
  "pay",
  "corrections",
  "events",
  "limits",
  "reference",
  "errors",
  "stability",
  "changelog",
];
/** Languages of the examples, by file name extension. */
const languages = {
  graphql: "graphql",
  sh: "bash",
  ts: "typescript",
  py: "python",
  php: "php",
  java: "java",
  go: "go",
};
const templateFile = new URL("template.html", target);

const marked = new Marked({
  renderer: {
    code: ({ text, lang }) => drawCode(text, lang),
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${toAnchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${toAddress(href)}">${this.parser.parseInline(tokens)}</a>`;
    },
    paragraph({ tokens }) {
      const [link] = tokens;
      const isExample = tokens.length === 1 && link.type === "link" && link.href.startsWith("examples/");
      if (isExample) return drawExample(link.href);
      return `<p>${this.parser.parseInline(tokens)}</p>\n`;
    },
    table({ header, rows: given }) {
      const inline = ({ tokens }) => this.parser.parseInline(tokens);
      const head = `<thead><tr>${header.map((cell) => `<th>${inline(cell)}</th>`).join("")}</tr></thead>`;
      // On a phone, each row is a block, whose cells need labels if the table has three or more columns.
      const drawCell = (cell, at) =>
        `<td${header.length > 2 && at > 0 ? ` data-label="${header[at].text}"` : ""}>${inline(cell)}</td>`;
      const rows = given.map((row) => `<tr>${row.map(drawCell).join("")}</tr>`).join("");
      return `<div class="table" tabindex="0" role="group" aria-label="Table">
        <table>${head}<tbody>${rows}</tbody></table></div>`;
    },
  },
});

/** Renders an example under its name, which links to the file. */
function drawExample(path) {
  const name = path.replace("examples/", "");
  const code = drawCode(readFileSync(new URL(path, source), "utf8"), languages[name.split(".").at(-1)]);
  return `<figure><figcaption><a href="/developers/${path}">${name}</a></figcaption>${code}</figure>\n`;
}

/** Makes code scrollable with the keyboard, because long lines do not wrap. */
function drawCode(text, language) {
  const { value } = hljs.highlight(text.trim(), { language: language || "plaintext" });
  return `<pre tabindex="0"><code>${value}</code></pre>\n`;
}

/** Makes anchors as GitHub does, so that links within the documents work in both places. */
function toAnchor(text) {
  return text
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");
}

function toAddress(href) {
  const [, name, anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name ? pagePath(name) + anchor : href;
}

function pagePath(name) {
  return name === "README" ? "/developers" : `/developers/${name}`;
}

const absent = readdirSync(source).filter((name) => /\.md$/.test(name) && !pages.includes(name.slice(0, -3)));
if (absent.length > 0) throw new Error(`No place in the menu for ${absent.join(", ")} of docs/api`);

const texts = pages.map((name) => {
  const text = readFileSync(new URL(`${name}.md`, source), "utf8");
  return { name, text, title: /^# (.+)$/m.exec(text)[1] };
});
const template = readFileSync(templateFile, "utf8");
for (const { name, text, title } of texts) {
  const menu = texts.map((page) => {
    const current = page.name === name ? ' aria-current="page"' : "";
    return `<li><a href="${pagePath(page.name)}"${current}>${page.title}</a></li>`;
  });
  const html = template
    .replace("<!--title-->", () => `${title} – <!--brand-->`)
    .replace("<!--pages-->", () => menu.join("\n"))
    .replace("<!--content-->", () => marked.parse(text));
  writeFileSync(new URL(name === "README" ? "index.html" : `${name}.html`, target), html);
}
rmSync(templateFile);
cpSync(new URL("examples/", source), new URL("examples/", target), {
  recursive: true,
  filter: (name) => !name.includes(".generated."),
});
