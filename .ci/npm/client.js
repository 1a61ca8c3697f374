// Generates a TypeScript client of the OpenAPI document, compiles it strictly and runs it: node client.js <base URL> <token>
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const bin = (name) => join("node_modules", ".bin", name);
const run = (command, ...args) => {
  try {
    return execFileSync(command, args, { encoding: "utf8" });
  } catch (failed) {
    console.error(failed.stdout, failed.stderr);
    throw failed;
  }
};
mkdirSync(join("node_modules", ".cache"), { recursive: true });
const folder = mkdtempSync(join("node_modules", ".cache", "client-"));
try {
  writeFileSync(join(folder, "package.json"), `{"type":"module"}`);
  run(bin("openapi-typescript"), "../../restcompat/e2e/testdata/openapi.json", "--output", join(folder, "api.ts"));
  cpSync("client.ts", join(folder, "client.ts"));
  cpSync("node-modules.d.ts", join(folder, "node-modules.d.ts"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({
    compilerOptions: { strict: true, noUncheckedIndexedAccess: true, target: "es2022", module: "nodenext", types: [], lib: ["es2022", "dom"],
      outDir: "out" },
  }));
  run(bin("tsc"), "--project", folder);
  console.log(run("node", join(folder, "out", "client.js"), ...process.argv.slice(2)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
