import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface Program {
  child: ChildProcess
  port: number
  /** Milliseconds from spawn to ready. */
  startedIn: number
  stop(): Promise<void>
}

/** Starts a program that prints its address when it is ready. */
export function startProgram(args: string[], environment: Record<string, string>): Promise<Program> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = () =>
    new Promise<void>(done => {
      if (child.exitCode !== null) return done()
      child.once('exit', () => done())
      child.kill('SIGTERM')
    })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const port = /ready at http:\/\/[^\s:]+:(\d+)/.exec(said)?.[1]
      if (port) resolve({ child, port: Number(port), startedIn: performance.now() - began, stop })
    })
    child.once('exit', code => reject(new Error(`The program ended with ${code}: ${said}`)))
  })
}

/** Bytes of memory that a process and its descendants, and others named by pid, use: their proportional share. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
      return sum + Number(kilobytes ?? 0) * 1024
    } catch {
      return sum
    }
  }, 0)
}

/** A process and everything below it. */
export function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return { pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }
      } catch {
        return { pid: Number(name), parent: 0 }
      }
    })
  const below = (of: number): number[] => parents.filter(one => one.parent === of).flatMap(one => [one.pid, ...below(one.pid)])
  return [pid, ...below(pid)]
}
