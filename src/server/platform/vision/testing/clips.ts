import { type Actor, Camera, type CameraSettings, type Moment, quiet } from './camera'
import { Chance } from './canvas'
import { type Figure, figureOf, picture, type Scene, sceneOf, view } from './scene'

/** Footage of one camera, a frame a second, and what happens in it. */
export interface Clip {
  name: string
  scene: Scene
  /** How the place looks when nothing happens, taken at another time. */
  reference: () => Promise<Buffer>
  moments: readonly Moment[]
  /** Renders the frames in order, each when it is asked for. */
  frames: () => AsyncGenerator<Buffer>
}

type Change = Partial<Moment>
type Second = (second: number) => Change

interface Story {
  seconds: number
  at: Second
  camera?: Partial<CameraSettings>
}

type Stage = { chance: Chance; scene: Scene }

const during =
  (from: number, until: number, change: Change): Second =>
  second =>
    second >= from && second < until ? change : {}

/** Several things in one clip; those who are in the picture are in it together. */
const together =
  (...parts: Second[]): Second =>
  second => {
    const changes = parts.map(part => part(second))
    const actors = changes.flatMap(change => change.actors ?? [])
    return Object.assign({}, ...changes, { actors })
  }

/** Walks through the picture, or rides, from one side to the other. */
function passes({ chance }: Stage, from: number, kind: Figure['kind'] = 'person'): Second {
  const figure = figureOf(chance, kind)
  const speed = chance.between(18, 30)
  const isLeftwards = chance.next() < 0.5
  const y = chance.between(108, 120)
  const seconds = Math.ceil((picture.width + 60) / speed)
  return second => {
    if (second < from || second > from + seconds) return {}
    const way = (second - from) * speed - 30
    return { actors: [{ figure, x: isLeftwards ? picture.width - way : way, y, isMoving: true }] }
  }
}

/** Is brought into the bay, stays, and is taken away. */
function visits({ chance, scene }: Stage, from: number, until: number, kind: Figure['kind'] = 'bike'): Second {
  const figure = figureOf(chance, kind)
  const person = figureOf(chance, 'person')
  const x = (scene.bay.left + scene.bay.right) / 2 - view.x + chance.between(-12, 12)
  const y = scene.bay.bottom - view.y - chance.between(6, 22)
  const way = 4
  return second => {
    if (second < from - way || second > until + way) return {}
    const away = Math.max(0, from - second, second - until)
    const at = x + away * 60
    const isMoving = away > 0
    const actors: Actor[] = [{ figure, x: at, y, isMoving }]
    // Who brings it stays beside it for a moment.
    if (isMoving) actors.push({ figure: person, x: at + 34, y: y - 4, isMoving })
    return { actors }
  }
}

const ramp = (second: number, from: number, until: number) => Math.min(1, Math.max(0, (second - from) / (until - from)))

const dusk =
  (from: number, until: number, end: number): Second =>
  second => {
    const share = ramp(second, from, until)
    return { light: end ** share, noise: 2 + 3 * share }
  }

function shadowPasses({ chance }: Stage, from: number): Second {
  const across = chance.between(35, 90)
  const down = chance.between(40, 110)
  const depth = chance.between(0.3, 0.6)
  const speed = chance.between(8, 25)
  const y = chance.between(30, 150)
  return second => {
    const x = (second - from) * speed - 2 * across
    return second < from || x > picture.width + 2 * across ? {} : { shadow: { x, y, across, down, depth } }
  }
}

/** What can happen, each with other chances in every clip. */
const stories: Record<string, (stage: Stage) => Story> = {
  'a bike in and out': stage => ({ seconds: 70, at: visits(stage, 20, 48) }),
  'a crate in and out, and somebody passes': stage => ({
    seconds: 90,
    at: together(visits(stage, 20, 45, 'crate'), passes(stage, 60)),
  }),
  'two people pass': stage => ({ seconds: 70, at: together(passes(stage, 12), passes(stage, 42)) }),
  'a bike stays to the end while people pass': stage => ({
    seconds: 80,
    at: together(visits(stage, 15, 500), passes(stage, 30), passes(stage, 58)),
  }),
  'the light changes at once': ({ chance }) => ({
    seconds: 60,
    at: together(
      during(12, 30, { light: chance.between(0.4, 0.65) }),
      during(42, 99, { light: chance.between(1.3, 1.8) }),
    ),
    camera: { followsLight: chance.next() < 0.5 },
  }),
  'the light changes at once beside a bike': stage => ({
    seconds: 70,
    at: together(visits(stage, 16, 60), during(30, 45, { light: stage.chance.between(0.45, 0.65) })),
  }),
  'clouds come and go': ({ chance }) => {
    const [depth, pace] = [chance.between(0.2, 0.4), chance.between(6, 14)]
    return { seconds: 60, at: second => ({ light: 1 - depth + depth * Math.cos(second / pace) }) }
  },
  'dusk falls': ({ chance }) => ({ seconds: 90, at: dusk(5, 85, chance.between(0.12, 0.25)) }),
  'dusk falls, a bike comes and somebody passes': stage => ({
    seconds: 110,
    at: together(dusk(5, 70, 0.25), visits(stage, 72, 95), passes(stage, 20)),
  }),
  'rain falls': ({ chance }) => ({ seconds: 60, at: () => ({ rain: chance.whole(60, 170) }) }),
  'people and a bike in the rain': stage => ({
    seconds: 90,
    at: together(() => ({ rain: stage.chance.whole(60, 130), light: 0.7 }), passes(stage, 15), visits(stage, 50, 75)),
  }),
  'a soft shadow passes': stage => ({ seconds: 60, at: shadowPasses(stage, 10) }),
  'a soft shadow passes over a bike': stage => ({
    seconds: 75,
    at: together(visits(stage, 18, 60), shadowPasses(stage, 24)),
  }),
  'the camera is noisy': ({ chance }) => ({ seconds: 60, at: () => ({ noise: chance.between(6, 9) }) }),
  'people pass a noisy camera': stage => ({
    seconds: 70,
    at: together(() => ({ noise: 6 }), passes(stage, 12), passes(stage, 44)),
  }),
  'the exposure follows white clothes': stage => ({
    seconds: 70,
    at: together(passes(stage, 12), visits(stage, 36, 55, 'crate')),
    camera: { followsLight: true },
  }),
  'the lens is covered': ({ chance }) => {
    const until = chance.whole(35, 50)
    return { seconds: 65, at: together(during(20, until, { covered: 1 }), during(19, 20, { covered: 0.6 })) }
  },
  'the camera is turned away': ({ chance }) => {
    const x = chance.between(90, 150) * (chance.next() < 0.5 ? 1 : -1)
    return { seconds: 65, at: during(22, 46, { turned: { x, y: chance.between(-30, 30) } }) }
  },
  'the lamp goes off and on': ({ chance }) => ({
    seconds: 70,
    at: together(during(0, 99, { light: chance.between(0.45, 0.8) }), during(20, 45, { lamp: 0 })),
    camera: { followsLight: chance.next() < 0.5 },
  }),
  'all lights go off': ({ chance }) => ({
    seconds: 60,
    at: during(20, 42, { light: chance.between(0.001, 0.004), lamp: 0 }),
    camera: { followsLight: false },
  }),
  'the picture is blank': ({ chance }) => ({ seconds: 60, at: during(20, chance.whole(34, 48), { fault: 'blank' }) }),
  'the picture freezes': stage => ({
    seconds: 65,
    at: together(visits(stage, 15, 500), during(30, 50, { fault: 'frozen' })),
  }),
  'the lens loses its focus': ({ chance }) => ({ seconds: 65, at: during(20, 45, { blur: chance.between(4, 7) }) }),
  'the mast sways in the wind': ({ chance }) => ({
    seconds: 60,
    at: () => ({ turned: { x: chance.whole(-1, 1), y: chance.whole(-1, 1) } }),
  }),
}

/** A clip of each story. Scenes, figures, times of day and cameras follow from the seed. */
export function clipsOf(seed: number): Clip[] {
  return Object.entries(stories).map(([name, story], index) => clipOf(name, story, seed * 1_000 + index))
}

function clipOf(name: string, story: (stage: Stage) => Story, seed: number): Clip {
  const chance = new Chance(seed)
  const scene = sceneOf(chance)
  const { seconds, at, camera } = story({ chance, scene })
  const moments = Array.from({ length: seconds }, (_, second): Moment => ({ ...quiet, ...at(second) }))
  const settings = { quality: chance.whole(45, 85), followsLight: chance.next() < 0.7, ...camera }
  const start = moments[0]?.light ?? 1
  const other = { ...quiet, light: start * chance.between(0.85, 1.15) }
  return {
    name,
    scene,
    moments,
    reference: () => new Camera(scene, new Chance(seed + 0.25), settings).frame(other),
    async *frames() {
      const film = new Camera(scene, new Chance(seed + 0.5), settings)
      for (const moment of moments) yield film.frame(moment)
    },
  }
}
