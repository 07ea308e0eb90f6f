import { readdirSync, readFileSync } from 'node:fs'

/** The running child processes of this process or another one, on Linux. */
export function children(parent = process.pid): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => statusOf(pid)?.parent === parent)
}

export function isRunning(pid: number): boolean {
  return statusOf(pid) !== undefined
}

/** The command line, which everybody can see, and the environment, which its own user can see. */
export function commandLine(pid: number): { line: string; environment: string } {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ')
  return { line: read('cmdline'), environment: read('environ') }
}

function statusOf(pid: number): { parent: number } | undefined {
  try {
    // The program's name is in parentheses and may contain anything.
    const [, state, parent] = /\) (\w) (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return state === 'Z' ? undefined : { parent: Number(parent) }
  } catch {
    return undefined
  }
}
