import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten-core'

/** What code is given, as JSON, and how much it may take. */
export interface CodeTask {
  /** The body of a function that returns its result. */
  code: string
  /** The names of its parameters, each with a value as JSON. */
  input: Record<string, string>
  milliseconds: number
  bytes: number
}

export type CodeOutcome =
  /** `json` is the text that the code returned as a result; the caller must validate it. */
  | { ok: true; json: string; printed: string[] }
  | { ok: false; reason: 'failed' | 'slow'; message: string; printed: string[] }

/** What the sandbox takes out: longer results are refused, longer messages cut. */
const longestResult = 100_000
const longestMessage = 300
const printedAtMost = 20
const stackBytes = 512 * 1024

/**
 * Runs JavaScript in QuickJS, compiled to WebAssembly [D30]. The code has nothing but the language itself and
 * `console.log`: the sandbox is given no function of the host that does more than keep a line of text.
 */
export async function runCode({ code, input, milliseconds, bytes }: CodeTask): Promise<CodeOutcome> {
  const quickjs = await newQuickJSWASMModuleFromVariant(variant)
  const runtime = quickjs.newRuntime({ memoryLimitBytes: bytes, maxStackSizeBytes: stackBytes })
  const end = performance.now() + milliseconds
  let isSlow = false
  runtime.setInterruptHandler(() => {
    isSlow ||= performance.now() > end
    return isSlow
  })
  const context = runtime.newContext()
  const printed: string[] = []
  offerConsole(context, printed)
  const failed = (message: string): CodeOutcome => ({
    ok: false,
    reason: isSlow ? 'slow' : 'failed',
    message: message.slice(0, longestMessage),
    printed,
  })
  // The runtime is not disposed: it ends with its thread, and disposing of what hostile code left may fail.
  const result = context.evalCode(programOf(code, input), 'job.js')
  if (result.error) return failed(describe(context, result.error))
  const json = context.typeof(result.value) === 'string' ? context.getString(result.value) : undefined
  if (json === undefined) return failed('The code returned nothing.')
  if (json.length > longestResult) return failed('The code returned too much.')
  return { ok: true, json, printed }
}

/** The code in a function of its own, with its lines numbered from 1, so that messages name the right line. */
const programOf = (code: string, input: Record<string, string>) =>
  `(stringify => stringify((function (${Object.keys(input).join(', ')}) { 'use strict'; ${code}\n})(${Object.values(
    input,
  )
    .map(json => `JSON.parse(${JSON.stringify(json)})`)
    .join(', ')})))(JSON.stringify)`

function offerConsole(context: QuickJSContext, printed: string[]): void {
  const print = context.newFunction('log', (...values) => {
    if (printed.length >= printedAtMost) return
    printed.push(
      values
        .map(value =>
          context.typeof(value) === 'string' ? context.getString(value) : JSON.stringify(context.dump(value)),
        )
        .join(' ')
        .slice(0, longestMessage),
    )
  })
  const console = context.newObject()
  context.setProp(console, 'log', print)
  context.setProp(context.global, 'console', console)
}

/** The message of an error. Reading it runs code again, which may fail. */
function describe(context: QuickJSContext, error: QuickJSHandle): string {
  const read = (name: string) => {
    const value = context.getProp(error, name)
    return context.typeof(value) === 'string' ? context.getString(value) : ''
  }
  try {
    if (context.typeof(error) !== 'object') return String(context.dump(error))
    const line = /job\.js:(\d+)/.exec(read('stack'))?.[1]
    return [[read('name'), read('message')].filter(Boolean).join(': '), line && `line ${line}`]
      .filter(Boolean)
      .join(', ')
  } catch {
    return 'The code failed.'
  }
}
