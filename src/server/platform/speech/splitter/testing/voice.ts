import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { wavRate } from './wav'

const run = promisify(execFile)
const headerLength = 44
/** Below this share of full scale, the beginning and end of a voice count as silence. */
const silence = 0.004

/** Speech of espeak-ng in a voice such as `en+f2`, at 22,050 samples a second, without the silence around it. */
export async function speak(voice: string, text: string, wordsAMinute = 165): Promise<Float32Array> {
  const { stdout } = await run('espeak-ng', ['-v', voice, '-s', String(wordsAMinute), '--stdout', text], {
    encoding: 'buffer',
    maxBuffer: 64 << 20,
  })
  if (stdout.readUInt32LE(24) !== wavRate) throw new Error(`espeak-ng speaks at ${stdout.readUInt32LE(24)} Hz`)
  const start = stdout.byteOffset + headerLength
  const whole = new Int16Array(stdout.buffer.slice(start, start + 2 * ((stdout.length - headerLength) >> 1)))
  const samples = new Float32Array(whole.length)
  for (let at = 0; at < whole.length; at += 1) samples[at] = (whole[at] ?? 0) / 32_768
  const isLoud = (value: number) => Math.abs(value) > silence
  return samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1)
}
