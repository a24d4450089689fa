import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Serves the flags, as the product's server does. */
const flags: Plugin = {
  name: "flags",
  configureServer({ middlewares }) {
    middlewares.use("/flags", ({ url = "" }, response, next) => {
      if (!/^\/[a-z]{2}\.svg$/.test(url)) return next();
      response.setHeader("content-type", "image/svg+xml");
      createReadStream(`${root}node_modules/flag-icons/flags/4x3${url}`).on("error", next).pipe(response);
    });
  },
};

/**
 * Configuration of `npm run components`, which shows developers the shared components in their states. It is separate
 * to keep the showcase out of the product's build.
 */
export default defineConfig({
  root: "client/showcase",
  publicDir: "../public",
  cacheDir: `${root}node_modules/.vite/showcase`,
  plugins: [react(), flags],
  optimizeDeps: { entries: "index.html" },
  server: { host: "127.0.0.1", port: 5174, fs: { allow: [root] } },
});
