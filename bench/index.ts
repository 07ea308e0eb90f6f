import { cpus, totalmem, type } from 'node:os'
import { BenchContext, type Part } from './bench-context'
import { back } from './parts/back'
import { besieged } from './parts/besieged'
import { board } from './parts/board'
import { chatLoad } from './parts/chat-load'
import { feed } from './parts/feed'
import { idle } from './parts/idle'
import { jobs } from './parts/jobs'
import { list } from './parts/list'
import { mate } from './parts/mate'
import { messages } from './parts/messages'
import { nodes } from './parts/nodes'
import { page } from './parts/page'
import { pages } from './parts/pages'
import { planned } from './parts/planned'
import { planner } from './parts/planner'
import { replica } from './parts/replica'
import { scroll } from './parts/scroll'
import { search } from './parts/search'
import { slow } from './parts/slow'
import { sockets } from './parts/sockets'
import { start } from './parts/start'
import { tells } from './parts/tells'
import { timeline } from './parts/timeline'
import { vision } from './parts/vision'
import { web } from './parts/web'
import { write } from './parts/write'
import { writing } from './parts/writing'
import { printTable } from './table'

// Usage: npm run bench [-- write sockets idle page pages writing timeline list start web slow back mate feed search tells besieged jobs planned vision scroll planner messages board chat-load nodes replica]. Without
// names, all but the slow ones.

const parts: Record<string, Part> = {
  write,
  sockets,
  idle,
  page,
  pages,
  writing,
  timeline,
  list,
  start,
  web,
  slow,
  back,
  mate,
  feed,
  search,
  tells,
  besieged,
  jobs,
  planned,
  vision,
  scroll,
  planner,
  messages,
  board,
  'chat-load': chatLoad,
  nodes,
  replica,
}

/** Take minutes and are measured only when named. */
const onlyNamed = ['planned', 'scroll']

const named = process.argv.slice(2)
const unknown = named.filter(name => !parts[name])
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: choose from ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

const secondsSince = (start: number) => Math.round((performance.now() - start) / 1000)

const began = performance.now()
const bench = await BenchContext.make()
try {
  for (const [name, part] of Object.entries(parts)) {
    if (named.length > 0 ? !named.includes(name) : onlyNamed.includes(name)) continue
    const start = performance.now()
    const rows = await part(bench)
    console.log(`\n${name}, ${secondsSince(start)} s`)
    printTable(rows)
  }
} finally {
  await bench.close()
}
const [processor] = cpus()
console.log(
  `\nMedians of three interleaved rounds, in ${secondsSince(began)} s. Load, servers and databases share ` +
    `${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB; ${type()}, Node ${process.versions.node}.`,
)
process.exit(0)
