import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { samplesOf, wavOf } from './wav'

const run = promisify(execFile)
const rate = 22_050

/**
 * Writes the speech of voices such as `en+f2`, one after the other with pauses, as a WAV file of 16 bits and one
 * channel.
 */
export async function writeDialogue(
  path: string,
  lines: readonly (readonly [voice: string, text: string])[],
): Promise<void> {
  const pause = Buffer.alloc(Math.round(rate * 0.6) * 2)
  const parts: Buffer[] = [pause]
  for (const [voice, text] of lines) {
    const { stdout } = await run('espeak-ng', ['-v', voice, '-s', '165', '--stdout', text], {
      encoding: 'buffer',
      maxBuffer: 64 << 20,
    })
    parts.push(samplesOf(stdout), pause)
  }
  await writeFile(path, wavOf(Buffer.concat(parts), rate))
}
