import { parseArgs } from 'node:util'
import { killAtPlannedTimes } from '../test/planned-times'

// Usage: npm run soak:jobs [-- --slots 10000 --kills 500 --seed 1 --servers 3 --minutes 100 --speed 5].

const { values } = parseArgs({
  options: {
    slots: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    servers: { type: 'string', default: '3' },
    /** How many planned times each job has. */
    minutes: { type: 'string', default: '100' },
    speed: { type: 'string', default: '5' },
  },
})

function numberOf(name: keyof typeof values): number {
  const number = Number(values[name])
  if (!(number >= 0)) throw new Error(`--${name} needs a number.`)
  return number
}

const [minutes, kills, seed] = [numberOf('minutes'), numberOf('kills'), numberOf('seed')]
const began = performance.now()
const secondsSince = () => Math.round((performance.now() - began) / 1000)
const { verdict, ...found } = await killAtPlannedTimes({
  servers: numberOf('servers'),
  jobs: Math.ceil(numberOf('slots') / minutes),
  minutes,
  kills,
  seed,
  speed: numberOf('speed'),
  onKill: count => {
    if (count % 25 === 0) console.error(`${count} kills, ${secondsSince()} s`)
  },
})
const { missed, doubled } = verdict
for (const [what, times] of found.errors) console.log(`logged ${times} ×: ${what}`)
for (const what of [...missed, ...doubled].slice(0, 20)) console.log(what)
console.log(
  `${verdict.slots} planned times, seed ${seed}; ${found.kills} servers killed; ${verdict.runs} runs and ${verdict.logs} logs; ` +
    `${verdict.madeUp} times made up for by an earlier run, ${verdict.takenOver} runs taken over; ` +
    `${missed.length} missed, ${doubled.length} doubled; ${secondsSince()} s.`,
)
const isProven = missed.length === 0 && doubled.length === 0
console.log(isProven ? 'soak:jobs: held' : 'soak:jobs: failed')
process.exit(isProven ? 0 : 1)
