// Bundles each program in a folder with its dependencies into one file: `node scripts/bundle.mjs bots dist`.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const [from, to] = process.argv.slice(2);
await build({
  entryPoints: readdirSync(from)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(from, name)),
  outdir: to,
  outExtension: { ".js": ".cjs" },
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  logLevel: "warning",
});
