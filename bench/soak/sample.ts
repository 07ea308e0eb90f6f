import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { compareStore } from '../feed/store-comparison'
import { familyOf, memoryOf } from '../memory'

const megabyte = 1_000_000

/** The resources of a process at one moment. */
export interface ProcessSample {
  /** Megabytes: all resident memory, its proportional share, and the part without files. */
  rss: number
  pss: number
  own: number
  files: number
  /** Running ffmpeg processes below it, and zombies. */
  ffmpegs: number
  zombies: number
}

/** The server at one moment. */
export interface Sample extends ProcessSample {
  minute: number
  /** Megabytes of JavaScript's heap in use, and of external memory held by JavaScript. */
  heap: number
  external: number
  /** Connections of callers, including sockets; those that wait for the server to close them are not counted. */
  callers: number
  sockets: number
  /** Connections to PostgreSQL, without the one that asks. */
  connections: number
  objects: number
  rows: number
}

/** Linux only. */
export function sampleProcess(pid: number): ProcessSample {
  const below = familyOf(pid).slice(1).map(statusOf)
  const status = read(`/proc/${pid}/status`)
  const told = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024) / megabyte
  return {
    rss: told('VmRSS'),
    pss: memoryOf([pid]).shared / megabyte,
    own: told('RssAnon'),
    files: readdirSync(`/proc/${pid}/fd`).length,
    ffmpegs: below.filter(({ program, state }) => program === 'ffmpeg' && state !== 'Z').length,
    zombies: below.filter(({ state }) => state === 'Z').length,
  }
}

function statusOf(pid: number): { program: string; state: string } {
  const [, program = '', state = ''] = /\((.*)\) (\w)/s.exec(read(`/proc/${pid}/stat`)) ?? []
  return { program, state }
}

const established = '01'

/** Connections to a port of this machine. */
function connectionsTo(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = read('/proc/net/tcp').split('\n')
  return lines.filter(line => {
    const [, address = '', , state] = line.trim().split(/\s+/)
    return address.endsWith(local) && state === established
  }).length
}

/** Empty if the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export interface Watched {
  pid: number
  url: string
  dataDir: string
  database: pg.ClientBase
}

export async function sampleServer({ pid, url, dataDir, database }: Watched, minute: number): Promise<Sample> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const told = (name: string) => Number(new RegExp(`^wheelhouse_${name} (\\S+)$`, 'm').exec(metrics)?.[1])
  const { rows: activity } = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = 'wheelhouse' and usename <> 'postgres'`,
  )
  const { objects, rows } = await compareStore({ dataDir })
  return {
    minute,
    ...sampleProcess(pid),
    heap: told('nodejs_heap_size_used_bytes') / megabyte,
    external: told('nodejs_external_memory_bytes') / megabyte,
    callers: connectionsTo(Number(new URL(url).port)),
    sockets: Number(/^wheelhouse_sockets\{kind="feed"\} (\d+)$/m.exec(metrics)?.[1] ?? 0),
    connections: activity[0]?.count ?? 0,
    objects,
    rows,
  }
}
