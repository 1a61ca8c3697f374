// Prints the expressions of a Grafana dashboard as recording rules, which promtool checks (JSON is YAML too).
const fs = require("fs");

const dashboard = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const expressions = dashboard.panels.flatMap((panel) => (panel.targets ?? []).map((target) => target.expr));
const rules = expressions.map((expression, i) => ({
  record: `dashboard:expression:${i}`,
  expr: expression.replaceAll("$__rate_interval", "5m").replaceAll("$__range", "1h"),
}));
console.log(JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
