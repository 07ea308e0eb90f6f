import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { content, createOwner, type Owner, type Product, startProduct } from './product'
import { startProgram, typescript } from './program'
import type { Row } from './table'
import type { Shot } from './wire'

/** Product and baseline take turns in each round, so that variations of the machine affect both. */
export const rounds = 3

/** A part of the bench: measures and returns its rows. */
export type Part = (bench: BenchContext) => Promise<Row[]>

/** The program that product figures are compared with. */
export interface Floor {
  port: number
  write: Shot
  page: Shot
}

/** What the parts share: servers that start on first use, and a folder that is removed with them. */
export class BenchContext {
  readonly #endings: (() => Promise<void>)[] = []
  #product: Promise<Product> | undefined
  #floor: Promise<Floor> | undefined
  #people = 0

  private constructor(readonly folder: string) {}

  static async make(): Promise<BenchContext> {
    return new BenchContext(await mkdtemp(join(tmpdir(), 'wheelhouse-bench-')))
  }

  product(): Promise<Product> {
    this.#product ??= this.newProduct('shared')
    return this.#product
  }

  /** Another server on a data folder of its own. */
  async newProduct(name: string): Promise<Product> {
    const product = await startProduct(await this.newFolder(name))
    this.atEnd(product.stop)
    return product
  }

  async newFolder(name: string): Promise<string> {
    const folder = join(this.folder, name)
    await mkdir(folder)
    return folder
  }

  /** A new person with a workspace of their own. */
  newOwner(product: Product): Promise<Owner> {
    this.#people += 1
    return createOwner(product, `person-${this.#people}`)
  }

  floor(): Promise<Floor> {
    this.#floor ??= this.#startFloor()
    return this.#floor
  }

  async #startFloor(): Promise<Floor> {
    const program = await startProgram(typescript('floor-server.ts'), { NODE_ENV: 'production' })
    this.atEnd(program.stop)
    const headers = { authorization: `Bearer ${/^token (\S+)/m.exec(program.output)?.[1]}` }
    return {
      port: program.port,
      write: { method: 'POST', path: '/logs', headers, body: JSON.stringify({ content }) },
      page: { method: 'GET', path: '/page', headers },
    }
  }

  atEnd(end: () => Promise<void>): void {
    this.#endings.push(end)
  }

  async close(): Promise<void> {
    for (const end of this.#endings.reverse()) await end()
    await rm(this.folder, { recursive: true, force: true })
  }
}
