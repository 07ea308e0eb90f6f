import { type Part, rounds } from '../bench-context'
import { type ChatFigures, crowd, Generator } from '../chat-load'
import { percentile } from '../load'

const seconds = 10
const warmUp = 3

/** 200 messages a second into rooms of 50 people, 10,000 deliveries a second to 5,000 sockets, each message acknowledged on disk [1.10]. */
export const chatLoad: Part = async bench => {
  const product = await bench.newProduct('chat-load')
  const owner = await bench.newOwner(product)
  const generator = new Generator()
  await generator.open(product, owner)
  await generator.send(warmUp)
  const figures: ChatFigures[] = []
  for (let round = 0; round < rounds; round++) figures.push(await generator.send(seconds))
  await generator.leave()
  const sockets = (crowd.rooms * crowd.people).toLocaleString('en-US')
  const what = `${crowd.perSecond} messages a second to rooms of ${crowd.people}, ${sockets} sockets`
  const of = (value: (figure: ChatFigures) => number) => figures.map(value)
  return [
    { what: `${what}, p50`, unit: 'ms', product: of(each => percentile(each.delivered, 0.5)), floor: null, aim: null },
    {
      ...{ what: `${what}, p99`, unit: 'ms', product: of(each => percentile(each.delivered, 0.99)), floor: null },
      aim: { atMost: 250 },
    },
    {
      what: '… on disk and acknowledged, p99',
      unit: 'ms',
      product: of(each => percentile(each.answered, 0.99)),
      floor: null,
      aim: null,
    },
    {
      what: '… not delivered, or refused',
      unit: '',
      product: of(each => each.lost + each.refused),
      floor: null,
      aim: { atMost: 0 },
    },
    { what: '… delivered twice', unit: '', product: of(each => each.doubled), floor: null, aim: { atMost: 0 } },
  ]
}
