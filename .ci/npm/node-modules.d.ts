// The little of Node that client.ts uses, so that no package of types is needed for it.
declare module "node:assert/strict" {
  export default class assert {
    static equal(actual: unknown, expected: unknown, message?: string): void;
    static deepEqual(actual: unknown, expected: unknown, message?: string): void;
  }
}
declare const process: { argv: string[] };
