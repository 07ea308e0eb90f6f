// The diagrams of docs/structure.md, which show the imports between folders and are rendered by GitHub and most
// editors. `npm run structure` writes the file, and check-imports.mjs compares it with the code.

/** The diagrams: their title, and the folder whose subfolders are drawn. */
const PICTURES = [
  { title: 'The programs', parent: 'src' },
  { title: 'Features of the contract', parent: 'src/shared/contract' },
  { title: 'Features of the server', parent: 'src/server/features' },
  { title: 'Features of the renderer', parent: 'src/renderer/features' },
  { title: "Capabilities of the desktop's main process", parent: 'src/main' },
]

/** @typedef {readonly { source: string, dependencies: readonly { resolved: string }[] }[]} Modules without tests */

/**
 * The text of docs/structure.md. An arrow is left out if a longer path implies it.
 * @param {Modules} modules
 */
export function structureOf(modules) {
  const pictures = PICTURES.map(
    ({ title, parent }) => `## ${title}\n\n\`\`\`mermaid\n${graphOf(parent, modules)}\`\`\`\n`,
  )
  return `# The structure as it is\n\nMade by \`npm run structure\`: folders point at what they import. An arrow that a longer way implies is left out.\n\n${pictures.join('\n')}`
}

/**
 * @param {string} parent
 * @param {Modules} modules
 */
export function folderImports(parent, modules) {
  /** @param {string} path */
  const folderOf = path =>
    path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).match(/^([^/]+)\//)?.[1] : undefined
  /** @type {Map<string, Map<string, string>>} By folder, the folders that it imports, each with the first such import. */
  const imports = new Map()
  for (const { source, dependencies } of modules) {
    const from = folderOf(source)
    if (from === undefined) continue
    const known = imports.get(from) ?? new Map()
    imports.set(from, known)
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved)
      if (to !== undefined && to !== from && !known.has(to)) known.set(to, `${source} \u2192 ${resolved}`)
    }
  }
  return imports
}

/**
 * Every folder that can be reached from `start` by imports; `start` itself only through a cycle.
 * @param {Map<string, Map<string, string>>} imports
 * @param {string} start
 */
export function reachable(imports, start) {
  const found = new Set()
  const waiting = [start]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const folder of imports.get(next)?.keys() ?? []) {
      if (found.has(folder)) continue
      found.add(folder)
      waiting.push(folder)
    }
  }
  return found
}

/**
 * @param {string} parent
 * @param {Modules} modules
 */
function graphOf(parent, modules) {
  const imports = folderImports(parent, modules)
  const lines = [...imports].sort().flatMap(([from, targets]) => {
    const direct = [...targets.keys()].sort()
    const needed = direct.filter(to => !direct.some(other => other !== to && reachable(imports, other).has(to)))
    return [`  ${from}`, ...needed.map(to => `  ${from} --> ${to}`)]
  })
  return `flowchart TD\n${lines.join('\n')}\n`
}
