/** Names under which code would find something of Node, of a browser, of WebAssembly's host or of QuickJS's own tools. */
const NAMES = [
  ...['process', 'require', 'module', 'exports', '__dirname', '__filename', 'global', 'Buffer', 'fetch', 'Request'],
  ...['XMLHttpRequest', 'WebSocket', 'EventSource', 'setTimeout', 'setInterval', 'setImmediate', 'structuredClone'],
  ...['WebAssembly', 'Worker', 'MessageChannel', 'postMessage', 'importScripts', 'Deno', 'Bun', 'std', 'os', 'print'],
  ...[
    'load',
    'loadScript',
    'read',
    'quit',
    'crypto',
    'navigator',
    'document',
    'window',
    'self',
    'Module',
    'FS',
    'HEAPU8',
  ],
]

/** Ways from a value to the global object or to a function that evaluates text. */
const CHAINS = [
  `return { reached: typeof [].constructor.constructor('return this')().process !== 'undefined' }`,
  `return { reached: [].constructor.constructor('return typeof process')() !== 'undefined' }`,
  `return { reached: console.log.constructor('return typeof require')() !== 'undefined' }`,
  `return { reached: Object.getPrototypeOf(console.log).constructor('return typeof fetch')() !== 'undefined' }`,
  `return { reached: (async () => {}).constructor('return 1')() instanceof Object && typeof process !== 'undefined' }`,
  `return { reached: (function* () {}).constructor('yield typeof process')().next().value !== 'undefined' }`,
  `return { reached: Reflect.construct(Function, ['return typeof require'])() !== 'undefined' }`,
  `return { reached: (0, eval)('typeof process') !== 'undefined' }`,
  `return { reached: new Function('return typeof globalThis.process')() !== 'undefined' }`,
  `return { reached: typeof (function () { return this })()?.process !== 'undefined' }`,
  `return { reached: frames.constructor.constructor('return typeof process')() !== 'undefined' }`,
  `return { reached: /node_modules|server|file:/.test(new Error('x').stack) }`,
  `Error.prepareStackTrace = (_, sites) => sites; const { stack } = new Error(); return { reached: typeof stack !== 'string' && stack?.[0]?.getThis?.()?.process !== undefined }`,
  `try { null.x } catch (error) { return { reached: error.constructor.constructor('return typeof process')() !== 'undefined' } }`,
  `let found = false; console.log({ toJSON() { found = typeof process !== 'undefined' } }); return { reached: found }`,
  `const apply = console.log.apply.bind(console.log); return { reached: typeof apply(null, [1]) !== 'undefined' }`,
  `return { reached: Object.getOwnPropertyNames(globalThis).some(name => /process|require|host|emscripten/i.test(name)) }`,
  `return { reached: Object.keys(console).join() !== 'log' }`,
]

/** Ways to load a module, none of which there is. */
const MODULES = [
  `let found = false; import('node:fs').then(() => { found = true }, () => {}); return { reached: found }`,
  `let found = false; import('fs').then(() => { found = true }, () => {}); return { reached: found }`,
  `let found = false; import('file:///etc/passwd').then(() => { found = true }, () => {}); return { reached: found }`,
  `let found = false; import('data:text/javascript,1').then(() => { found = true }, () => {}); return { reached: found }`,
  `let found = false; import('std').then(() => { found = true }, () => {}); return { reached: found }`,
  `return { reached: import.meta.url !== undefined }`,
  `return eval('import("os")')`,
  `return { reached: typeof new Function('return import("child_process")')().execSync !== 'undefined' }`,
]

/** Code that closes the function around it. */
const WRAPPERS = [
  `return { reached: false } }); globalThis.JSON = null; (function () {`,
  `})(); return { reached: true }; (function () {`,
  `}).constructor('return process')(); (function () { return { reached: true }`,
  `/* `,
  `// `,
  '`',
  `return { reached: typeof stringify !== 'function' || stringify.constructor('return typeof process')() !== 'undefined' }`,
]

/** Results that would change the host that reads them. */
const RESULTS = [
  `return JSON.parse('{"reached":false,"__proto__":{"polluted":true}}')`,
  `return { reached: false, ['constructor']: { prototype: { polluted: true } } }`,
  `Object.prototype.polluted = true; return { reached: false }`,
  `Object.prototype.toJSON = () => ({ reached: false }); return {}`,
  `JSON.stringify = () => '{"reached":true}'; return { reached: false }`,
  `JSON.parse = () => ({ reached: true }); return { reached: false }`,
  `Array.prototype.push = function () { throw 1 }; return { reached: false }`,
  `Object.prototype.then = resolve => resolve({ reached: true }); return { reached: false }`,
  `return { get reached() { throw new Error('no') } }`,
  `return { get reached() { for (;;); } }`,
  `return new Proxy({}, { ownKeys: () => Array.from({ length: 1e6 }, (_, at) => 'k' + at), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) })`,
  `return Array.from({ length: 20_000 }).reduce(inner => [inner], [])`,
  `const a = {}; a.a = a; return a`,
  `return 10n`,
  `return Symbol('x')`,
  `return () => true`,
  `return undefined`,
  `return { reached: 'true' }`,
  `throw { get message() { for (;;); } }`,
  `throw { name: { toString() { for (;;); } }, stack: 5 }`,
  `throw new Proxy(new Error('x'), { get() { throw new Error('again') } })`,
  `throw null`,
]

/** Code that takes more time or memory than it has. */
const FLOODS = [
  `for (;;);`,
  `while (true) { try { for (;;); } catch {} }`,
  `const f = () => f(); return f()`,
  `const f = () => { try { return f() } finally { f() } }; return f()`,
  `return { reached: /^(a+)+$/.test('a'.repeat(60) + '!') }`,
  `return { reached: /(x+x+)+y/.test('x'.repeat(80)) }`,
  `return 'x'.repeat(2 ** 29)`,
  `let text = 'x'; for (;;) text += text`,
  `const all = []; for (;;) all.push(new Array(10_000).fill(1))`,
  `return new ArrayBuffer(2 ** 31)`,
  `return new Uint8Array(1e9).length`,
  `return Array(2 ** 32 - 1).fill(0)`,
  `return [...(function* () { for (;;) yield 1 })()]`,
  `return [3, 2, 1].sort(() => { for (;;); })`,
  `return (2n ** 40_000_000n).toString().length`,
  `return 'a'.padEnd(2 ** 30)`,
  `for (let at = 0; ; at += 1) console.log('x'.repeat(1_000_000), at)`,
  `console.log({ get a() { for (;;); } }); return { reached: false }`,
  `console.log(Array.from({ length: 50_000 }).reduce(inner => [inner], [])); return { reached: false }`,
  `const again = () => Promise.resolve().then(again); again(); return { reached: false }`,
  `const map = new Map(); for (let at = 0; ; at += 1) map.set(at, { at })`,
  `return { reached: false, detail: 'x'.repeat(200_000) }`,
]

/** Code that tries to leave the sandbox, or to take the server with it. It reaches the host only if it says so. */
export const escapes: readonly string[] = [
  ...NAMES.map(name => `return { reached: typeof ${name} !== 'undefined' }`),
  ...CHAINS,
  ...MODULES,
  ...WRAPPERS,
  ...RESULTS,
  ...FLOODS,
]
