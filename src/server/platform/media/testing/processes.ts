import { readdirSync, readFileSync } from 'node:fs'

/** The running processes that this one, or another, has started; on Linux. */
export function children(parent = process.pid): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => statusOf(pid)?.parent === parent)
}

export function isRunning(pid: number): boolean {
  return statusOf(pid) !== undefined
}

/** What everybody, and its own user, can see of how a process was started. */
export function commandLine(pid: number): { line: string; environment: string } {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ')
  return { line: read('cmdline'), environment: read('environ') }
}

function statusOf(pid: number): { parent: number } | undefined {
  try {
    // The program's name stands in parentheses and may hold anything.
    const [, state, parent] = /\) (\w) (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return state === 'Z' ? undefined : { parent: Number(parent) }
  } catch {
    return undefined
  }
}
