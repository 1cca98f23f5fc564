// Writes the TypeScript code of the referee's messages into gen/, from the .proto files: it needs no protoc.
// It looks for them in protos/, and if that does not exist, in ../../protos.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const sources = ["protos", "../../protos"].find((folder) => existsSync(join(folder, "referee/v1/play_service.proto")));
if (sources === undefined) {
  console.error("there are no .proto files in protos/; `referee protos` writes them");
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), "referee-"));
const template = join(folder, "buf.gen.yaml");
const plan = {
  version: "v2",
  clean: true,
  plugins: [{ local: "protoc-gen-es", opt: ["target=ts", "import_extension=js"], out: "gen" }],
};
writeFileSync(template, JSON.stringify(plan));
const done = spawnSync("buf", ["generate", sources, "--template", template], { stdio: "inherit" });
rmSync(folder, { recursive: true });
if (done.error !== undefined) {
  console.error(`${done.error.message}: run this as \`npm run generate\`, after \`npm install\``);
}
process.exit(done.status ?? 1);
