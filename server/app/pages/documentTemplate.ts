import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pageDataId, type PageData } from "../../../client/pageData";
import type { HeadTag } from "../../../client/seo/head";
import { escapeHtml } from "../../core/escapeHtml";

/** The parts of a document that differ between pages. */
export interface DocumentParts {
  title: string;
  head: readonly HeadTag[];
  markup: string;
  data: Omit<PageData, "scripts">;
  /**
   * The page's module as App.tsx imports it, e.g. `pages/visa/Page.tsx`. Its files are loaded together with the app's.
   */
  pageModule?: string;
}

interface BuiltChunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

/** The built `index.html` as a template. */
export class DocumentTemplate {
  readonly #html: string;
  readonly #chunks: Record<string, BuiltChunk>;
  /** The modules that the script in `index.html` loads: the app. */
  readonly #app: readonly string[];

  constructor(clientFolder: string) {
    this.#html = readFileSync(join(clientFolder, "index.html"), "utf8");
    const manifest = readFileSync(join(clientFolder, ".vite", "manifest.json"), "utf8");
    this.#chunks = JSON.parse(manifest) as Record<string, BuiltChunk>;
    const start = Object.values(this.#chunks).find(({ file }) => this.#html.includes(`src="/${file}"`));
    if (!start?.dynamicImports) throw new Error("index.html names no script that loads the app");
    this.#app = start.dynamicImports;
  }

  fill({ title, head, markup, data, pageModule }: DocumentParts): string {
    // The app's styles come first, so that a page's rules override them.
    const { styles, scripts } = this.#listFiles(pageModule ? [...this.#app, pageModule] : this.#app);
    const lines = [
      `<title>${escapeHtml(title)}</title>`,
      ...head.map(toHtml),
      ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ];
    // The CSP allows JSON in a data block, because it is not executed; escaping `<` keeps it from ending the
    // block.
    const json = JSON.stringify({ ...data, scripts } satisfies PageData).replaceAll("<", "\\u003c");
    // Replacements are functions, because `replace` interprets `$` in strings.
    return this.#html
      .replace("<!--head-->", () => lines.join("\n    "))
      .replace("<!--page-->", () => markup)
      .replace("<!--data-->", () => `<script type="application/json" id="${pageDataId}">${json}</script>`);
  }

  /** Returns the styles and scripts of these modules, except those that `index.html` already references. */
  #listFiles(modules: readonly string[]): { styles: string[]; scripts: string[] } {
    const files = new Set<string>();
    const styles = new Set<string>();
    const add = (name: string) => {
      const chunk = this.#chunks[name];
      if (!chunk || files.has(chunk.file)) return;
      files.add(chunk.file);
      chunk.css?.forEach((style) => styles.add(style));
      chunk.imports?.forEach(add);
    };
    modules.forEach(add);
    const isNew = (file: string) => !this.#html.includes(file);
    return { styles: [...styles].filter(isNew), scripts: [...files].filter(isNew) };
  }
}

function toHtml({ tag, attributes, text }: HeadTag): string {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const opening = `<${tag}${pairs.join("")} data-head="">`;
  return tag === "script" ? `${opening}${text ?? ""}</script>` : opening;
}
