// Opens /docs in headless Chromium and tries the API with a token: node docs.js <base URL> <token> [screenshot.png]
// Fails on any error of the page, on any request to another host, and unless the API answers.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [base, token, screenshot] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "covertrack-chromium-"));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
  viewport: { width: 1280, height: 1000 },
});
try {
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`page: ${error}`));
  page.on("console", (message) => message.type() === "error" && wrong.push(`console: ${message.text()}`));
  page.on("request", (request) => /^(data|blob):/.test(request.url()) || request.url().startsWith(base + "/") || wrong.push(`request to ${request.url()}`));

  await page.goto(`${base}/docs`);
  await page.getByRole("button", { name: "Authorize" }).click();
  await page.locator(".auth-container input").fill(token);
  await page.locator(".auth-btn-wrapper button.authorize").click();
  await page.locator(".auth-btn-wrapper .btn-done").click();

  const get = page.locator("#operations-Case-listCases");
  await get.locator(".opblock-summary").click();
  await get.getByRole("button", { name: "Execute" }).click();
  await get.locator(".live-responses-table td.response-col_status:not(.col_header)").waitFor();
  assert.match(await get.locator(".live-responses-table td.response-col_status:not(.col_header)").innerText(), /^200/);
  assert.match(await get.locator(".live-responses-table td.response-col_description:not(.col_header)").innerText(), /"total": [1-9]/);
  await get.scrollIntoViewIfNeeded();
  if (screenshot) await page.screenshot({ path: screenshot });
  await get.locator(".opblock-summary").click();

  const post = page.locator("#operations-InsuredGroup-createInsuredGroup, #operations-Insured_group-createInsuredGroup");
  await post.locator(".opblock-summary").click();
  await post.getByRole("button", { name: "Execute" }).click();
  await post.locator(".live-responses-table td.response-col_status:not(.col_header)").waitFor();
  assert.match(await post.locator(".live-responses-table td.response-col_status:not(.col_header)").innerText(), /^201/, "the example body is accepted as it stands");

  await page.goto(`${base}/docs/reference#case_on_hold`);
  assert.match(await page.locator("#case_on_hold").innerText(), /409/);
  assert.deepEqual(wrong, []);
  console.log("docs: the viewer loads, authorizes and sends; nothing went to another host");
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}
