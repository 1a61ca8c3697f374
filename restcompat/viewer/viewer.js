// Shows /openapi.json with requests going to wherever this page came from: "try it" then works behind any proxy, and the
// page's policy lets it talk to nothing else. A token is kept by the page alone and is gone with it.
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

fetch("/openapi.json")
  .then((answer) => answer.json())
  .then((spec) => {
    spec.servers = [{ url: location.origin }];
    window.viewer = SwaggerUIBundle({
      spec,
      dom_id: "#viewer",
      deepLinking: true,
      docExpansion: "list",
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      filter: true,
      persistAuthorization: false,
      tryItOutEnabled: true,
      validatorUrl: null,
    });
  });
