// Shows /openapi.json with requests going to wherever this page came from: "try it" then works behind any proxy, and the
// page's policy lets it talk to nothing else. A token is kept by the page alone and is gone with it.
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

// referenced returns the components, by their names, that a part of the document refers to, directly or through others.
const referenced = (spec, part, found = {}) => {
  for (const [, group, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    if (found[group]?.[name]) continue;
    (found[group] ??= {})[name] = spec.components[group][name];
    referenced(spec, found[group][name], found);
  }
  return found;
};

// Swagger UI reads a whole document for each operation that is opened, which takes seconds: it gets one of that operation alone.
const operationAlone = ({ fn: { resolveSubtree } }) => ({
  fn: {
    resolveSubtree: (spec, path, options) => {
      const [place, route, method] = path;
      if (place !== "paths") return resolveSubtree({ ...spec, paths: {} }, path, options);
      const operation = spec.paths[route][method];
      return resolveSubtree({ ...spec, paths: { [route]: { [method]: operation } }, components: referenced(spec, operation) }, path, options);
    },
  },
});

fetch("/openapi.json")
  .then((answer) => answer.json())
  .then((spec) => {
    spec.servers = [{ url: location.origin }];
    window.viewer = SwaggerUIBundle({
      spec,
      dom_id: "#viewer",
      deepLinking: true,
      docExpansion: "none",
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      filter: true,
      plugins: [operationAlone],
      persistAuthorization: false,
      tryItOutEnabled: true,
      validatorUrl: null,
    });
  });
