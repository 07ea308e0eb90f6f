import { attachments } from '#shared/contract/attachments/limits'
import { ManualClock } from '../../../platform/test-environment'
import type { Clip } from './clips'
import type { RecordingEnvironment, TabChannel } from './environment'
import { type Microphone, NoMicrophone } from './microphone'
import type { RecordingMeta, RecordingStorage } from './recording-storage'
import { NoTabSound, type TabSound, type TabSupport } from './tab-sound'

/** A disk in memory that survives pages, and can be full. */
export class MemoryRecordingStorage implements RecordingStorage {
  reels = new Map<string, RecordingMeta>()
  pieces = new Map<string, ArrayBuffer>()
  /** How many more pieces fit. */
  freePieces = Number.POSITIVE_INFINITY

  of(account: string) {
    return Promise.resolve(
      [...this.reels.values()].filter(meta => meta.account === account).map(meta => structuredClone(meta)),
    )
  }
  put(meta: RecordingMeta) {
    this.reels.set(meta.id, structuredClone(meta))
    return Promise.resolve()
  }
  add(meta: RecordingMeta, take: number, index: number, bytes: ArrayBuffer) {
    if (this.freePieces <= 0) return Promise.reject(new Error('QuotaExceededError'))
    this.freePieces -= 1
    this.pieces.set(`${meta.id}.${take}.${index}`, bytes)
    return this.put(meta)
  }
  piece(id: string, take: number, index: number) {
    return Promise.resolve(this.pieces.get(`${id}.${take}.${index}`) ?? null)
  }
  drop(meta: RecordingMeta, take: number, below: number) {
    for (let index = 0; index < below; index += 1)
      if (this.pieces.delete(`${meta.id}.${take}.${index}`)) this.freePieces += 1
    return this.put(meta)
  }
  remove(id: string) {
    this.reels.delete(id)
    for (const key of this.pieces.keys()) if (key.startsWith(`${id}.`)) this.pieces.delete(key)
    return Promise.resolve()
  }
}

/** A microphone whose sound the test supplies. */
export class FakeMicrophone implements Microphone {
  label = 'Desk microphone'
  device_id = 'desk'
  isOpen = true
  isPaused = false
  /** The other sound that is recorded beside it. */
  mixed: MediaStream | null = null
  #onPiece: (bytes: ArrayBuffer) => void = () => undefined

  constructor(
    readonly lose: () => void,
    readonly canMix = false,
  ) {}

  level = () => 0.4
  mix(sound: MediaStream | null): void {
    if (!this.canMix) throw new Error('This microphone was opened without a mixer.')
    this.mixed = sound
  }
  record(onPiece: (bytes: ArrayBuffer) => void): string {
    this.#onPiece = onPiece
    return 'audio/webm;codecs=opus'
  }
  pause(): void {
    this.isPaused = true
  }
  resume(): void {
    this.isPaused = false
  }
  close(): Promise<void> {
    this.isOpen = false
    return Promise.resolve()
  }
  /** The live captions that follow it; null while nobody listens. */
  onClip: ((clip: Clip) => void) | null = null
  clips(onClip: (clip: Clip) => void): () => void {
    this.onClip = onClip
    return () => {
      this.onClip = null
    }
  }
  deliver(text: string): void {
    this.#onPiece(new TextEncoder().encode(text).buffer)
  }
}

/** A shared tab; `end` is a press on the browser's own Stop. */
export class FakeTab implements TabSound {
  readonly stream = new EventTarget() as MediaStream
  isShared = true
  constructor(readonly end: () => void) {}
  stop(): void {
    this.isShared = false
  }
}

/** One browser with its tabs and what they share. */
export class FakeBrowser {
  readonly storage = new MemoryRecordingStorage()
  readonly clock = new ManualClock()
  microphones: FakeMicrophone[] = []
  refuses: NoMicrophone | null = null
  sharedTabs: FakeTab[] = []
  refusesTab: NoTabSound | null = null
  tabSupport: TabSupport = 'yes'
  /** Resolves when the person has chosen a tab. */
  choosing: Promise<void> = Promise.resolve()
  awake = 0
  #holder: object | null = null
  #waiting: (() => void)[] = []
  #tabs = new Set<(message: unknown) => void>()
  #reconnectListeners = new Set<() => void>()

  get microphone(): FakeMicrophone {
    const last = this.microphones.at(-1)
    if (!last) throw new Error('No microphone was asked for.')
    return last
  }

  reconnect(): void {
    for (const reconnect of [...this.#reconnectListeners]) reconnect()
  }

  /** Opens a tab. `kill` ends it as a crash would. */
  tab(): { environment: RecordingEnvironment; kill: () => void } {
    const self = {}
    const listeners = new Set<(message: unknown) => void>()
    const deliver = (message: unknown) => {
      for (const listener of listeners) listener(message)
    }
    this.#tabs.add(deliver)
    const wire: TabChannel = {
      send: message => {
        for (const tab of this.#tabs) if (tab !== deliver) tab(structuredClone(message))
      },
      listen: listener => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    const letGo = () => {
      if (this.#holder !== self) return
      this.#holder = null
      for (const free of this.#waiting.splice(0)) free()
    }
    const environment: RecordingEnvironment = {
      ...{ clock: this.clock, storage: this.storage, wire },
      openMicrophone: (_, onLost, canMix) => {
        if (this.refuses) return Promise.reject(this.refuses)
        const microphone = new FakeMicrophone(onLost, canMix)
        this.microphones.push(microphone)
        return Promise.resolve(microphone)
      },
      tabSupport: () => this.tabSupport,
      openTab: onEnded => {
        if (this.refusesTab) return Promise.reject(this.refusesTab)
        const tab = new FakeTab(onEnded)
        this.sharedTabs.push(tab)
        return this.choosing.then(() => tab)
      },
      hold: () => {
        if (this.#holder) return Promise.resolve(null)
        this.#holder = self
        return Promise.resolve(letGo)
      },
      onFree: free => {
        if (this.#holder) this.#waiting.push(free)
        else queueMicrotask(free)
        return () => {
          this.#waiting = this.#waiting.filter(waiting => waiting !== free)
        }
      },
      keepAwake: () => {
        this.awake += 1
        return () => {
          this.awake -= 1
        }
      },
      onReconnect: reconnect => {
        this.#reconnectListeners.add(reconnect)
        return () => this.#reconnectListeners.delete(reconnect)
      },
    }
    return {
      environment,
      kill: () => {
        this.#tabs.delete(deliver)
        letGo()
      },
    }
  }
}

/** A part of the largest allowed size. */
export const wholePart = 'x'.repeat(attachments.partBytes)

/** The errors of a person who shares no tab, and of one who shares it without its sound. */
export const tabDeclined = new NoTabSound('declined')
export const tabSilent = new NoTabSound('silent')

/** The error of a device that denies permission. */
export const denied = new NoMicrophone('denied')
