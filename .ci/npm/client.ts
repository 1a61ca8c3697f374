// What an integrator would write with the generated types: compiled strictly, then run against a server.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

const [base, token] = process.argv.slice(2) as [string, string];
const api = createClient<paths>({ baseUrl: base, headers: { Authorization: `Bearer ${token}` } });

const program = await api.GET("/rest/programs", { params: { query: { limit: 1 } } });
const id: string = program.data!.data[0]!.id;

const made = await api.POST("/rest/cases", {
  params: { header: { "Idempotency-Key": `typescript-${Date.now()}` } },
  body: { program: id, status: "OPEN", loanNumber: "TS-1", loanAmount: { amount: "1250000.00", currency: "USD" } },
});
assert.equal(made.response.status, 201);
const made1: components["schemas"]["Case"] = made.data!;
assert.equal(made1.loanNumber, "TS-1");

const changed = await api.PATCH("/rest/cases/{id}", { params: { path: { id: made1.id } }, body: { loanNumber: null } });
assert.equal(changed.data!.loanNumber, null);

const held = await api.POST("/rest/cases/{id}/on-hold", { params: { path: { id: made1.id } } });
assert.equal(held.data!.status, "onHold");

const list = await api.GET("/rest/cases", { params: { query: { id: [made1.id], status: ["onHold", "OPEN"] } } });
assert.deepEqual(list.data!.data.map((one) => one.id), [made1.id]);

const refused = await api.POST("/rest/cases", { body: { loanNumber: "TS-2" } });
assert.equal(refused.response.status, 422);
const problem: components["schemas"]["Problem"] = refused.error!;
assert.equal(problem.code, "program_xor_risk_profile");
console.log("typescript: the generated client compiles strictly, reads, writes and is refused");
