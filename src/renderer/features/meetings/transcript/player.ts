import type { Transcript } from '#shared/contract/meetings'
import { steadyNow } from '../../../platform/clock'
import type { freshFile } from '../store'

export type Files = Transcript['files']

/** How long an address is certainly good: half a minute at least; milliseconds. */
const isGoodFor = 20_000
export const speeds = [0.75, 1, 1.25, 1.5, 2] as const

export interface Playing {
  /** Seconds from the beginning of the first file. */
  time: number
  isPlaying: boolean
  speed: number
  /** This browser cannot play it, or the file is gone. */
  isBroken: boolean
}

/**
 * Plays the files of a recording as one, on an audio element that it is given. Addresses run out after a while: then another one is
 * asked for, and it goes on where it was.
 */
export class Player {
  #now: Playing = { time: 0, isPlaying: false, speed: 1, isBroken: false }
  #watchers = new Set<() => void>()
  #audio: HTMLAudioElement | null = null
  #files: Files = []
  #told = 0
  /** Which file the element has; -1 for none. */
  #index = -1
  /** Where in its file the element is to go once it knows the file; null where it is there. */
  #wanted: number | null = null
  #isWanted = false
  #loads = 0

  /** `fresh` asks for a file's address of this moment. */
  constructor(private readonly fresh: (file_id: string) => ReturnType<typeof freshFile>) {}

  get now(): Playing {
    return this.#now
  }

  subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Plays on this element from now on. Answers the function that ends it. */
  attach(audio: HTMLAudioElement): () => void {
    this.#audio = audio
    const events = {
      timeupdate: () => {
        if (this.#wanted === null && !audio.error)
          this.#change({ time: this.#startOf(this.#index) + audio.currentTime })
      },
      play: () => this.#change({ isPlaying: true }),
      pause: () => {
        if (!audio.error && this.#wanted === null && !audio.ended) this.#paused()
      },
      loadedmetadata: () => this.#arrive(audio),
      ended: () => this.#next(),
      error: () => void this.#renew(),
    }
    for (const [name, hear] of Object.entries(events)) audio.addEventListener(name, hear)
    return () => {
      for (const [name, hear] of Object.entries(events)) audio.removeEventListener(name, hear)
      audio.pause()
      audio.removeAttribute('src')
      this.#audio = null
      this.#index = -1
    }
  }

  /** What there is to play, and when its addresses were told. */
  show(files: Files, told_at: number): void {
    this.#files = files
    this.#told = told_at
  }

  play(): void {
    this.#isWanted = true
    if (this.#index < 0) void this.#go(this.#now.time)
    else this.#start()
  }

  pause(): void {
    this.#isWanted = false
    this.#audio?.pause()
    this.#paused()
  }

  toggle(): void {
    if (this.#now.isPlaying) this.pause()
    else this.play()
  }

  seek(time: number): void {
    const last = this.#files.at(-1)
    const end = last ? last.starts_at + (last.file.file_metadata.duration_seconds ?? Number.POSITIVE_INFINITY) : 0
    void this.#go(Math.max(0, Math.min(time, end)))
  }

  /** Plays from there. */
  hear(time: number): void {
    this.#isWanted = true
    this.seek(time)
  }

  skip(seconds: number): void {
    this.seek(this.#now.time + seconds)
  }

  setSpeed(speed: number): void {
    if (this.#audio) this.#audio.playbackRate = speed
    this.#change({ speed })
  }

  #startOf(index: number): number {
    return this.#files[index]?.starts_at ?? 0
  }

  async #go(time: number): Promise<void> {
    this.#change({ time, isBroken: false })
    const index = Math.max(
      0,
      this.#files.findLastIndex(file => file.starts_at <= time),
    )
    const at = time - this.#startOf(index)
    if (index !== this.#index) return this.#load(index, at)
    const audio = this.#audio
    if (!audio) return
    if (audio.readyState === 0) this.#wanted = at
    else audio.currentTime = at
    if (this.#isWanted) this.#start()
  }

  async #load(index: number, at: number): Promise<void> {
    this.#index = index
    this.#wanted = at
    const audio = this.#audio
    const file = this.#files[index]?.file
    if (!audio || !file) return
    this.#loads += 1
    const mine = this.#loads
    let address = file.url
    if (steadyNow() - this.#told > isGoodFor) {
      const fresh = await this.fresh(file.file_id)
      if (mine !== this.#loads || this.#audio !== audio) return
      if (fresh === undefined) return this.#change({ isBroken: true, isPlaying: false })
      address = fresh?.url ?? address
      if (fresh) this.#remember(fresh)
    }
    audio.src = address
    audio.load()
    if (this.#isWanted) this.#start()
  }

  #remember(file: Files[number]['file']): void {
    this.#files = this.#files.map(one => (one.file.file_id === file.file_id ? { ...one, file } : one))
    this.#told = steadyNow()
  }

  /** The element knows its file: it goes where it was wanted. */
  #arrive(audio: HTMLAudioElement): void {
    audio.playbackRate = this.#now.speed
    if (this.#wanted !== null && this.#wanted > 0) audio.currentTime = this.#wanted
    this.#wanted = null
  }

  #start(): void {
    // Browsers refuse it before the person has done anything, and while another place is being loaded.
    void this.#audio?.play().catch(() => undefined)
  }

  #paused(): void {
    this.#isWanted = false
    this.#change({ isPlaying: false })
  }

  #next(): void {
    const { file, starts_at } = this.#files[this.#index + 1] ?? {}
    if (file && starts_at !== undefined) void this.#load(this.#index + 1, 0)
    else this.#paused()
  }

  /** An address did not lead to the file. A new one that does not either is told. */
  async #renew(): Promise<void> {
    const index = this.#index
    if (index < 0) return
    if (steadyNow() - this.#told < isGoodFor) return this.#change({ isBroken: true, isPlaying: false })
    await this.#load(index, this.#wanted ?? this.#now.time - this.#startOf(index))
  }

  #change(change: Partial<Playing>): void {
    this.#now = { ...this.#now, ...change }
    for (const watcher of this.#watchers) watcher()
  }
}
