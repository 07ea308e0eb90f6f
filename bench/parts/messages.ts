import { openSpaceChat, sendMessage } from '#shared/contract/messages/endpoints'
import { listBranches } from '#shared/contract/organisations/branches'
import { Audience } from '../audience'
import { type Part, rounds } from '../bench-context'
import { percentile } from '../load'
import { shotOf, socketOf } from '../product'
import { Wire } from '../wire'

const people = 1_000
const sentEachRound = 60
const warmUps = 5

/** From sending a message into the chat of a space until the last of 1,000 connected sockets has it [1.10]. */
export const messages: Part = async bench => {
  const product = await bench.product()
  const owner = await bench.newOwner(product)
  const wire = new Wire(product.port)
  const data = async (shot: Parameters<Wire['ask']>[0]) => (JSON.parse(await wire.ask(shot)) as { data: unknown }).data
  const [branch] = (await data(shotOf(owner, listBranches, {}))) as { id: number }[]
  const { chat_id } = (await data(shotOf(owner, openSpaceChat, { branch_id: branch?.id ?? 0 }))) as { chat_id: number }
  wire.close()
  const audience = await Audience.open(socketOf(owner, '/sockets/chat'), product.port, people)
  // Each message has an id of its own, or the server would answer the first one.
  const message = shotOf(owner, sendMessage, {
    chat_id,
    chat_message: 'The seatpost on 4176 is out.',
    client_id: '{nr}',
  })
  await audience.fire(message, warmUps)
  const [p50, p99] = [[] as number[], [] as number[]]
  for (let round = 0; round < rounds; round++) {
    const { milliseconds } = await audience.fire(message, sentEachRound)
    p50.push(percentile(milliseconds, 0.5))
    p99.push(percentile(milliseconds, 0.99))
  }
  await audience.leave()
  const what = `Message to the last of ${people.toLocaleString('en-US')} sockets`
  return [
    { what: `${what}, p50`, unit: 'ms', product: p50, floor: null, aim: { atMost: 100 } },
    { what: `${what}, p99`, unit: 'ms', product: p99, floor: null, aim: { atMost: 250 } },
  ]
}
