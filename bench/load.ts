import { Agent, request } from 'node:http'

export interface Shot {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export interface Target {
  port: number
  /** The next request of worker `worker`. */
  next(worker: number): Shot
}

interface Measured {
  /** Requests a second. */
  perSecond: number
  /** Milliseconds of each request. */
  times: number[]
}

function shoot(agent: Agent, port: number, { method, path, headers, body }: Shot): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) } }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', chunk => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (answer.statusCode === 200) resolve(text)
        else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Closed loop: so many workers, each sending its next request when its last one was answered. */
export async function load(target: Target, workers: number, milliseconds: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: workers })
  const times: number[] = []
  const warm = performance.now() + Math.min(1_000, milliseconds / 3)
  const end = warm + milliseconds
  let counted = 0
  const work = async (worker: number) => {
    while (performance.now() < end) {
      const shot = target.next(worker)
      const began = performance.now()
      await shoot(agent, target.port, shot)
      if (began < warm) continue
      counted += 1
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  agent.destroy()
  return { perSecond: (counted / milliseconds) * 1000, times }
}

/** One request, answered as text. */
export async function once(port: number, shot: Shot): Promise<string> {
  const agent = new Agent()
  try {
    return await shoot(agent, port, shot)
  } finally {
    agent.destroy()
  }
}
