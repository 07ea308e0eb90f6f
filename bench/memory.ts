import { readdirSync, readFileSync } from 'node:fs'

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => ({ pid: Number(name), parent: parentOf(name) }))
  const below = (of: number): number[] =>
    parents.filter(parent => parent.parent === of).flatMap(parent => [parent.pid, ...below(parent.pid)])
  return [pid, ...below(pid)]
}

function parentOf(pid: string): number {
  const stat = read(`/proc/${pid}/stat`)
  // The name of the program is in brackets and may contain blanks.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

/** Empty if the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The milliseconds that these processes have computed so far. Linux only. */
export const computedBy = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(read(`/proc/${pid}/schedstat`).split(' ')[0] ?? 0) / 1e6, 0)

interface Memory {
  /** Bytes by proportional share: memory shared with other programs counts in part. */
  shared: number
  /** Bytes with each mapped file counted once and completely, as if nothing else ran on the machine. */
  alone: number
}

/** The total memory of these processes. Linux only. */
export function memoryOf(pids: readonly number[]): Memory {
  let shared = 0
  let privately = 0
  const files = new Map<string, number>()
  for (const pid of pids) {
    for (const { name, rss, pss } of mappingsOf(pid)) {
      shared += pss
      // Shared memory has a name too, but only these processes have it.
      const isFile = name.startsWith('/') && !/^\/(dev|SYSV|memfd)/.test(name)
      if (isFile) files.set(name, Math.max(files.get(name) ?? 0, rss))
      else privately += pss
    }
  }
  return { shared, alone: privately + [...files.values()].reduce((sum, bytes) => sum + bytes, 0) }
}

/** The memory mappings of a process, added up for each file. */
function mappingsOf(pid: number): { name: string; rss: number; pss: number }[] {
  const all = new Map<string, { name: string; rss: number; pss: number }>()
  let current = { name: '', rss: 0, pss: 0 }
  for (const line of read(`/proc/${pid}/smaps`).split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) {
      const name = line.split(/\s+/).slice(5).join(' ')
      current = all.get(name) ?? { name, rss: 0, pss: 0 }
      all.set(name, current)
    }
    const [, kind, kilobytes] = /^(Rss|Pss):\s+(\d+) kB/.exec(line) ?? []
    if (kind === 'Rss') current.rss += Number(kilobytes) * 1024
    if (kind === 'Pss') current.pss += Number(kilobytes) * 1024
  }
  return [...all.values()]
}
