// Written in old syntax, so that an old Node can still run it and report the problem.
import { readFileSync } from 'node:fs'

/** Ends the process with a clear message if this Node is older than package.json requires. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const wanted = engines.node.replace('>=', '')
  if (isAtLeast(process.versions.node, wanted)) return
  process.stderr.write(
    `Wheelhouse needs Node ${wanted} or newer; this is ${process.versions.node}. See https://nodejs.org.\n`,
  )
  process.exit(1)
}

/**
 * @param {string} version
 * @param {string} wanted
 */
function isAtLeast(version, wanted) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}
