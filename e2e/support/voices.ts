import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const headerLength = 44
const rate = 22_050

/** What voices such as `en+f2` say one after the other, with a pause in between, as a WAV file of 16 bits and one channel. */
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
    parts.push(stdout.subarray(headerLength), pause)
  }
  const sound = Buffer.concat(parts)
  const header = Buffer.alloc(headerLength)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + sound.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(sound.length, 40)
  await writeFile(path, Buffer.concat([header, sound]))
}
