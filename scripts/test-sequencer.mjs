import { readFile } from 'node:fs/promises'
import { BaseSequencer } from 'vitest/node'

/** The projects that take longest come first, so that all processors are busy until the end. */
const PROJECTS = ['server', 'renderer', 'walls', 'together', 'desktop', 'shared']

/**
 * Runs the files of one project and environment after another. A process goes on to the next file only then; otherwise
 * another one is started, which loads the server or the document anew.
 */
export class ProjectSequencer extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files)
    const groups = new Map()
    for (const file of sorted) groups.set(file, await groupOf(file))
    return [...sorted].sort((a, b) => groups.get(a) - groups.get(b))
  }
}

/** @param {import('vitest/node').TestSpecification} file */
async function groupOf({ project, moduleId }) {
  const hasOwnEnvironment = (await readFile(moduleId, 'utf8')).startsWith('// @vitest-environment')
  return PROJECTS.indexOf(project.name) * 2 + Number(hasOwnEnvironment)
}
