import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'
import type { PictureRegion } from '#shared/rules/picture-rules'
import { numberIn } from '#shared/rules/read-number'
import type { Settings } from '../../settings'
import { type AppContext, perApp } from '../app-context'
import { ConcurrencyLimit } from '../concurrency-limit'
import { canRun, findProgram } from '../find-program'
import { greyPart } from './grey-part'
import { wordsFromTsv } from './tsv'

/** What was read in the whole picture (`region` null) or in one region. */
export interface AreaWords {
  region: string | null
  text: string
  number: number | null
}

/** Why nothing was read: this machine has no reader, or the reader failed, took too long or has too much to do. */
export type WordsFault = 'no_reader' | 'failed' | 'slow' | 'busy'

export class WordsError extends Error {
  override name = 'WordsError'

  constructor(
    readonly fault: WordsFault,
    cause?: unknown,
  ) {
    super(`No words were read: ${fault.replace('_', ' ')}.`, { cause })
  }
}

/** How many pictures are read at once, and how many may wait. */
const atOnce = 2
const waitingAtMost = 64
/** How long one part of a picture may take, in milliseconds; most take less than a second. */
const timeLimit = 20_000
/** How long the program may take to say what it can do, in milliseconds. */
const answerWithin = 10_000
const outputBytes = 4_000_000
/** The most that is kept of one area, in characters. */
const textLength = 2_000
/** Runs behind everything else on the machine. */
const priority = 10
/** The variables that the program needs; everything else in the server's environment may be secret. */
const environment = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TESSDATA_PREFIX']

const run = promisify(execFile)

/** Reads the words on pictures with the operator's `tesseract` [D48]. */
export class WordReader {
  readonly #limit = new ConcurrencyLimit(atOnce, waitingAtMost, () => new WordsError('busy'))
  #languages: Promise<string | null> | undefined

  constructor(
    private readonly settings: Pick<Settings, 'TESSERACT_PATH' | 'TESSERACT_LANGUAGES'>,
    private readonly timeout = timeLimit,
  ) {}

  /** Whether this machine can read words: the program is there, with at least one of the wanted languages. */
  async isAvailable(): Promise<boolean> {
    return (await this.#installedLanguages()) !== null
  }

  /**
   * Reads each area of a picture (null: the whole); outside of an area nothing is read. Throws a {@link WordsError}, a
   * `PictureError` about the picture, or the reason of `signal`.
   */
  async read(picture: Buffer, areas: readonly (PictureRegion | null)[], signal?: AbortSignal): Promise<AreaWords[]> {
    const [program, languages] = [this.#program(), await this.#installedLanguages()]
    if (program === null || languages === null) throw new WordsError('no_reader')
    return this.#limit.run(async () => {
      const read: AreaWords[] = []
      for (const area of areas) {
        signal?.throwIfAborted()
        const part = await greyPart(picture, area?.shape ?? null)
        const text = wordsFromTsv(
          await recognise(program, { languages, part, isWhole: area === null, timeout: this.timeout, signal }),
        )
        const kept = text.slice(0, textLength)
        read.push({ region: area?.id ?? null, text: kept, number: numberIn(kept) })
      }
      return read
    })
  }

  #program(): string | null {
    const { TESSERACT_PATH: path } = this.settings
    if (path === undefined) return findProgram('tesseract')
    return canRun(path) ? path : null
  }

  /** The wanted languages that are installed, as the program takes them; null if there is none. */
  async #installedLanguages(): Promise<string | null> {
    const program = this.#program()
    if (program === null) return null
    this.#languages ??= this.#ask(program)
    const languages = await this.#languages
    // The operator may install what is missing while the server runs.
    if (languages === null) this.#languages = undefined
    return languages
  }

  async #ask(program: string): Promise<string | null> {
    try {
      const { stdout, stderr } = await run(program, ['--list-langs'], { timeout: answerWithin, env: environmentFor() })
      const installed = new Set(`${stdout}\n${stderr}`.split('\n').map(line => line.trim()))
      return this.settings.TESSERACT_LANGUAGES.filter(language => installed.has(language)).join('+') || null
    } catch {
      return null
    }
  }
}

function environmentFor(): NodeJS.ProcessEnv {
  const known = Object.fromEntries(environment.map(name => [name, process.env[name]]))
  // More threads take longer in all, and would take every core.
  return { ...known, OMP_THREAD_LIMIT: '1' }
}

interface Recognition {
  languages: string
  part: Buffer
  isWhole: boolean
  timeout: number
  signal: AbortSignal | undefined
}

/** Runs the program over one picture. It gets three pipes, opens no other file than its own, and is never a shell. */
function recognise(program: string, { languages, part, isWhole, timeout, signal }: Recognition): Promise<string> {
  // Words are scattered over a whole picture; a region holds lines of them.
  const layout = isWhole ? '11' : '6'
  const parameters = ['stdin', 'stdout', '-l', languages, '--psm', layout, '-c', 'tessedit_create_tsv=1']
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      parameters,
      {
        env: environmentFor(),
        timeout,
        killSignal: 'SIGKILL',
        maxBuffer: outputBytes,
        windowsHide: true,
        ...(signal && { signal }),
      },
      (error, stdout) => {
        if (!error) resolve(stdout)
        else if (signal?.aborted) reject(signal.reason)
        else reject(new WordsError(error.killed ? 'slow' : 'failed', error))
      },
    )
    if (child.pid !== undefined) {
      try {
        setPriority(child.pid, priority)
      } catch {
        // It has ended already.
      }
    }
    // A program that ends early closes its pipe; the callback says why.
    child.stdin?.on('error', () => {})
    child.stdin?.end(part)
  })
}

/** The server's own reader; all jobs share its bound. */
export const wordReader: (app: AppContext) => WordReader = perApp(app => new WordReader(app.settings))
