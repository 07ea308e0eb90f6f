import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Payment, type Subscription, webhookPath } from '#shared/contract/billing/endpoints'
import { signatureHeader, signatureOf } from '../src/server/features/billing/sandbox/report'
import { generatedReports, shuffled } from '../src/server/features/billing/testing/generated-reports'
import { secretsFrom } from '../src/server/platform/secrets'
import { createOwner, type Owner, startProduct } from './product'

// Usage: npm run build, then npm run soak:webhooks [-- seed]. Sends 10,000 reports of a payment provider over HTTP, three
// times each, to one server in random order and to another one once and in order, and compares what the owners see.

const workspaces = 50
const length = 200
const deliveries = 3
const atOnce = 8
const seed = Number(process.argv[2] ?? 1)
const SECRET = 'the-root-of-all-keys-of-this-measurement'

const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-webhooks-'))
const product = await startProduct(folder, { BILLING: 'sandbox', SECRET })
const base = `http://127.0.0.1:${product.port}`
const secrets = secretsFrom(SECRET)

async function send(fact: object): Promise<void> {
  const body = JSON.stringify(fact)
  const headers = { 'content-type': 'application/json', [signatureHeader]: signatureOf({ secrets }, body) }
  const response = await fetch(base + webhookPath.replace('{provider}', 'sandbox'), { method: 'POST', headers, body })
  await response.body?.cancel()
  if (response.status !== 200) throw new Error(`A report was answered ${response.status}.`)
}

async function sendAll(facts: readonly object[], senders: number): Promise<number> {
  const began = performance.now()
  const left = facts.values()
  await Promise.all(
    Array.from({ length: senders }, async () => {
      for (const fact of left) await send(fact)
    }),
  )
  return (performance.now() - began) / 1000
}

/** What an owner sees, without what differs between two workspaces. */
async function seenBy({ user_id, organization_id, tokens }: Owner): Promise<string> {
  const read = async (path: string) => {
    const query = new URLSearchParams({ user_id: String(user_id), organization_id: String(organization_id) })
    const response = await fetch(`${base}${path}?${query}`, { headers: { authorization: `Bearer ${tokens.IdToken}` } })
    return ((await response.json()) as { data: unknown }).data
  }
  const { order_id: _, ...subscription } = (await read('/payments/subscription')) as Subscription
  const payments = ((await read('/payments/invoices')) as Payment[])
    .map(({ status, amount, period_start, plan_id }) => [period_start, plan_id, status, amount].join(' '))
    .sort()
  return JSON.stringify({ subscription, payments })
}

/** Two workspaces get the same course: one in order, one shuffled. */
const pairs: { inOrder: Owner; anyOrder: Owner }[] = []
for (let at = 0; at < workspaces; at += 1)
  pairs.push({ inOrder: await createOwner(product, `in-${at}`), anyOrder: await createOwner(product, `any-${at}`) })
const courseOf = (owner: Owner, at: number) =>
  generatedReports(owner.organization_id, `s${at}`, length, seed * 1000 + at)

for (const [at, { inOrder }] of pairs.entries()) await sendAll(courseOf(inOrder, at), 1)
const reports = pairs.flatMap(({ anyOrder }, at) => courseOf(anyOrder, at))
const sent = shuffled(Array.from({ length: deliveries }, () => reports).flat(), seed)
const seconds = await sendAll(sent, atOnce)

let different = 0
for (const { inOrder, anyOrder } of pairs) if ((await seenBy(inOrder)) !== (await seenBy(anyOrder))) different += 1
console.log(
  `${reports.length} reports, ${deliveries} deliveries each, seed ${seed}: ${sent.length} in ${seconds.toFixed(1)} s ` +
    `(${Math.round(sent.length / seconds)} a second); ${different} of ${workspaces} workspaces differ from those with the same reports in order.`,
)
console.log(different === 0 ? 'soak:webhooks: held' : 'soak:webhooks: failed')
await product.stop()
await rm(folder, { recursive: true, force: true })
process.exit(different === 0 ? 0 : 1)
